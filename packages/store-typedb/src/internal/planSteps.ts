/**
 * The writes of a plan as steps of a pipeline.
 *
 * @module
 */
import {
  type Attributes,
  type AttributeValue,
  keyOfEnds,
  type LinkWrite,
  type Plan,
  type RecordWrite,
  type Ref,
  type StoreSchema,
  typeNamed,
  type Value,
} from "@reminisce/store"
import type { GivenRow } from "./GivenRowsDriver.ts"
import { type AttributeLabel, type Layout, OWN, valueType } from "./Layout.ts"
import type { OwnerHead } from "./OwnerHead.ts"
import type { Step } from "./Pipeline.ts"
import { thingKey } from "./thingKey.ts"

/** Values are removed before others take their place, and links before what they hold together. */
const RANK = { create: 1, unlink: 2, remove: 3, link: 10, add: 90, drop: 91 }

/** What a record or link has now, of those the plan changes. */
export type Current = (ref: Ref) => Attributes

export const planSteps = (
  layout: Layout,
  head: OwnerHead,
  plan: Plan,
  current: Current,
): ReadonlyArray<Step> => {
  const next: { [type: string]: number } = { ...head.slots }
  const creates = plan.create.map((write) => {
    const slot = next[write.type] ?? 0
    next[write.type] = slot + 1
    return createStep(layout, head.owner, write, slot)
  })
  const links = plan.link.map((write) => linkStep(layout, head.owner, write))
  const values = [
    ...[...plan.create, ...plan.link.map((write) => linkRef(layout.schema, write))].flatMap(
      (write) =>
        manyOf(layout, write.type).map((attribute) => ({
          ref: write,
          attribute,
          before: undefined,
          after: write.attributes[attribute.attribute],
        })),
    ),
    ...plan.set.flatMap((write) =>
      attributesOf(layout, write.type)
        .filter(({ attribute }) => Object.hasOwn(write.attributes, attribute))
        .map((attribute) => ({
          ref: write,
          attribute,
          before: current(write)[attribute.attribute],
          after: write.attributes[attribute.attribute],
        })),
    ),
    ...plan.unset.flatMap((removal) =>
      attributesOf(layout, removal.type)
        .filter(({ attribute }) => removal.attributes.includes(attribute))
        .map((attribute) => ({
          ref: removal,
          attribute,
          before: current(removal)[attribute.attribute],
          after: undefined,
        })),
    ),
  ]
  const removed = values.flatMap(({ ref, attribute, before, after }) =>
    minus(before, after).map((value) =>
      valueStep("remove", layout, head.owner, ref, attribute, value),
    ),
  )
  const added = values.flatMap(({ ref, attribute, before, after }) =>
    minus(after, before).map((value) =>
      valueStep("add", layout, head.owner, ref, attribute, value),
    ),
  )
  const gone = [
    ...plan.unlink.map((ref) => deleteStep(RANK.unlink, layout, head.owner, ref)),
    ...plan.drop.map((ref) => deleteStep(RANK.drop, layout, head.owner, ref)),
  ]
  return [...creates, ...links, ...removed, ...added, ...gone].filter((step) => step !== undefined)
}

const linkRef = (schema: StoreSchema, write: LinkWrite): RecordWrite => ({
  type: write.type,
  key: keyOfEnds(schema, write.type, write.ends),
  attributes: write.attributes,
})

const labelOf = (layout: Layout, type: string): string =>
  (layout.records.get(type) ?? layout.links.get(type))?.label ?? type

const attributesOf = (layout: Layout, type: string): ReadonlyArray<AttributeLabel> =>
  (layout.records.get(type) ?? layout.links.get(type))?.attributes ?? []

const manyOf = (layout: Layout, type: string): ReadonlyArray<AttributeLabel> =>
  attributesOf(layout, type).filter(({ many }) => many)

const valuesOf = (value: AttributeValue | undefined): ReadonlyArray<Value> =>
  value === undefined ? [] : typeof value === "object" ? value : [value]

const minus = (
  value: AttributeValue | undefined,
  other: AttributeValue | undefined,
): ReadonlyArray<Value> => {
  const others = new Set(valuesOf(other))
  return valuesOf(value).filter((each) => !others.has(each))
}

/** The attributes a thing is made with; sets follow, a value at a time. */
const initial = (attributes: ReadonlyArray<AttributeLabel>, given: Attributes) => {
  const used = attributes.filter(({ attribute, many }) => !many && Object.hasOwn(given, attribute))
  return {
    name: used.map(({ label }) => label).join(" "),
    given: Object.fromEntries(used.map((each, i) => [`a${i}`, valueType(each)] as const)),
    has: (variable: (name: string) => string): string =>
      used.map(({ label }, i) => `, has ${label} == ${variable(`a${i}`)}`).join(""),
    values: Object.fromEntries(
      used.map(({ attribute }, i) => [`a${i}`, given[attribute] as Value]),
    ) satisfies GivenRow,
  }
}

