/**
 * Compacts a file where memory is free for it, then where there is none, and says what became of each
 * and whether that took temporary files. Arguments: file, SQLite's folder for temporary files.
 *
 * @module
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { withStore } from "./place.ts"

const [filename = "", folder = ""] = process.argv.slice(2)

/** Names that came into the folder and may be gone again: the system keeps them in order until they are read. */
const names: Array<string> = []
let look = (): void => undefined
const watcher = fs.watch(folder, (_, name) => {
  names.push(name ?? "")
  look()
})
/** All names before that of a file which is made now. */
const namesUntil = (mark: string) =>
  Effect.callback<ReadonlyArray<string>>((resume) => {
    look = () => {
      if (names.includes(mark)) resume(Effect.succeed(names.splice(0)))
    }
    fs.writeFileSync(path.join(folder, mark), "")
  })

await Effect.runPromise(
  withStore({ filename }, ({ admin }) =>
    Effect.forEach(
      [4 * 1_024 * 1_024 * 1_024, 0],
      Effect.fnUntraced(function* (free) {
        process.availableMemory = () => free
        const outcome = yield* admin.compact({ deadlineMillis: 50_000 })
        const seen = yield* namesUntil(`mark-${free}`)
        const isInFiles = seen.some((name) => name.startsWith("etilqs"))
        fs.writeSync(1, `${outcome} in ${isInFiles ? "files" : "memory"}\n`)
      }),
    ),
  ),
)
watcher.close()
