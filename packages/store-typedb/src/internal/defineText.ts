/**
 * The definition of a layout, in TypeDB's query language. It may be given again, and extended.
 *
 * @module
 */
import {
  type AttributeLabel,
  type Layout,
  type LinkRelation,
  OWN,
  type RecordEntity,
  slotsLabel,
  valueType,
} from "./Layout.ts"

export const defineText = (layout: Layout): string => {
  const records = [...layout.records.values()]
  const links = [...layout.links.values()]
  const declared = new Map<string, AttributeLabel>()
  for (const { attributes } of [...records, ...links]) {
    for (const attribute of attributes) declared.set(attribute.label, attribute)
  }
  const slots = records.filter(({ slotted }) => slotted).map(slotsLabel)
  return [
    "define",
    ...OWN_ATTRIBUTES,
    ...slots.map((label) => `attribute ${label} @independent, value integer;`),
    ...[...declared.values()].map(attributeText),
    `entity ${OWN.owner}, owns ${OWN.headKey} @key, owns ${OWN.ownerKey} @card(1), owns ${OWN.ownerName} @card(1),
      owns ${OWN.sequence} @card(1), owns ${OWN.lastAt}, owns ${OWN.floor} @card(1)
      ${slots.map((label) => `, owns ${label}`).join("")};`,
    `entity ${OWN.change}, owns ${OWN.changeKey} @key, owns ${OWN.ownerKey} @card(1),
      owns ${OWN.changeSequence} @card(1), owns ${OWN.changePlan} @card(1),
      owns ${OWN.changeAt} @card(1), owns ${OWN.changeTouched} @card(1);`,
    `entity ${OWN.store}, owns ${OWN.storeName} @key, owns ${OWN.storeLayout} @card(1),
      owns ${OWN.storeVersion} @card(1), owns ${OWN.storeRevision} @card(1),
      owns ${OWN.storeDefinition} @card(1);`,
    `entity ${OWN.record} @abstract, owns ${OWN.thingKey} @key, owns ${OWN.ownerKey} @card(1),
      owns ${OWN.recordKey} @card(1);`,
    ...records.map((record) => recordText(record, links)),
    ...links.map((link) => linkText(link, links)),
  ].join("\n")
}

const OWN_ATTRIBUTES: ReadonlyArray<string> = [
  `attribute ${OWN.thingKey}, value string;`,
  `attribute ${OWN.ownerKey} @independent, value string;`,
  ...[OWN.headKey, OWN.recordKey, OWN.linkKey, OWN.ownerName, OWN.changeKey, OWN.changePlan].map(
    (label) => `attribute ${label}, value string;`,
  ),
  ...[OWN.changeTouched, OWN.storeName, OWN.storeDefinition].map(
    (label) => `attribute ${label}, value string;`,
  ),
  ...[OWN.slot, OWN.sequence, OWN.lastAt, OWN.floor, OWN.changeSequence, OWN.changeAt].map(
    (label) => `attribute ${label} @independent, value integer;`,
  ),
  ...[OWN.storeLayout, OWN.storeVersion, OWN.storeRevision].map(
    (label) => `attribute ${label} @independent, value integer;`,
  ),
]

/**
 * Numbers stay when nothing has them any more, so that writers of other owners never conflict over
 * one. Text goes with its last owner.
 */
const attributeText = (attribute: AttributeLabel): string =>
  `attribute ${attribute.label}${attribute.kind === "text" ? "" : " @independent"}, value ${valueType(attribute)};`

const recordText = (
  { type, label, slotted, attributes }: RecordEntity,
  links: ReadonlyArray<LinkRelation>,
): string =>
  `${[
    `entity ${label} sub ${OWN.record}`,
    ...(slotted ? [`owns ${OWN.slot} @card(1)`] : []),
    ...attributes.map(ownsText),
    ...playsText(type, links),
  ].join(", ")};`

const linkText = (
  { type, label, roles, attributes }: LinkRelation,
  links: ReadonlyArray<LinkRelation>,
): string =>
  `${[
    `relation ${label}, ${roles.map((role) => `relates ${role.label} @card(1)`).join(", ")}`,
    `owns ${OWN.thingKey} @key`,
    `owns ${OWN.ownerKey} @card(1)`,
    `owns ${OWN.linkKey} @card(1)`,
    ...attributes.map(ownsText),
    ...playsText(type, links),
  ].join(", ")};`

const ownsText = ({ label, many, required }: AttributeLabel): string =>
  `owns ${label} @card(${many ? "0.." : required ? "1" : "0..1"})`

/** The roles a type may play, in all links. */
const playsText = (type: string, links: ReadonlyArray<LinkRelation>): ReadonlyArray<string> =>
  links.flatMap((link) =>
    link.roles
      .filter(({ players }) => players.has(type))
      .map((role) => `plays ${link.label}:${role.label}`),
  )
