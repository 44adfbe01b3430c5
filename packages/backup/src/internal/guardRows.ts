/**
 * Takes the rows of a backup through the guard.
 *
 * @module
 */
import type { Guard, GuardField } from "@reminisce/guard"
import { type StoreSchema, schemaNames } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { SecretInBackup } from "../BackupError.ts"
import type { NumberedRow } from "./BackupRows.ts"
import { makeRowFields, ownerFields } from "./rowFields.ts"

/** Passes, or says what was found in which field. What the guard's policy holds for review counts as found. */
export const makeRowGuard = (guard: Guard["Service"], schema: StoreSchema) => {
  const fieldsOf = makeRowFields(schema)
  return ({ row, owner, name, line }: NumberedRow): Effect.Effect<void, SecretInBackup> => {
    if (row._tag === "gone") return Effect.void
    const fields = row._tag === "owner" ? ownerFields(name, owner) : fieldsOf(row)
    const found = (field: string, families: ReadonlyArray<string>) => {
      const isInKey = row._tag !== "record" || field === "key"
      return new SecretInBackup({
        type: row._tag === "owner" ? "owner" : row.type,
        key: isInKey ? "" : row.key,
        field,
        families,
        line,
      })
    }
    return check(guard, fields).pipe(
      Effect.mapError((refused) => found(refused.field, refused.families)),
      Effect.flatMap((verdict) =>
        verdict === "clear" ? Effect.void : Effect.fail(found("", verdict.held)),
      ),
    )
  }
}

/** A backup's schema is whatever its file says. Passes, or says that a name of it holds what looks like a credential. */
export const guardNames = (
  guard: Guard["Service"],
  schema: StoreSchema,
): Effect.Effect<void, SecretInBackup> => {
  const found = (families: ReadonlyArray<string>) =>
    new SecretInBackup({ type: "schema", key: "", field: "name", families, line: 1 })
  const fields = schemaNames(schema).map((text) => ({ field: "name", text }))
  return check(guard, fields).pipe(
    Effect.mapError((refused) => found(refused.families)),
    Effect.flatMap((verdict) =>
      verdict === "clear" ? Effect.void : Effect.fail(found(verdict.held)),
    ),
  )
}

const check = (guard: Guard["Service"], fields: ReadonlyArray<GuardField>) =>
  fields.length === 0 ? Effect.succeed("clear" as const) : guard.check(fields)
