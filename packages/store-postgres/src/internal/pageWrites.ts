/**
 * Writes of pages as statements.
 *
 * @module
 */
import type { PageWrite } from "@reminisce/store"
import type { Statement } from "./Sessions.ts"

/** The bytes of all pages travel as one value and are cut apart by the server. */
export const upsertPages = (
  table: string,
  owner: string,
  pages: ReadonlyArray<PageWrite>,
  sequence: number,
): Statement => {
  const parts = pages.map(({ bytes }) => bytes ?? new Uint8Array())
  const starts: Array<number> = []
  let end = 0
  for (const part of parts) {
    starts.push(end + 1)
    end += part.length
  }
  const names = pages.map(({ name }) => name)
  const numbers = pages.map(({ number }) => number)
  const lengths = parts.map((part) => part.length)
  return {
    text: `insert into ${table} (owner, name, number, sequence, data)
      select $1::uuid, name, number, $2::bigint, substring($3::bytea from start for length)
      from unnest($4::text[], $5::int[], $6::int[], $7::int[]) as given (name, number, start, length)
      on conflict (owner, name, number)
      do update set sequence = excluded.sequence, data = excluded.data`,
    values: [owner, sequence, Buffer.concat(parts), names, numbers, starts, lengths],
  }
}

export const deletePages = (
  table: string,
  owner: string,
  pages: ReadonlyArray<PageWrite>,
): Statement => ({
  text: `delete from ${table} as old using unnest($2::text[], $3::int[]) as gone (name, number)
    where old.owner = $1::uuid and old.name = gone.name and old.number = gone.number`,
  values: [owner, pages.map(({ name }) => name), pages.map(({ number }) => number)],
})
