/**
 * What sealing costs: time to seal and to open the words of one memory, with keys in memory and in a
 * folder, and how many bytes they take. `--json FILE`.
 *
 * @module
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { Sealer, type SealerShape } from "@reminisce/schema"
import { layerSealer, SubjectKeys } from "@reminisce/sealing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeCorpus } from "./recall/corpus.ts"

const { values: args } = parseArgs({ options: { json: { type: "string" } } })
const COUNT = 10_000
const owner = { kind: "bench", name: "sealing" }
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-bench-"))
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }))

const memories = makeCorpus(COUNT).memories(0, COUNT)
const figures: Array<object> = []

const measure = async (name: string, keys: Layer.Layer<SubjectKeys>): Promise<void> => {
  const sealer = await Effect.runPromise(
    Sealer.pipe(Effect.provide(Layer.provide(layerSealer(), keys))),
  )
  if (sealer === undefined) throw new Error("no sealer")
  const turn = (
    run: (sealer: SealerShape, i: number) => Effect.Effect<unknown, unknown>,
  ): number => {
    const start = process.threadCpuUsage()
    for (let i = 0; i < COUNT; i++) Effect.runSync(Effect.orDie(run(sealer, i)))
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / COUNT
  }
  const place = (i: number) => ({ owner, type: "memory", key: memories[i]?.key ?? "" })
  const sealed: Array<string> = []
  const seal = (each: SealerShape, i: number) =>
    Effect.map(
      each.seal(place(i), ["person-1"], { content: memories[i]?.content ?? "" }),
      (text) => {
        sealed[i] = text
      },
    )
  const open = (each: SealerShape, i: number) => each.open(place(i), sealed[i] ?? "")
  turn(seal)
  const sealMicros = turn(seal)
  const openMicros = turn(open)
  const plain = memories.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) / COUNT
  const bytes = sealed.reduce((sum, text) => sum + text.length, 0) / COUNT
  figures.push({ name, sealMicros, openMicros, plainBytes: plain, sealedBytes: bytes })
  say(
    `keys in ${name}: seal ${sealMicros.toFixed(0)} µs, open ${openMicros.toFixed(0)} µs, ${plain.toFixed(0)} bytes of words take ${bytes.toFixed(0)}`,
  )
}

const heading = `${os.cpus()[0]?.model} x ${os.cpus().length}, Node ${process.version}, load ${os.loadavg()[0]?.toFixed(1)}`
say(`${heading}\n${COUNT} memories, computing of one each\n`)
await measure("memory", SubjectKeys.layerMemory)
await measure("a folder", SubjectKeys.layerFolder(path.join(folder, "keys")))
if (args.json !== undefined)
  fs.writeFileSync(args.json, JSON.stringify({ heading, figures }, undefined, 2))
