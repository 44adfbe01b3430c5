/**
 * Bugs of writing.
 *
 * @module
 */
import type { Attributes } from "@reminisce/store"
import { bug, inPlan, inView, type PlantedBug } from "../PlantedBug.ts"
import { heedless, inHalves, oneByOne } from "./committing.ts"

const inAttributes = (name: string, caughtBy: string, change: (value: unknown) => unknown) => {
  const all = (attributes: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attributes).map(([attribute, value]) => [
        attribute,
        (Array.isArray(value) ? value.map(change) : change(value)) as Attributes[string],
      ]),
    )
  return inPlan(name, caughtBy, ({ create, set }) => ({
    create: create.map((write) => ({ ...write, attributes: all(write.attributes) })),
    set: set.map((write) => ({ ...write, attributes: all(write.attributes) })),
  }))
}

export const writingBugs: ReadonlyArray<PlantedBug> = [
  inPlan(
    "forgets an unset",
    "indexes keep every index with what is set, unset and dropped",
    () => ({ unset: [] }),
  ),
  inPlan("keeps a removed link", "plans may make, link, change, unlink and drop at once", () => ({
    unlink: [],
  })),
  inPlan(
    "loses the last of many values",
    "values come back as they went in, in records and links, new or changed",
    ({ create }) => ({
      create: create.map((write) => ({
        ...write,
        attributes: Object.fromEntries(
          Object.entries(write.attributes).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.slice(0, 2) : value,
          ]),
        ),
      })),
    }),
  ),
  inPlan("ignores changes of links", "plans change links as they change records", ({ set }) => ({
    set: set.filter(({ type }) => type !== "holds"),
  })),
  inAttributes("normalises text", "values come back at the edges of what can be stored", (value) =>
    typeof value === "string" ? value.normalize("NFC") : value,
  ),
  inAttributes("trims text", "values come back at the edges of what can be stored", (value) =>
    typeof value === "string" ? value.trim() : value,
  ),
  inAttributes(
    "cuts integers to 32 bits",
    "values come back at the edges of what can be stored",
    (value) => (typeof value === "number" ? value | 0 : value),
  ),
  bug(
    "commits on whatever sequence is there",
    "decisions of many fibres are serial for each owner",
    heedless,
    false,
  ),
  bug(
    "commits in two halves",
    "decisions that are interrupted happen whole or not at all",
    inHalves,
  ),
  inView(
    "loses time",
    "decisions are dated by the clock, but never before the owner's last",
    () => ({ lastAt: undefined }),
  ),
  bug(
    "commits one change at a time",
    "decisions never show a reader half of their plan",
    oneByOne,
    false,
  ),
]
