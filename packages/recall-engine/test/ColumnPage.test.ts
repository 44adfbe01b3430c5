import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import {
  type ColumnRow,
  decodeColumnPage,
  encodeColumnPage,
  makeColumnArrays,
  PAGE_ROWS,
  readColumnPage,
  setNeighbours,
  setRow,
  USUAL_ROW,
} from "../src/internal/ColumnPage.ts"
import { ColumnPageEdit } from "../src/internal/ColumnPageEdit.ts"
import { type Dice, makeDice } from "./support/World.ts"

const instant = (dice: Dice): number =>
  (dice.roll(2) === 0 ? 1 : -1) * dice.roll(2 ** 31) * 1_000_003

const randomRow = (dice: Dice): ColumnRow => ({
  ...USUAL_ROW,
  status: dice.roll(7),
  recordedAt: instant(dice),
  ...(dice.chance(20)
    ? { flags: dice.roll(8), concerns: dice.roll(256), changes: dice.roll(65_536) }
    : {}),
  ...(dice.chance(20) ? { validFrom: instant(dice), validTo: instant(dice) } : {}),
  ...(dice.chance(20) ? { ownTime: instant(dice), changedAt: instant(dice) } : {}),
  ...(dice.chance(50)
    ? { ordinal: Number.MAX_SAFE_INTEGER - dice.roll(9), previous: dice.roll(2 ** 31), next: -1 }
    : {}),
  ...(dice.chance(80) ? { termsDigest: dice.roll(2 ** 32), wordsDigest: dice.roll(2 ** 32) } : {}),
})

describe("ColumnPage", () => {
  it.prop("gives back the rows it was given", { seed: Schema.Int }, ({ seed }) => {
    const dice = makeDice(seed)
    const rows = Array.from({ length: 1 + dice.roll(PAGE_ROWS) }, () => randomRow(dice))
    assert.deepStrictEqual(decodeColumnPage(encodeColumnPage(rows)), rows)
  })

  it.prop(
    "has the bytes of all its rows after some were written over",
    { seed: Schema.Int },
    ({ seed }) => {
      const dice = makeDice(seed)
      const rows = Array.from({ length: dice.roll(PAGE_ROWS) }, () => randomRow(dice))
      const page = new ColumnPageEdit(rows.length === 0 ? undefined : encodeColumnPage(rows))
      for (let n = dice.roll(9); n >= 0; n--) {
        const at = dice.roll(PAGE_ROWS)
        const row = dice.chance(30) ? USUAL_ROW : randomRow(dice)
        const isPart = dice.chance(30)
        while (rows.length <= at) rows.push(USUAL_ROW)
        const { previous, next } = row
        rows[at] = isPart ? { ...(rows[at] ?? USUAL_ROW), previous, next } : row
        page.edit(at, (arrays, place) => (isPart ? setNeighbours : setRow)(arrays, place, row))
      }
      assert.deepStrictEqual(page.toBytes(), encodeColumnPage(rows))
    },
  )

  it.prop("reads the columns alone that there is a place for", { seed: Schema.Int }, ({ seed }) => {
    const dice = makeDice(seed)
    const rows = Array.from({ length: 1 + dice.roll(PAGE_ROWS) }, () => randomRow(dice))
    const next = new Int32Array(rows.length)
    assert.strictEqual(readColumnPage(encodeColumnPage(rows), { next }, 0), rows.length)
    assert.deepStrictEqual(
      [...next],
      rows.map((row) => row.next),
    )
  })

  it.prop(
    "fills the room there is from a damaged page with more rows",
    { seed: Schema.Int },
    ({ seed }) => {
      const dice = makeDice(seed)
      const rows = Array.from({ length: PAGE_ROWS }, () => randomRow(dice))
      const room = dice.roll(PAGE_ROWS)
      const arrays = makeColumnArrays(room)
      assert.strictEqual(readColumnPage(encodeColumnPage(rows), arrays, 0), PAGE_ROWS)
      assert.deepStrictEqual(
        Array.from(arrays.recordedAt),
        rows.slice(0, room).map(({ recordedAt }) => recordedAt),
      )
    },
  )

  it("takes no bytes for what is as usual", () => {
    const rows = Array.from({ length: PAGE_ROWS }, () => USUAL_ROW)
    assert.strictEqual(encodeColumnPage(rows).length, 3)
  })

  it.prop("reads whatever bytes it is given without failing", { seed: Schema.Int }, ({ seed }) => {
    const dice = makeDice(seed)
    const bytes = Uint8Array.from({ length: dice.roll(400) }, () => dice.roll(256))
    assert.isAtMost(decodeColumnPage(bytes).length, 255)
  })
})
