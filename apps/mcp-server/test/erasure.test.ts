// The commands that answer a person's request, as a host types them.
// Verifies: ER-01, ER-16, ER-17, ER-33, ER-34, BA-08
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { isReceiptIntact, open, unwrap } from "reminisce"
import { assert, describe, it } from "vitest"
import { COMMANDS } from "../src/commands.ts"
import { readCommand } from "../src/readCommand.ts"
import { sealingFault } from "../src/stores/sealing.ts"
import { callTool, main, OWNER, withClient, withFolder } from "./serverProcess.ts"

const her = {
  aspects: ["semantic"],
  basis: "told" as const,
  subjects: [{ ref: "person-1", consentScope: "care" }],
}

const filled = async (folder: string): Promise<string> => {
  const filename = join(folder, "memory.db")
  await using memory = unwrap(await open({ filename }))
  unwrap(await memory.remember(OWNER, { ...her, key: "m_1", content: "She lives in zanzibar" }))
  unwrap(await memory.remember("agent:bob", { ...her, content: "She plays quicksilver chess" }))
  unwrap(
    await memory.remember(OWNER, {
      key: "m_2",
      content: "marzipan is a sweet",
      aspects: ["semantic"],
      basis: "told",
    }),
  )
  return filename
}

const over = (filename: string, args: ReadonlyArray<string>): ReadonlyArray<string> => [
  main,
  ...args,
  "--store",
  `sqlite:${filename}`,
  "--owner",
  OWNER,
]

/** Answers what it had said. */
const killedAtFirstLine = async (
  filename: string,
  ...args: ReadonlyArray<string>
): Promise<string> => {
  const child = spawn(process.execPath, over(filename, args), {
    stdio: ["ignore", "pipe", "ignore"],
  })
  const ended = once(child, "close")
  const [said] = await once(child.stdout, "data")
  child.kill("SIGKILL")
  await ended
  return String(said)
}

const run = (filename: string, ...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, over(filename, args), {
    encoding: "utf8",
    input: "",
    timeout: 50_000,
  })
  return { status, stderr, stdout }
}

const refusal = (...args: ReadonlyArray<string>): string => {
  const command = readCommand(args, {}, COMMANDS)
  return command._tag === "Refused" ? command.sentence : assert.fail(command._tag)
}

