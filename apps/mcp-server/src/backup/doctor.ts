/**
 * Looks for damage and says what it finds; changes nothing. Exit status 0: sound. 4: something is
 * wrong. 3: others were in the way, which says nothing.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  Analyser,
  checkIndex,
  type Examination,
  examineStore,
  formatOwner,
  type IndexCheck,
  type OldestReader,
  type Owner,
  StoreAdmin,
  StoreError,
} from "reminisce"
import type { Place } from "../Command.ts"
import { say } from "../preflight.ts"
import { numbered } from "../show.ts"
import { storeOpener, type WholeStore } from "./openStore.ts"
import { makeProgress, runOver } from "./runOver.ts"

const DAMAGED = 4
const PAGE = 1_000

const write = (line: string): void => void process.stdout.write(`${line}\n`)

export const doctor = async (place: Place & WholeStore): Promise<number> => {
  const open = await storeOpener(place, false)
  if (typeof open === "string") {
    say(`reminisce-mcp: ${open}`)
    return 1
  }
  const stored = open({ schema: "stored" })
  const examined = Effect.gen(function* () {
    const examination = yield* examineStore(makeProgress("looked at"))
    const indexes = yield* checkIndexes
    return report(place, examination, indexes)
  }).pipe(Effect.provide(Layer.merge(stored, Analyser.layer)))
  return runOver(
    place,
    examined.pipe(
      Effect.catchIf(
        (error) =>
          error instanceof StoreError &&
          error.reason._tag === "NotAStore" &&
          error.reason.rule === "damaged",
        () => Effect.sync(() => damaged(place)),
      ),
    ),
  )
}

interface Indexes {
  /** How many owners' indexes were found so. */
  readonly counts: ReadonlyMap<IndexCheck["_tag"], number>
  readonly damaged: Owner | undefined
}

const checkIndexes = Effect.gen(function* () {
  const admin = yield* StoreAdmin
  const counts = new Map<IndexCheck["_tag"], number>()
  let firstDamaged: Owner | undefined
  for (let after: Owner | undefined; ; ) {
    const owners = yield* admin.owners({ ...(after === undefined ? {} : { after }), limit: PAGE })
    for (const owner of owners) {
      const { _tag } = yield* checkIndex(owner)
      counts.set(_tag, (counts.get(_tag) ?? 0) + 1)
      if (_tag === "Damaged") firstDamaged ??= owner
    }
    after = owners.at(-1)
    if (owners.length < PAGE) return { counts, damaged: firstDamaged } satisfies Indexes
  }
})

const bytes = (count: number): string =>
  count < 1_024 * 1_024
    ? `${Math.ceil(count / 1_024)} KiB`
    : `${(count / (1_024 * 1_024)).toFixed(1)} MiB`

const reader = ({ heldBytes, millis, process: by }: OldestReader): string =>
  [
    by === undefined ? "a process" : `process ${by}`,
    ...(millis === undefined ? [] : [`for ${(millis / 1_000).toFixed(1)} s`]),
    ...(heldBytes === undefined ? [] : [`keeps ${bytes(heldBytes)} of the log`]),
  ].join(", ")

const damaged = ({ filename }: Place): number => {
  write(`${filename}: the engine finds the file damaged and cannot go on. Restore a backup`)
  return DAMAGED
}

const report = (
  { filename }: Place,
  { engine, findings, health, links, owners, records, rows, unsettled }: Examination,
  indexes: Indexes,
): number => {
  write(`${filename}: ${health.engine}, schema ${health.schemaVersion}`)
  const parts = Object.entries(health.parts ?? {}).map(([part, size]) => `${part} ${bytes(size)}`)
  if (health.bytes !== undefined)
    write(`  size: ${bytes(health.bytes)}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`)
  write(
    `  ${numbered(owners, "owner")}, ${numbered(records, "record")}, ${numbered(links, "link")}`,
  )
  const kinds = Object.entries(rows).map(([type, count]) => `${type} ${count}`)
  if (kinds.length > 0) write(`  of them: ${kinds.join(", ")}`)
  if (health.oldestReader !== undefined) write(`  oldest reader: ${reader(health.oldestReader)}`)
  write(`  durable: ${health.durable ? "yes" : "no"}`)
  const states = [...indexes.counts].map(([state, owned]) => `${owned} ${state.toLowerCase()}`)
  write(`  indexes of recall: ${states.length === 0 ? "none" : states.join(", ")}`)
  for (const finding of engine ?? []) write(`  engine: ${finding}`)
  for (const { count, key, rule, type } of findings)
    write(`  ${rule}: ${count} of ${type}${key === "" ? "" : `, such as ${JSON.stringify(key)}`}`)
  if (indexes.damaged !== undefined)
    write(
      `  index: not what the memories of ${formatOwner(indexes.damaged)} say: if nothing else is wrong, run reminisce-mcp reindex`,
    )
  if (unsettled > 0)
    write(`  ${unsettled} owners were written to meanwhile; their indexes were not counted`)
  const isSound =
    (engine ?? []).length === 0 && findings.length === 0 && indexes.damaged === undefined
  write(isSound ? "  sound" : "  not sound")
  return isSound ? 0 : DAMAGED
}
