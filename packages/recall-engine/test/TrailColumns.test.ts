import { assert, describe, it } from "@effect/vitest"
import { makeColumnArrays, setRow, USUAL_ROW } from "../src/internal/ColumnPage.ts"
import {
  CROOKED,
  linkRows,
  makeTrailColumns,
  straightenTrails,
} from "../src/internal/TrailColumns.ts"

/** A trail through some slots, with the place of each. */
type Trail = ReadonlyArray<readonly [slot: number, ordinal: number]>

const columnsOf = (capacity: number, trail: Trail) => {
  const columns = { ...makeColumnArrays(capacity), ...makeTrailColumns(capacity) }
  for (let slot = 0; slot < capacity; slot++) setRow(columns, slot, USUAL_ROW)
  for (const [i, [slot, ordinal]] of trail.entries()) {
    const previous = trail[i - 1]?.[0] ?? -1
    const next = trail[i + 1]?.[0] ?? -1
    setRow(columns, slot, { ...USUAL_ROW, ordinal, previous, next })
  }
  return columns
}

describe("trails in memory", () => {
  it("the first slot of all is a neighbour like any other, however far", () => {
    const trail: Trail = [
      [0, 0],
      [5, 100],
      [9, 101],
    ]
    const columns = columnsOf(16, trail)
    linkRows(columns, 0, 16)
    straightenTrails(columns, 4, 16, new Uint8Array(16))
    assert.deepStrictEqual(
      trail.map(([slot]) => columns.head[slot]),
      [0, 0, 0],
    )
    assert.strictEqual(columns.roomAfter[5], CROOKED)
  })

  it("rows linked one after the other are linked as all at once", () => {
    const trail: Trail = [
      [7, 1],
      [2, 2],
      [3, 9],
      [11, 50],
    ]
    const once = columnsOf(16, trail)
    linkRows(once, 0, 16)
    const rest = columnsOf(16, trail)
    const read = { ...makeColumnArrays(16), ...makeTrailColumns(16) }
    for (let slot = 0; slot < 16; slot++) setRow(read, slot, { ...USUAL_ROW, ordinal: 0 })
    for (let slot = 0; slot < 16; slot++) {
      for (const name of ["ordinal", "previous", "next"] as const)
        read[name][slot] = rest[name][slot] as number
      linkRows(read, slot, slot + 1)
    }
    assert.deepStrictEqual(read.linkAfter, once.linkAfter)
    assert.deepStrictEqual(read.linkBefore, once.linkBefore)
  })

  it("links in a circle, as damaged pages may have them, end", () => {
    const columns = columnsOf(8, [
      [1, 1],
      [2, 2],
    ])
    columns.next[2] = 1
    columns.previous[1] = 2
    linkRows(columns, 0, 8)
    straightenTrails(columns, 0, 8, new Uint8Array(8))
    assert.strictEqual(columns.roomAfter[1], CROOKED)
    assert.strictEqual(columns.head[1], columns.head[2])
  })
})