describe("the erasure commands", () => {
  it("report, withdraw with a receipt, verify, and purge", () =>
    withFolder(async (folder) => {
      const filename = await filled(folder)
      const report = run(filename, "report", "person-1")
      assert.strictEqual(report.status, 0)
      assert.include(report.stdout, "zanzibar")
      assert.include(report.stdout, "quicksilver")
      assert.notInclude(report.stdout, "marzipan")

      const dry = run(filename, "withdraw", "person-1", "--reason", "asked", "--dry-run")
      assert.match(
        dry.stdout,
        /alice: 1 memory would be emptied\nagent:bob: 1 memory would be emptied\nnothing was changed/,
      )
      assert.include(readFileSync(filename).toString("latin1"), "zanzibar")

      const path = join(folder, "receipt.json")
      const backups = join(folder, "backups")
      assert.strictEqual(run(filename, "backup", join(backups, "monday")).status, 0)
      const asked = ["withdraw", "person-1", "--reason", "asked", "--backups", backups] as const
      // What could give no receipt erases nothing.
      const nowhere = run(filename, ...asked, "--receipt", join(folder, "none", "receipt.json"))
      assert.match(nowhere.stderr, /no file can be made where the receipt is to go/)
      assert.include(readFileSync(filename).toString("latin1"), "zanzibar")
      const done = run(filename, ...asked, "--receipt", path)
      assert.match(done.stdout, /The backup monday of \d{4}-/)
      assert.strictEqual(done.status, 0, done.stderr)
      assert.include(done.stdout, "2 memories emptied")
      assert.isTrue(isReceiptIntact(JSON.parse(readFileSync(path, "utf8"))))
      assert.notInclude(readFileSync(filename).toString("latin1"), "zanzibar")
      const again = run(filename, "withdraw", "person-1", "--reason", "asked", "--receipt", path)
      assert.strictEqual(again.status, 1)

      // A restored backup knows nothing of it.
      const restored = join(folder, "restored.db")
      assert.strictEqual(run(restored, "restore", join(backups, "monday")).status, 0)
      const altered = join(folder, "altered.json")
      writeFileSync(altered, readFileSync(path, "utf8").replace("person-1", "person-2"))
      assert.match(run(restored, "repeat", path, altered).stderr, /altered.json is no receipt/)
      assert.include(readFileSync(restored).toString("latin1"), "zanzibar")
      const repeated = run(restored, "repeat", path)
      assert.match(repeated.stdout, /^withdraw of \S+Z: person-1: 2 memories emptied\n$/)
      assert.notInclude(readFileSync(restored).toString("latin1"), "zanzibar")

      const words = join(folder, "words.txt")
      writeFileSync(words, "zanzibar\n")
      assert.match(run(filename, "verify", "person-1", "--words", words).stdout, /\nclean\n/)
      writeFileSync(words, "marzipan\n")
      const found = run(filename, "verify", "person-1", "--words", words)
      assert.strictEqual(found.status, 4)
      assert.include(found.stdout, "line 1 of the words is in content of memory m_2")

      assert.match(
        run(filename, "purge", "person-1", "--dry-run").stdout,
        /bob: 0 memories would be emptied\nthe person and every link to them would be removed\n/,
      )
      const purged = run(filename, "purge", "person-1", "--confirm")
      assert.strictEqual(purged.status, 0, purged.stderr)
      assert.notInclude(readFileSync(filename).toString("latin1"), "person-1")
      const unknown = run(filename, "report", "person-1")
      assert.strictEqual(unknown.status, 1)
      assert.include(unknown.stderr, "no owner of this store knows that person")
      const cutOff = run(filename, "purge", "person-1", "--confirm")
      assert.match(cutOff.stderr, /knows that person; .* verify completes/)
    }))

  it("redact one memory, and once more where a backup brought it back", () =>
    withFolder(async (folder) => {
      const filename = await filled(folder)
      const monday = join(folder, "monday")
      assert.strictEqual(run(filename, "backup", monday).status, 0)
      const dry = run(filename, "redact", "m_2", "--dry-run")
      assert.strictEqual(dry.stdout, "the memory would be emptied\nnothing was changed\n")
      assert.include(readFileSync(filename).toString("latin1"), "marzipan")
      const path = join(folder, "receipt.json")
      const asked = ["--reason", "a mistake", "--json", "--receipt", path]
      const done = run(filename, "redact", "m_2", ...asked)
      assert.containSubset(JSON.parse(done.stdout), { memory: "m_2", total: { memories: 1 } })
      assert.notInclude(readFileSync(filename).toString("latin1"), "marzipan")
      const other = run(filename, "redact", "m_9", "--reason", "a mistake")
      assert.match(other.stderr, /agent:alice has no memory of that key; --owner/)
      const later = join(folder, "later.json")
      const withdrawn = ["withdraw", "person-1", "--reason", "asked", "--receipt", later]
      assert.strictEqual(run(filename, ...withdrawn).status, 0)
      const restored = join(folder, "restored.db")
      assert.strictEqual(run(restored, "restore", monday).status, 0)
      // Killed with the first of them done, or wherever it then is, it is called again.
      assert.match(await killedAtFirstLine(restored, "repeat", later, path), /: m_2: 1 memory/)
      const repeated = run(restored, "repeat", later, path)
      assert.match(
        repeated.stdout,
        /^redact of \S+Z: m_2: 0 memories emptied\nwithdraw of \S+Z: person-1: \d \S+ emptied\n$/,
      )
      const left = readFileSync(restored).toString("latin1")
      for (const word of ["marzipan", "zanzibar", "quicksilver"]) assert.notInclude(left, word)
    }))

  it("destroy the key of a person whose words a served process has sealed, and need its folder", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      const keys = join(folder, "keys")
      const sealing = ["--seal-keys", keys, "--seal-scopes", "care"]
      assert.match(sealingFault({ keys }) ?? "", /there is no folder of keys/)
      assert.strictEqual(run(filename, "--init", ...sealing).status, 0)
      assert.isUndefined(sealingFault({ keys }))
      await withClient(
        filename,
        "modern",
        async (client) => {
          for (const [content, consentScope] of [
            ["She lives in zanzibar", "care"],
            ["She likes quicksilver", "billing"],
          ]) {
            const subjects = [{ ref: "person-1", consentScope }]
            const kept = await callTool(client, "memory_remember", { content, subjects })
            assert.strictEqual(kept.content, content)
          }
        },
        ...sealing,
      )
      const bytes = readFileSync(filename).toString("latin1")
      assert.notInclude(bytes, "zanzibar")
      assert.include(bytes, "quicksilver")
      assert.include(run(filename, "report", "person-1", "--seal-keys", keys).stdout, "zanzibar")
      const ask = ["withdraw", "person-1", "--reason", "asked", "--json"]
      for (const wrong of [[], ["--seal-keys", join(folder, "other")]])
        assert.notStrictEqual(run(filename, ...ask, ...wrong).status, 0)
      assert.lengthOf(readdirSync(keys), 1)
      const done = run(filename, ...ask, "--seal-keys", keys)
      assert.strictEqual(JSON.parse(done.stdout).key, "destroyed")
      assert.isEmpty(readdirSync(keys))
    }))

  it("retain empties what is over its days, and nothing that has none", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      const kept = fileURLToPath(new URL("../../../fixtures/backups/v1", import.meta.url))
      assert.strictEqual(run(filename, "restore", kept).status, 0)
      const days = ["--scope-days", "work=365,other=1", "--affect-days", "30"]
      // Something of the host's own that every such link must have.
      assert.match(run(filename, "retain", ...days).stderr, /about\.since.*--keep/)
      const words = [...days, "--keep", "since"]
      const dry = run(filename, "retain", ...words, "--dry-run")
      assert.match(dry.stdout, /^agent:\S+: 1 memory would be emptied\nnothing was changed\n$/)
      const done = run(filename, "retain", ...words, "--json")
      assert.containSubset(JSON.parse(done.stdout), {
        operation: "retain",
        total: { memories: 1 },
        retention: { subjectRetentionDays: 30, scopeRetentionDays: { work: 365, other: 1 } },
        bytes: "done",
      })
      assert.match(run(filename, "verify", "nobody").stderr, /about\.since.*--keep/)
      assert.strictEqual(run(filename, "verify", "nobody", "--keep", "since").status, 0)
      const next = run(filename, "retain", ...words, "--dry-run")
      assert.strictEqual(next.stdout, "no memory would be emptied\nnothing was changed\n")
      assert.match(refusal("retain"), /nothing is over its time by itself/)
      assert.match(refusal("retain", "--affect-days", "0"), /from 1/)
      assert.match(refusal("retain", "--scope-days", "care"), /NAME=DAYS/)
      assert.match(refusal("retain", ...words, "--until", "2999-01-01T00:00:00Z"), /not to come/)
    }))

  it("make no store, and say what is missing or misplaced", () =>
    withFolder(async (folder) => {
      const absent = run(join(folder, "none.db"), "report", "person-1")
      assert.strictEqual(absent.status, 1)
      assert.match(absent.stderr, /there is no store/)
      assert.match(refusal("withdraw", "person-1"), /--reason/)
      assert.match(refusal("withdraw"), /PERSON/)
      assert.match(refusal("purge", "person-1"), /--confirm/)
      assert.match(refusal("verify", "p", "--dry-run"), /--dry-run/)
      assert.match(refusal("withdraw", "p", "--reason", "x", "--only", "all"), /affect or persona/)
      assert.match(refusal("serve", "--confirm"), /another command/)
    }))
})
