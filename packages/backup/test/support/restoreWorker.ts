/**
 * A restore, its index with it, that is killed at one of its steps: `restoreWorker.ts FILE BACKUP
 * STEP`. Says how many steps there were if it lived.
 *
 * @module
 */
import { Guard } from "@reminisce/guard"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Backup } from "../../src/index.ts"
import { hostSchema } from "./richStore.ts"
import { makeStepping } from "./steppingStore.ts"

const [filename = "", directory = "", at = ""] = process.argv.slice(2)
const { open, steps } = makeStepping(Number(at))

const restored = Effect.flatMap(Backup, ({ restore }) => restore(directory, { onSecret: "hold" }))
const layer = Backup.layer.pipe(
  Layer.provide(open({ filename, schema: hostSchema })),
  Layer.provide(Guard.layer),
)
await Effect.runPromise(Effect.provide(restored, layer))
process.stdout.write(String(steps()))
