import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { BLOCK_SLOTS, blockWithout, decodeWhole, editBlock } from "../src/internal/PostingBlock.ts"
import { makeDice } from "./support/World.ts"

const decoded = (bytes: Uint8Array | undefined, block: number): ReadonlyArray<number> => {
  const into = new Uint32Array(BLOCK_SLOTS)
  const count = bytes === undefined ? 0 : decodeWhole(bytes, block, into, 0)
  return [...into.subarray(0, count)]
}

const randomSlots = (seed: number, block: number): ReadonlyArray<number> => {
  const dice = makeDice(seed)
  const density = dice.pick([1, 5, 200, 5_000, 9_000])
  const slots = new Set<number>()
  for (let i = 0; i < density; i++) slots.add(block * BLOCK_SLOTS + dice.roll(BLOCK_SLOTS))
  return [...slots].sort((a, b) => a - b)
}

const Seeds = {
  seed: Schema.Int,
  block: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })),
}

describe("PostingBlock", () => {
  it.prop("gives back the slots it was given", Seeds, ({ seed, block }) => {
    const slots = randomSlots(seed, block)
    const bytes = editBlock(undefined, block, new Set(), slots)
    assert.deepStrictEqual(decoded(bytes, block), slots)
    assert.isAtMost(bytes?.length ?? 0, 2 + BLOCK_SLOTS / 8)
  })

  it.prop("is the same bytes however its slots came and went", Seeds, ({ seed, block }) => {
    const slots = randomSlots(seed, block)
    const others = randomSlots(seed + 1, block).filter((slot) => !slots.includes(slot))
    const dice = makeDice(seed + 2)
    const late = new Set(slots.filter(() => dice.chance(50)))
    const early = [...others, ...slots.filter((slot) => !late.has(slot))].sort((a, b) => a - b)
    const first = editBlock(undefined, block, new Set(), early)
    const second = editBlock(first, block, new Set(others), [...late])
    assert.deepStrictEqual(second, editBlock(undefined, block, new Set(), slots))
  })

  it("is no page at all once its last slot is taken out", () => {
    const bytes = editBlock(undefined, 0, new Set(), [7])
    assert.isUndefined(editBlock(bytes, 0, new Set([7]), []))
  })

  it.prop("loses what is gone or lost, but for what is kept", Seeds, ({ seed, block }) => {
    const dice = makeDice(seed)
    const some = (of: ReadonlyArray<number>): ReadonlySet<number> => {
      const chance = dice.pick([0, 2, 50, 100])
      return new Set(of.filter(() => dice.chance(chance)))
    }
    const slots = dice.chance(30) ? randomSlots(seed, block).slice(0, 1) : randomSlots(seed, block)
    const bytes = editBlock(undefined, block, new Set(), slots)
    if (bytes === undefined) return assert.isEmpty(slots)
    const [gone, lost, kept] = [some(slots), some(slots), some(slots)]
    const marks = new Uint8Array(dice.chance(50) ? (block + 1) * BLOCK_SLOTS : (slots[0] ?? 0) + 1)
    for (const slot of gone) if (slot < marks.length) marks[slot] = 1
    const leaving = slots.filter((slot) => (marks[slot] === 1 || lost.has(slot)) && !kept.has(slot))
    const rest = blockWithout(bytes, block, marks, lost, kept)
    assert.deepStrictEqual(rest, editBlock(bytes, block, new Set(leaving), []))
    assert.strictEqual(rest === bytes, leaving.length === 0)
  })

  it.prop("believes no damaged bytes beyond its own slots", { seed: Schema.Int }, ({ seed }) => {
    const dice = makeDice(seed)
    const bytes = Uint8Array.from({ length: 1 + dice.roll(5_000) }, () => dice.roll(256))
    const slots = decoded(bytes, 3)
    assert.isTrue(slots.every((slot) => slot >= 3 * BLOCK_SLOTS && slot < 4 * BLOCK_SLOTS))
  })
})