const createStep = (
  layout: Layout,
  owner: string,
  { type, key, attributes }: RecordWrite,
  slot: number,
): Step | undefined => {
  const entity = layout.records.get(type)
  if (entity === undefined) return undefined
  const made = initial(entity.attributes, attributes)
  const { label, slotted } = entity
  return {
    rank: RANK.create,
    name: `${label} ${made.name}`,
    given: {
      t: "string",
      k: "string",
      ...(slotted ? { s: "integer" } : {}),
      ...made.given,
    },
    stages: (thing, given) => [
      {
        verb: "insert",
        pattern: `${thing} isa ${label},
      has ${OWN.thingKey} == ${given("t")}, has ${OWN.ownerKey} == $o,
      has ${OWN.recordKey} == ${given("k")}
      ${slotted ? `, has ${OWN.slot} == ${given("s")}` : ""}${made.has(given)};`,
      },
    ],
    values: {
      t: thingKey(owner, { type, key }),
      k: key,
      ...(slotted ? { s: slot } : {}),
      ...made.values,
    },
  }
}

const linkStep = (layout: Layout, owner: string, write: LinkWrite): Step | undefined => {
  const relation = layout.links.get(write.type)
  if (relation === undefined) return undefined
  const { label, roles } = relation
  const { key } = linkRef(layout.schema, write)
  const made = initial(relation.attributes, write.attributes)
  const ends = roles.map(({ role, label: played }, i) => {
    const end = write.ends[role] ?? { type: "", key: "" }
    return { played, end, player: labelOf(layout, end.type), variable: `e${i}` }
  })
  return {
    // A link whose ends are links comes behind them.
    rank: RANK.link + depthOf(layout.schema, key),
    name: `${label} ${ends.map(({ player }) => player).join(" ")} ${made.name}`,
    given: {
      t: "string",
      k: "string",
      ...Object.fromEntries(ends.map(({ variable }) => [variable, "string"] as const)),
      ...made.given,
    },
    stages: (thing, given) => [
      {
        verb: "find",
        things: ends.map(({ player, variable }) => ({
          variable: `${thing}-${variable}-player`,
          label: player,
          key: given(variable),
        })),
      },
      {
        verb: "insert",
        pattern: `${thing} isa ${label},
      links (${ends.map(({ played, variable }) => `${played}: ${thing}-${variable}-player`).join(", ")}),
      has ${OWN.thingKey} == ${given("t")}, has ${OWN.ownerKey} == $o,
      has ${OWN.linkKey} == ${given("k")}${made.has(given)};`,
      },
    ],
    values: {
      t: thingKey(owner, { type: write.type, key }),
      k: key,
      ...Object.fromEntries(ends.map(({ variable, end }) => [variable, thingKey(owner, end)])),
      ...made.values,
    },
  }
}

/** How many link types a link's key names: more than those of any of its ends. */
const depthOf = (schema: StoreSchema, key: string): number =>
  Math.min(70, key.split("\u001f").filter((word) => typeNamed(schema.links, word)).length)

const valueStep = (
  kind: "add" | "remove",
  layout: Layout,
  owner: string,
  ref: Ref,
  attribute: AttributeLabel,
  value: Value,
): Step => {
  const label = labelOf(layout, ref.type)
  const { label: has } = attribute
  return {
    rank: RANK[kind],
    name: `${label} ${has}`,
    given: { t: "string", v: valueType(attribute) },
    stages: (thing, given) => {
      const things = [{ variable: thing, label, key: given("t") }]
      return kind === "add"
        ? [
            { verb: "find", things },
            { verb: "insert", pattern: `${thing} has ${has} == ${given("v")};` },
          ]
        : [
            {
              verb: "find",
              things,
              and: [`${thing} has ${has} ${thing}-old;`, `${thing}-old == ${given("v")};`],
            },
            { verb: "delete", pattern: `has ${thing}-old of ${thing};` },
          ]
    },
    values: { t: thingKey(owner, ref), v: value },
  }
}

const deleteStep = (rank: number, layout: Layout, owner: string, ref: Ref): Step => {
  const label = labelOf(layout, ref.type)
  return {
    rank,
    name: label,
    given: { t: "string" },
    stages: (thing, given) => [
      { verb: "find", things: [{ variable: thing, label, key: given("t") }] },
      { verb: "delete", pattern: `${thing};` },
    ],
    values: { t: thingKey(owner, ref) },
  }
}
