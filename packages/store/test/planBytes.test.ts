import { assert, describe, it } from "@effect/vitest"
import { type Draft, joinDrafts, type Plan, planBytes } from "../src/index.ts"
import { book, loan, ref } from "./support/libraryStore.ts"

const size = (draft: Draft): number => {
  const plan: Plan = { ...joinDrafts(draft), base: 0, id: "", at: 0 }
  return planBytes(plan)
}

describe("planBytes", () => {
  it("counts text in bytes of UTF-8, pages in bytes, and 16 for all else", () => {
    assert.strictEqual(size({}), 0)
    assert.strictEqual(size({ create: [book("k", { title: "\u00e9" })] }), 16 + 1 + 2)
    assert.strictEqual(size({ create: [book("k", { title: "", pages: 1 })] }), 16 + 1 + 16)
    assert.strictEqual(
      size({ create: [book("k", { title: "", subjects: ["ab", "\u{10000}"] })] }),
      16 + 1 + 2 + 4,
    )
    assert.strictEqual(size({ link: [loan("b\u00e9", "r")] }), 16 + 3 + 1 + 16)
    assert.strictEqual(size({ unset: [{ ...ref("book", "k"), attributes: ["a", "b"] }] }), 1 + 32)
    assert.strictEqual(size({ drop: [ref("reader", "k")], unlink: [ref("loan", "kk")] }), 35)
    const page = { space: "words", name: "\u00e9", number: 0 }
    assert.strictEqual(size({ pages: [{ ...page, bytes: new Uint8Array(9) }] }), 16 + 2 + 9)
    assert.strictEqual(size({ pages: [{ ...page, bytes: undefined }] }), 16 + 2)
  })
})
