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
import { type AttributeType, type StoreSchema, typeNamed } from "../StoreSchema.ts"
import { type Attributes, valueFault } from "../Value.ts"
import { type Faults, fault, isPlaceToPause, UNKNOWN } from "./fault.ts"
import { pageFaults } from "./pageFaults.ts"
import { twiceFaults } from "./twiceFaults.ts"

export function* shapeFaults(schema: StoreSchema, plan: Plan): Faults {
  for (const [i, write] of plan.create.entries()) {
    const found = createFault(schema, write)
    if (found !== undefined || isPlaceToPause(i)) yield found
  }
  for (const [i, write] of plan.set.entries()) {
    const found = setFault(schema, write)
    if (found !== undefined || isPlaceToPause(i)) yield found
  }
  for (const [i, write] of plan.link.entries()) {
    yield* linkFaults(schema, write)
    if (isPlaceToPause(i)) yield undefined
  }
  for (const [i, removal] of plan.unset.entries()) {
    yield* unsetFaults(schema, removal)
    if (isPlaceToPause(i)) yield undefined
  }
  for (const ref of plan.drop) yield* dropFaults(schema, ref)
  for (const ref of plan.unlink) {
    if (typeNamed(schema.links, ref.type) === undefined) yield fault("unknown-type", UNKNOWN)
  }
  yield* pageFaults(schema, plan.pages)
  yield* twiceFaults(schema, plan)
}

/** The first fault of a write. Plain functions: plans hold thousands of writes, and hardly ever a fault. */
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

function* linkFaults(schema: StoreSchema, write: LinkWrite): Faults {
  const link = typeNamed(schema.links, write.type)
  if (link === undefined) return yield fault("unknown-type", UNKNOWN)
  if (Object.keys(write.ends).length !== link.roles.length) yield fault("roles", write.type)
  for (const { name, players } of link.roles) {
    const end = typeNamed(write.ends, name)
    if (end === undefined) yield fault("roles", write.type, name)
    else if (!players.includes(end.type)) yield fault("player", write.type, name)
  }
  const found =
    missingFault(write.type, link.attributes, write.attributes) ??
    attributeFault(write.type, link.attributes, write.attributes)
  if (found !== undefined) yield found
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

const keyFault = ({ type, key }: Ref): PlanRefused | undefined => {
  if (key.length === 0 || !key.isWellFormed() || hasControl(key)) return fault("key", type)
  return key.length * 3 > KEY_CAP_BYTES && Buffer.byteLength(key) > KEY_CAP_BYTES
    ? fault("key-too-long", type)
    : undefined
}

const missingFault = (
  type: string,
  declared: { readonly [name: string]: AttributeType },
  given: Attributes,
): PlanRefused | undefined => {
  for (const name of Object.keys(declared)) {
    if (declared[name]?.cardinality === "one" && !Object.hasOwn(given, name))
      return fault("missing", type, name)
  }
  return undefined
}

const attributeFault = (
  type: string,
  declared: { readonly [name: string]: AttributeType },
  given: Attributes,
): PlanRefused | undefined => {
  for (const name of Object.keys(given)) {
    const attribute = typeNamed(declared, name)
    if (attribute === undefined) return fault("unknown-attribute", type)
    const value = given[name]
    const isSet = Array.isArray(value)
    if (isSet !== (attribute.cardinality === "many")) return fault("cardinality", type, name)
    for (const each of isSet ? value : [value]) {
      const rule = valueFault(attribute.kind, each)
      if (rule !== undefined) return fault(rule, type, name)
    }
  }
  return undefined
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
