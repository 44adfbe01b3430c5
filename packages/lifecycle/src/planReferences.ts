/**
 * Sources and subjects are records of their own, one per owner and reference.
 *
 * @module
 */
import { Identifiers, type RecordWrite } from "@reminisce/store"
import * as Effect from "effect/Effect"

/** Keys of the records with these references, in their order, and the records that are not there yet. */
export const planReferences = Effect.fnUntraced(function* (
  type: "source" | "subject",
  prefix: string,
  known: Map<string, string>,
  references: ReadonlyArray<string>,
): Effect.fn.Return<{
  readonly keys: ReadonlyArray<string>
  readonly create: ReadonlyArray<RecordWrite>
}> {
  const identifiers = yield* Identifiers
  const keys: Array<string> = []
  const create: Array<RecordWrite> = []
  for (const reference of references) {
    const found = known.get(reference)
    const key = found ?? (yield* identifiers.key(prefix))
    if (found === undefined) {
      known.set(reference, key)
      create.push({ type, key, attributes: { reference } })
    }
    keys.push(key)
  }
  return { keys, create }
})
