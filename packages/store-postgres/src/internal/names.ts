/**
 * SQL names for names of the schema. They come from a closed, checked set, keep their case, and never
 * collide, however long they are.
 *
 * @module
 */
import { createHash } from "node:crypto"

/** PostgreSQL cuts names at 63 bytes. */
const LONGEST = 63

/** `prefix_name`, quoted. Names of a schema hold no underscore, so a shortened one cannot equal another. */
export const sqlName = (prefix: string, name: string): string => {
  const whole = `${prefix}_${name}`
  if (whole.length <= LONGEST) return `"${whole}"`
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 16)
  return `"${whole.slice(0, LONGEST - 17)}_${digest}"`
}

const NAMESPACE = /^[a-z][a-z0-9_]{0,62}$/

/** Whether a name may be given to the PostgreSQL schema that holds a store. */
export const isNamespace = (name: string): boolean =>
  NAMESPACE.test(name) && !name.startsWith("pg_") && name !== "information_schema"
