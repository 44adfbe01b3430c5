import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { endianness } from "node:os"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { oldestReader } from "../src/internal/oldestReader.ts"
import { newFolder } from "./support/place.ts"

/** The head of a log's shared index: so many frames of 4 KiB, so many moved, and where readers stand. */
const sharedIndex = (frames: number, moved: number, marks: ReadonlyArray<number>): Buffer => {
  const index = Buffer.alloc(136)
  const write = (value: number, at: number): void =>
    void (endianness() === "LE" ? index.writeUInt32LE(value, at) : index.writeUInt32BE(value, at))
  if (endianness() === "LE") index.writeUInt16LE(4_096, 14)
  else index.writeUInt16BE(4_096, 14)
  write(frames, 16)
  write(moved, 96)
  for (const [i, mark] of marks.entries()) write(mark, 100 + 4 * i)
  return index
}

/** What another process is told that would write at once. */
const writeElsewhere = (file: string): string => {
  const program = `
    const { DatabaseSync } = require("node:sqlite")
    try { new DatabaseSync(${JSON.stringify(file)}, { timeout: 0 }).exec("BEGIN IMMEDIATE"); console.log("welcome") }
    catch (error) { console.log(error.message) }`
  return execFileSync(process.execPath, ["-e", program], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim()
}

describe("the oldest reader of a file", () => {
  it.effect(
    "is who locks the earliest mark, and keeps what of the log is behind it and not moved",
    () =>
      Effect.gen(function* () {
        const file = path.join(yield* newFolder, "memory.db")
        assert.isUndefined(oldestReader(file))
        fs.writeFileSync(`${file}-shm`, sharedIndex(100, 10, [0, 40, 90, 0xffff_ffff, 0xffff_ffff]))
        const { ino } = fs.statSync(`${file}-shm`)
        const lock = (process: number, mark: number, inode = ino, kind = "READ") =>
          `7: POSIX  ADVISORY  ${kind} ${process} fe:00:${inode} ${123 + mark} ${123 + mark}`
        const told = (...locks: ReadonlyArray<string>) =>
          oldestReader(file, `${locks.join("\n")}\n`, 1)
        assert.isUndefined(
          told(lock(1, 1), lock(5, 1, ino + 1), lock(5, 1, ino, "WRITE"), lock(5, 5)),
        )
        const both = [lock(5, 2), lock(6, 1)]
        assert.deepStrictEqual(told(...both), { process: 6, heldBytes: 60 * 4_096 })
        assert.deepStrictEqual(told(lock(5, 2)), { process: 5, heldBytes: 10 * 4_096 })
        // A reader of the file alone keeps the whole log out of it.
        assert.deepStrictEqual(told(...both, lock(8, 0)), { process: 8, heldBytes: 90 * 4_096 })
        fs.writeFileSync(`${file}-shm`, "half")
        assert.isUndefined(told(...both))
      }).pipe(Effect.scoped),
  )

  it.effect("is looked up without dropping a lock that this process has on the file", () =>
    Effect.gen(function* () {
      const file = path.join(yield* newFolder, "memory.db")
      const database = new DatabaseSync(file)
      database.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)")
      const { ino } = fs.statSync(`${file}-shm`)
      database.exec("BEGIN IMMEDIATE; INSERT INTO t VALUES (2)")
      const reader = `7: POSIX  ADVISORY  READ 4711 fe:00:${ino} 124 124`
      for (let i = 0; i < 2; i++) assert.strictEqual(oldestReader(file, reader, 1)?.process, 4711)
      assert.strictEqual(writeElsewhere(file), "database is locked")
      database.exec("COMMIT")
      database.close()
    }).pipe(Effect.scoped),
  )
})
