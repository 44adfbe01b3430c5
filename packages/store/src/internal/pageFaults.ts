/**
 * What can be wrong with writes of pages, those of a draft and those of derivers alike.
 *
 * @module
 */
import { PAGE_NAME_CAP_BYTES, type PageWrite } from "../Plan.ts"
import { type StoreSchema, typeNamed } from "../StoreSchema.ts"
import { valueFault } from "../Value.ts"
import { type Faults, fault, UNKNOWN } from "./fault.ts"

const LAST_PAGE = 2 ** 31 - 1

export function* pageFaults(schema: StoreSchema, pages: ReadonlyArray<PageWrite>): Faults {
  const seen = new Set<string>()
  for (const { space, name, number } of pages) {
    if (typeNamed(schema.spaces, space) === undefined) yield fault("unknown-space", UNKNOWN)
    if (valueFault("text", name) !== undefined) yield fault("page-name", space)
    if (name.length * 3 > PAGE_NAME_CAP_BYTES && Buffer.byteLength(name) > PAGE_NAME_CAP_BYTES)
      yield fault("page-name-too-long", space)
    if (!Number.isInteger(number) || Object.is(number, -0) || number < 0 || number > LAST_PAGE)
      yield fault("page-number", space)
    // A space and a number hold no colon, and no two of them can be read as another pair.
    const mark = `${space}:${number}:${name}`
    if (seen.has(mark)) yield fault("written-twice", space)
    seen.add(mark)
  }
}
