// Verifies: LM-21, ST-01, ST-08, ST-17, ST-19, ST-20, ST-21, ST-27
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NotFound, open, SecretRefused, StoreError, unwrap } from "reminisce"
import { assert, describe, it } from "vitest"

const owner = "agent:alice"
const gate = {
  content: "The north gate opens at dawn.",
  aspects: ["episodic"],
  basis: "observed" as const,
}

describe("reminisce as promises", () => {
  it("remembers, recalls, explains and forgets, and a reopened file has it all", async () => {
    const folder = mkdtempSync(join(tmpdir(), "reminisce-facade-"))
    const filename = join(folder, "memory.db")
    try {
      const first = unwrap(await open({ filename }))
      const memory = unwrap(await first.remember(owner, gate))
      await first.close()
      const again = unwrap(await open({ filename }))
      const found = unwrap(
        await again.recall({ kind: "agent", name: "alice" }, "when does the gate open"),
      )
      assert.deepStrictEqual(found.memories, [memory])
      assert.deepStrictEqual(unwrap(await again.why(owner, memory.key)).memory, memory)
      unwrap(await again.forget(owner, memory.key))
      assert.deepStrictEqual(unwrap(await again.recall(owner, "gate")).memories, [])
      await again.close()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("answers a refusal as a value of its class, and unwrap throws it", async () => {
    const memory = unwrap(await open({ filename: ":memory:" }))
    const unknown = await memory.forget(owner, "m_nobodys")
    assert.isTrue(!unknown.ok && unknown.error instanceof NotFound)
    assert.throws(() => unwrap(unknown), NotFound)
    const secret = ["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")
    const refused = await memory.remember(owner, { ...gate, content: `the token is ${secret}` })
    assert.isTrue(!refused.ok && refused.error instanceof SecretRefused)
    assert.notInclude(JSON.stringify(refused), secret)
    const nameless = await memory.recall("alice", "gate")
    assert.containSubset(nameless, { ok: false, error: { field: "owner", rule: "kind:name" } })
    await memory.close()
  })

  it("takes in a directory, and refuses a line whose words are not those it was kept with", async () => {
    const folder = mkdtempSync(join(tmpdir(), "reminisce-facade-"))
    const memory = unwrap(await open({ filename: ":memory:" }))
    const importing = async (content: string) => {
      writeFileSync(join(folder, "notes.jsonl"), JSON.stringify({ ...gate, content }))
      return memory.importRecords(owner, folder)
    }
    assert.deepStrictEqual(unwrap(await importing("The mill turns.")), {
      files: 1,
      kept: 1,
      refusals: [],
    })
    const { kept, refusals } = unwrap(await importing("The mill stands."))
    assert.deepStrictEqual([kept, refusals[0]?.refusal._tag], [0, "Exists"])
    rmSync(folder, { recursive: true })
    const gone = await memory.importRecords("agent:alice", folder)
    assert.containSubset(gone, { ok: false, error: { field: "directory", rule: "unreadable" } })
    await memory.close()
  })

  it("answers what cannot be opened as a store error, and changes nothing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "reminisce-facade-"))
    const filename = join(folder, "notes.txt")
    writeFileSync(filename, "these are my notes\n".repeat(300))
    const opened = await open({ filename })
    rmSync(folder, { recursive: true, force: true })
    assert.isTrue(!opened.ok && opened.error instanceof StoreError)
  })

  it("refuses an option outside its range by its name, before anything is opened", async () => {
    const refused: ReadonlyArray<readonly [object, string]> = [
      [{ keepChanges: 0 }, "option=keepChanges rule=out-of-range"],
      [{ busyDeadlineMillis: 0.5 }, "option=busyDeadlineMillis rule=integer"],
      [{ durability: "canary" }, "option=durability rule=not-one-of"],
    ]
    for (const [options, told] of refused) {
      const opened = await open({ filename: ":memory:", ...options })
      assert.isFalse(opened.ok)
      if (!opened.ok) assert.strictEqual(opened.error.message, `open: OptionRefused ${told}`)
    }
  })

  it("keeps what two places hold apart", async () => {
    const [left, right] = [
      unwrap(await open({ filename: ":memory:" })),
      unwrap(await open({ filename: ":memory:" })),
    ]
    unwrap(await left.remember(owner, { ...gate, key: "k" }))
    assert.isFalse((await right.why(owner, "k")).ok)
    for (const each of [left, right]) await each.close()
  })

  it("lets two connections to one file see each other's writes at once", async () => {
    const folder = mkdtempSync(join(tmpdir(), "reminisce-facade-"))
    const filename = join(folder, "memory.db")
    const [left, right] = [unwrap(await open({ filename })), unwrap(await open({ filename }))]
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 === 0 ? left : right).remember(owner, {
          ...gate,
          content: `Note ${i} on the gate.`,
        }),
      ),
    )
    for (const each of [left, right]) {
      assert.strictEqual(unwrap(await each.recall(owner, "gate", { k: 100 })).memories.length, 40)
      await each.close()
    }
    rmSync(folder, { recursive: true, force: true })
  })
})
