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
import type { Ref } from "../StoreRecord.ts"
import { type AttributeType, type StoreSchema, typeNamed } from "../StoreSchema.ts"
import { type Attributes, valueFault } from "../Value.ts"
import { type Faults, fault, UNKNOWN } from "./fault.ts"
import { pageFaults } from "./pageFaults.ts"
import { twiceFaults } from "./twiceFaults.ts"

export function* shapeFaults(schema: StoreSchema, plan: Plan): Faults {
  for (const write of plan.create) yield* createFaults(schema, write)
  for (const write of plan.set) yield* setFaults(schema, write)
  for (const write of plan.link) yield* linkFaults(schema, write)
  for (const removal of plan.unset) yield* unsetFaults(schema, removal)
  for (const ref of plan.drop) yield* dropFaults(schema, ref)
  for (const ref of plan.unlink) {
    if (typeNamed(schema.links, ref.type) === undefined) yield fault("unknown-type", UNKNOWN)
  }
  yield* pageFaults(schema, plan.pages)
  yield* twiceFaults(schema, plan)
}

function* createFaults(schema: StoreSchema, write: RecordWrite): Faults {
  const type = typeNamed(schema.records, write.type)
  if (type === undefined) return yield fault("unknown-type", UNKNOWN)
  yield* keyFaults(write)
  yield* missingFaults(write.type, type.attributes, write.attributes)
  yield* attributeFaults(write.type, type.attributes, write.attributes)
}

function* setFaults(schema: StoreSchema, write: RecordWrite): Faults {
  const declared = attributesOf(schema, write.type)
  if (declared === undefined) return yield fault("unknown-type", UNKNOWN)
  yield* attributeFaults(write.type, declared, write.attributes)
}

function* linkFaults(schema: StoreSchema, write: LinkWrite): Faults {
  const link = typeNamed(schema.links, write.type)
  if (link === undefined) return yield fault("unknown-type", UNKNOWN)
  if (Object.keys(write.ends).length !== link.roles.length) yield fault("roles", write.type)
  for (const { name, players } of link.roles) {
    const end = typeNamed(write.ends, name)
    if (end === undefined) yield fault("roles", write.type, name)
    else if (!players.includes(end.type)) yield fault("player", write.type, name)
  }
  yield* missingFaults(write.type, link.attributes, write.attributes)
  yield* attributeFaults(write.type, link.attributes, write.attributes)
}

function* unsetFaults(schema: StoreSchema, removal: AttributeRemoval): Faults {
  const declared = attributesOf(schema, removal.type)
  if (declared === undefined) return yield fault("unknown-type", UNKNOWN)
  for (const name of removal.attributes) {
    const attribute = typeNamed(declared, name)
    if (attribute === undefined) yield fault("unknown-attribute", removal.type)
    else if (attribute.cardinality === "one") yield fault("required", removal.type, name)
  }
}

function* dropFaults(schema: StoreSchema, ref: Ref): Faults {
  const type = typeNamed(schema.records, ref.type)
  if (type === undefined) yield fault("unknown-type", UNKNOWN)
  else if (type.droppable !== true) yield fault("not-droppable", ref.type)
}

function* keyFaults({ type, key }: Ref): Faults {
  if (key.length === 0 || !key.isWellFormed() || hasControl(key)) yield fault("key", type)
  else if (key.length * 3 > KEY_CAP_BYTES && Buffer.byteLength(key) > KEY_CAP_BYTES)
    yield fault("key-too-long", type)
}

function* missingFaults(
  type: string,
  declared: { readonly [name: string]: AttributeType },
  given: Attributes,
): Faults {
  for (const [name, { cardinality }] of Object.entries(declared)) {
    if (cardinality === "one" && !Object.hasOwn(given, name)) yield fault("missing", type, name)
  }
}

function* attributeFaults(
  type: string,
  declared: { readonly [name: string]: AttributeType },
  given: Attributes,
): Faults {
  for (const [name, value] of Object.entries(given)) {
    const attribute = typeNamed(declared, name)
    if (attribute === undefined) {
      yield fault("unknown-attribute", type)
      continue
    }
    if (Array.isArray(value) !== (attribute.cardinality === "many"))
      yield fault("cardinality", type, name)
    for (const each of Array.isArray(value) ? value : [value]) {
      const rule = valueFault(attribute.kind, each)
      if (rule !== undefined) yield fault(rule, type, name)
    }
  }
}

const attributesOf = (
  schema: StoreSchema,
  type: string,
): { readonly [name: string]: AttributeType } | undefined =>
  (typeNamed(schema.records, type) ?? typeNamed(schema.links, type))?.attributes

const hasControl = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit === 0x7f) return true
  }
  return false
}
