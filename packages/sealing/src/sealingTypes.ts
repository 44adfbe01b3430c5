/**
 * What a store's schema needs so that words can be sealed in it: `extendSchema(memorySchema, sealingTypes)`.
 *
 * @module
 */
import { memorySchema, SEALED } from "@reminisce/schema"
import type { RecordType, SchemaExtension } from "@reminisce/store"

const withSealed = (type: string): RecordType => {
  const known = memorySchema.records[type]
  if (known === undefined) throw new Error("the vocabulary has the type")
  return {
    ...known,
    attributes: { ...known.attributes, [SEALED]: { kind: "text", cardinality: "optional" } },
  }
}

export const sealingTypes: SchemaExtension = {
  records: { memory: withSealed("memory"), statusChange: withSealed("statusChange") },
}
