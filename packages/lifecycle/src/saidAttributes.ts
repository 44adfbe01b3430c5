/**
 * What a writer says of a new memory itself, as its record will have it.
 *
 * @module
 */
import { encodeCue, encodeFacet, type NewMemory } from "@reminisce/schema"
import { type Attributes, canonicalSet } from "@reminisce/store"

/** Sets in their order; whom it concerns, what it rests on and what is computed come besides. */
export const saidAttributes = (memory: NewMemory): Attributes => ({
  content: memory.content,
  aspects: canonicalSet(memory.aspects),
  basis: memory.basis,
  confidence: memory.confidence,
  salience: memory.salience,
  facets: canonicalSet(memory.facets.map(encodeFacet)),
  cues: canonicalSet(memory.cues.map(encodeCue)),
  ...given(memory, "validFrom", "validTo", "occurredAt", "dueAt", "trail", "ordinal", "reviewedBy"),
})

const given = (memory: NewMemory, ...names: ReadonlyArray<keyof NewMemory>): Attributes =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = memory[name]
      return typeof value === "string" || typeof value === "number" ? [[name, value]] : []
    }),
  )
