/**
 * Takes the names of a host's own types through the guard: a store writes them down.
 *
 * @module
 */
import type { Guard } from "@reminisce/guard"
import { Invalid, memorySchema } from "@reminisce/schema"
import { type StoreSchema, schemaNames } from "@reminisce/store"
import * as Effect from "effect/Effect"

const ours = new Set(schemaNames(memorySchema))

/**
 * Fails with `Invalid` of the field `schema`, which names the families found and nothing of the name. What the
 * guard's policy holds for review counts as found: no reviewer sees a schema.
 */
export const guardSchema = (
  guard: Guard["Service"],
  schema: StoreSchema,
): Effect.Effect<void, Invalid> => {
  const fields = schemaNames(schema)
    .filter((name) => !ours.has(name))
    .map((text) => ({ field: "schema", text }))
  if (fields.length === 0) return Effect.void
  return guard.check(fields).pipe(
    Effect.mapError(({ families }) => refused(families)),
    Effect.flatMap((verdict) =>
      verdict === "clear" ? Effect.void : Effect.fail(refused(verdict.held)),
    ),
  )
}

const refused = (families: ReadonlyArray<string>): Invalid =>
  new Invalid({
    field: "schema",
    rule: `no name may hold what looks like a credential (${families.join(", ")})`,
  })
