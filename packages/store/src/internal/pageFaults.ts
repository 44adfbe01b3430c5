/**
 * What can be wrong with writes of pages, those of a draft and those of derivers alike.
 *
 * @module
 */
import { PAGE_NAME_CAP_BYTES, type PageWrite } from "../Plan.ts"
import { type StoreSchema, typeNamed } from "../StoreSchema.ts"
import { compareText, valueFault } from "../Value.ts"
import { type Faults, fault, isPlaceToPause, UNKNOWN } from "./fault.ts"

const LAST_PAGE = 2 ** 31 - 1

export function* pageFaults(schema: StoreSchema, pages: ReadonlyArray<PageWrite>): Faults {
  const isTwice = inOrder(pages) ? () => false : seenBefore()
  for (const [i, page] of pages.entries()) {
    const { space, name, number } = page
    if (typeNamed(schema.spaces, space) === undefined) yield fault("unknown-space", UNKNOWN)
    if (valueFault("text", name) !== undefined) yield fault("page-name", space)
    if (name.length * 3 > PAGE_NAME_CAP_BYTES && Buffer.byteLength(name) > PAGE_NAME_CAP_BYTES)
      yield fault("page-name-too-long", space)
    if (!Number.isInteger(number) || Object.is(number, -0) || number < 0 || number > LAST_PAGE)
      yield fault("page-number", space)
    if (isTwice(page)) yield fault("written-twice", space)
    if (isPlaceToPause(i)) yield undefined
  }
}

/** Whether each is behind the one before of its space, as derivers write most: then none is there twice. */
const inOrder = (pages: ReadonlyArray<PageWrite>): boolean => {
  const lastOf = new Map<string, PageWrite>()
  return pages.every((page) => {
    const last = lastOf.get(page.space)
    lastOf.set(page.space, page)
    return last === undefined || isBehind(page, last)
  })
}

const isBehind = (page: PageWrite, last: PageWrite): boolean =>
  page.name === last.name ? page.number > last.number : compareText(page.name, last.name) > 0

const seenBefore = (): ((page: PageWrite) => boolean) => {
  const seen = new Set<string>()
  return ({ space, name, number }) => {
    // A space and a number hold no colon, and no two of them can be read as another pair.
    const mark = `${space}:${number}:${name}`
    const isKnown = seen.has(mark)
    seen.add(mark)
    return isKnown
  }
}
