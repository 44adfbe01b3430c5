import { assert, describe, it } from "@effect/vitest"
import { makeCopyTable, noteDigests, slotsWithCopies } from "../src/internal/copyTable.ts"
import { makeDice } from "./support/World.ts"

const SLOTS = 40
/** Few, and some of them at the same place of the table. */
const DIGESTS = [0, 5, 6, 7, 1_029, 1_030, 2_053, 0xfffffffe]

describe("the table of copies", () => {
  it("knows all who have the same digest, however digests changed on the way", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const dice = makeDice(seed)
      const table = makeCopyTable()
      const digests = new Uint32Array(SLOTS)
      let slots = 0
      for (let step = 0; step < 60; step++) {
        const slot = slots < SLOTS && dice.chance(50) ? slots++ : dice.roll(Math.max(1, slots))
        slots = Math.max(slots, slot + 1)
        digests[slot] = dice.pick(DIGESTS)
        noteDigests(table, digests, slot, 1)
        for (let one = 0; one < slots; one++) {
          for (let other = 0; other < one; other++) {
            if (digests[one] !== digests[other] || digests[one] === 0) continue
            const known = [table.mayHaveCopy[one], table.mayHaveCopy[other]]
            assert.deepStrictEqual(known, [1, 1], `seed ${seed}, step ${step}`)
          }
        }
      }
    }
  })

  it("knows them when it has grown", () => {
    const table = makeCopyTable()
    const digests = Uint32Array.from({ length: 5_000 }, (_, i) => 1 + (i % 4_999))
    for (let slot = 0; slot < digests.length; slot++) noteDigests(table, digests, slot, 1)
    const flagged = [...table.mayHaveCopy.entries()].filter(([, may]) => may === 1)
    assert.deepStrictEqual(
      flagged.map(([slot]) => slot),
      [0, 4_999],
    )
  })

  it("is made at the second question of an owner just opened, and kept from then on", () => {
    const table = makeCopyTable("opened")
    const digests = Uint32Array.of(7, 9, 7, 0, 0, 11)
    noteDigests(table, digests, 0, 4)
    assert.isUndefined(slotsWithCopies(table, digests, 4))
    // Written between the first question and the second.
    digests[4] = 9
    noteDigests(table, digests, 4, 1)
    assert.deepStrictEqual([...(slotsWithCopies(table, digests, 5) ?? [])], [1, 1, 1, 0, 1, 0])
    noteDigests(table, digests, 5, 1)
    digests[3] = 11
    noteDigests(table, digests, 3, 1)
    assert.deepStrictEqual([...(slotsWithCopies(table, digests, 6) ?? [])], [1, 1, 1, 1, 1, 1])
  })
})
