// What is remembered of a page changes no answer: every question has the answer it has on a page just read.
import { assert, describe, it } from "@effect/vitest"
import { Samples } from "../src/index.ts"
import { isHarmlessName } from "../src/internal/assignedValue.ts"
import { makeAssignment, readAssignment } from "../src/internal/assignment.ts"
import { entropy, mixtureOf } from "../src/internal/entropy.ts"
import { isExcusedValue, isWords } from "../src/internal/excuses.ts"
import { readAsIs, readFolded } from "../src/internal/plainViews.ts"
import { make, type ScanPage } from "../src/internal/ScanPage.ts"
import { isStandIn } from "../src/internal/standIns.ts"
import { countNumbers, countPairs } from "../src/internal/tallies.ts"
import { readsLikeWords } from "../src/internal/words.ts"

const parts =
  "password key token secret is a to auf ist  é 密码 是 = : => := | , . - _ -- \" ' < > ( [ / \\ 12345678 aaaaaaaaa example EXAMPLE abcdefgh Word word2 x9 Zq ${ ... client_id user.name another_name_that_goes_on and-on".split(
    " ",
  )

const textFrom = (random: (below: number) => number): string =>
  Array.from({ length: 20 + random(60) }, () => {
    const part = parts[random(parts.length)] ?? ""
    return random(3) === 0 ? `${part} ` : part
  }).join("")

/** Everything that is asked about `[from, to)` of a page. */
const judge = (page: ScanPage, from: number, to: number): object => {
  const assignment = makeAssignment()
  const isRead = readAssignment(page, from, assignment)
  return {
    mixture: { ...mixtureOf(page, from, to) },
    pairs: { ...countPairs(page, from, to) },
    numbers: countNumbers(page, from, to),
    entropy: entropy(page, from, to),
    isStandIn: isStandIn(page, from, to),
    readsLikeWords: readsLikeWords(page, from, to, from % 2 === 0),
    isWords: isWords(page, { from, to }),
    isExcused: isExcusedValue(page, { from, to }),
    assignment: isRead ? { ...assignment } : undefined,
    isHarmless: isRead && isHarmlessName(page, from, assignment),
  }
}

describe("what is remembered of a page", () => {
  it("changes no answer, in whatever order stretches and names are asked about", () => {
    const [raw, page, fresh] = [make(), make(), make()]
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = Samples.randomFrom(seed)
      readAsIs(raw, textFrom(random))
      readFolded(page, raw)
      let from = 0
      const asked = Array.from({ length: 40 }, () => {
        from = Math.max(0, Math.min(page.length - 1, from + random(30) - 10))
        const to = Math.min(page.length, from + random(random(8) === 0 ? 160 : 40))
        return { from, to, answer: judge(page, from, to) }
      })
      for (const [turn, { from, to, answer }] of asked.entries()) {
        readFolded(fresh, raw)
        assert.deepStrictEqual(answer, judge(fresh, from, to), `seed ${seed}, turn ${turn}`)
      }
    }
  })
})
