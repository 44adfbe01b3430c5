/**
 * What is wrong with a plan by itself, in the light of the schema alone, found lazily and in a fixed
 * order. A fault names types and attributes of the schema and nothing else that the plan says.
 *
 * @module
 */
import {
  type AttributeRemoval,
  KEY_CAP_BYTES,
  type LinkWrite,
  type Plan,
  type RecordWrite,
} from "../Plan.ts"
import type { PlanRefused } from "../StoreError.ts"
import type { Ref } from "../StoreRecord.ts"
import { type StoreSchema, typeNamed } from "../StoreSchema.ts"
import { type Attributes, type ValueKind, valueFault } from "../Value.ts"
import { type DeclaredAttributes, namesOf } from "./attributeNames.ts"
import { eachFault, type Faults, fault, UNKNOWN } from "./fault.ts"
import { pageFaults } from "./pageFaults.ts"

export function* shapeFaults(schema: StoreSchema, plan: Plan): Faults {
  yield* eachFault(plan.create, (write) => createFault(schema, write))
  yield* eachFault(plan.set, (write) => setFault(schema, write))
  yield* eachFault(plan.link, (write) => linkFault(schema, write))
  yield* eachFault(plan.unset, (removal) => unsetFault(schema, removal))
  yield* eachFault(plan.drop, (ref) => dropFault(schema, ref))
  yield* eachFault(plan.unlink, (ref) => unlinkFault(schema, ref))
  yield* pageFaults(schema, plan.pages)
}

const createFault = (schema: StoreSchema, write: RecordWrite): PlanRefused | undefined => {
  const type = typeNamed(schema.records, write.type)
  if (type === undefined) return fault("unknown-type", UNKNOWN)
  return (
    keyFault(write) ??
    missingFault(write.type, type.attributes, write.attributes) ??
    attributeFault(write.type, type.attributes, write.attributes)
  )
}

const setFault = (schema: StoreSchema, write: RecordWrite): PlanRefused | undefined => {
  const declared = attributesOf(schema, write.type)
  return declared === undefined
    ? fault("unknown-type", UNKNOWN)
    : attributeFault(write.type, declared, write.attributes)
}

const linkFault = (schema: StoreSchema, write: LinkWrite): PlanRefused | undefined => {
  const link = typeNamed(schema.links, write.type)
  if (link === undefined) return fault("unknown-type", UNKNOWN)
  if (Object.keys(write.ends).length !== link.roles.length) return fault("roles", write.type)
  for (const { name, players } of link.roles) {
    const end = typeNamed(write.ends, name)
    if (end === undefined) return fault("roles", write.type, name)
    if (!players.includes(end.type)) return fault("player", write.type, name)
  }
  return (
    missingFault(write.type, link.attributes, write.attributes) ??
    attributeFault(write.type, link.attributes, write.attributes)
  )
}

const unsetFault = (schema: StoreSchema, removal: AttributeRemoval): PlanRefused | undefined => {
  const declared = attributesOf(schema, removal.type)
  if (declared === undefined) return fault("unknown-type", UNKNOWN)
  for (const name of removal.attributes) {
    const attribute = typeNamed(declared, name)
    if (attribute === undefined) return fault("unknown-attribute", removal.type)
    if (attribute.cardinality === "one") return fault("required", removal.type, name)
  }
  return undefined
}

const dropFault = (schema: StoreSchema, ref: Ref): PlanRefused | undefined => {
  const type = typeNamed(schema.records, ref.type)
  if (type === undefined) return fault("unknown-type", UNKNOWN)
  return type.droppable === true ? undefined : fault("not-droppable", ref.type)
}

const unlinkFault = (schema: StoreSchema, ref: Ref): PlanRefused | undefined =>
  typeNamed(schema.links, ref.type) === undefined ? fault("unknown-type", UNKNOWN) : undefined

const keyFault = ({ type, key }: Ref): PlanRefused | undefined => {
  if (key.length === 0 || !key.isWellFormed() || hasControl(key)) return fault("key", type)
  return key.length * 3 > KEY_CAP_BYTES && Buffer.byteLength(key) > KEY_CAP_BYTES
    ? fault("key-too-long", type)
    : undefined
}

const missingFault = (
  type: string,
  declared: DeclaredAttributes,
  given: Attributes,
): PlanRefused | undefined => {
  for (const name of namesOf(declared).one)
    if (!Object.hasOwn(given, name)) return fault("missing", type, name)
  return undefined
}

const attributeFault = (
  type: string,
  declared: DeclaredAttributes,
  given: Attributes,
): PlanRefused | undefined => {
  for (const name of Object.keys(given)) {
    const attribute = typeNamed(declared, name)
    if (attribute === undefined) return fault("unknown-attribute", type)
    const value = given[name]
    const isSet = Array.isArray(value)
    if (isSet !== (attribute.cardinality === "many")) return fault("cardinality", type, name)
    const rule = isSet ? setRule(attribute.kind, value) : valueFault(attribute.kind, value)
    if (rule !== undefined) return fault(rule, type, name)
  }
  return undefined
}

const setRule = (kind: ValueKind, values: ReadonlyArray<unknown>): string | undefined => {
  for (const each of values) {
    const rule = valueFault(kind, each)
    if (rule !== undefined) return rule
  }
  return undefined
}

const attributesOf = (schema: StoreSchema, type: string): DeclaredAttributes | undefined =>
  (typeNamed(schema.records, type) ?? typeNamed(schema.links, type))?.attributes

const hasControl = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit === 0x7f) return true
  }
  return false
}
