/**
 * Takes a store of an older schema version to this library's: a backup, checks that change nothing,
 * then small plans under a mark, so that an interrupted upgrade is refused by every other opening and
 * goes on where it is begun again.
 *
 * @module
 */
import type { Guard } from "@reminisce/guard"
import { memorySchema } from "@reminisce/schema"
import {
  Durability,
  extensionFault,
  MemoryStore,
  type Owner,
  quietSpan,
  StoreAdmin,
  StoreError,
  type StoreSchema,
  type StoreWork,
  typeNamed,
  Unfinished,
} from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Backup } from "./Backup.ts"
import type { BackupInvalid, BackupPlace, BeyondHorizon } from "./BackupError.ts"
import type { Manifest } from "./Manifest.ts"
import { AspectTaken, NameTaken, NoUpgrade } from "./UpgradeRefusal.ts"
import { memoryUpgrades, type UpgradeStep } from "./UpgradeStep.ts"

/** Opens the store at its place, each time anew. With the deriver of whatever index it holds. */
export type OpenForUpgrade = (opening: {
  readonly schema: StoreSchema | "stored"
  readonly during?: StoreWork
}) => Layer.Layer<MemoryStore | StoreAdmin, StoreError>

export interface UpgradeOptions {
  readonly open: OpenForUpgrade
  /** Where the backup goes that is made before anything else: a new or empty directory. */
  readonly backup: string
  /** Default: `memorySchema`, by `memoryUpgrades`. */
  readonly to?: { readonly schema: StoreSchema; readonly steps: ReadonlyArray<UpgradeStep> }
}

export type UpgradeReport =
  | { readonly _tag: "Current"; readonly version: number }
  | {
      readonly _tag: "Upgraded"
      readonly from: number
      readonly to: number
      /** Undefined when an interrupted upgrade went on: its backup had been made. */
      readonly manifest: Manifest | undefined
    }

type Failure =
  | StoreError
  | BackupInvalid
  | BackupPlace
  | BeyondHorizon
  | NoUpgrade
  | NameTaken
  | AspectTaken

/** Owners asked for at once; rows looked at in one view. */
const OWNERS = 1_000
const PAGE = 1_000

/** Nobody else may write meanwhile: whoever has the store open is refused from the mark on. */
export const upgradeStore = Effect.fnUntraced(function* ({
  open,
  backup,
  to = { schema: memorySchema, steps: memoryUpgrades },
}: UpgradeOptions): Effect.fn.Return<UpgradeReport, Failure, Guard> {
  const { version } = to.schema
  const begun = yield* Effect.scoped(prepare(open, backup, to))
  if (begun === undefined) return { _tag: "Current", version }
  const { from, steps, manifest } = begun
  const schema = { ...to.schema, version: from }
  yield* Effect.scoped(
    Effect.gen(function* () {
      const { store, admin } = yield* built(open({ schema, during: "upgrading" }))
      for (const { convert } of steps) {
        if (convert !== undefined)
          yield* forEachOwner(admin, (owner) => convertOwner(store, owner, convert)).pipe(
            Effect.provideService(Durability, "repeatable"),
          )
      }
      yield* admin.finish({ version })
    }),
  )
  return { _tag: "Upgraded", from, to: version, manifest }
}, quietSpan("Backup.upgradeStore"))

interface Opened {
  readonly store: MemoryStore["Service"]
  readonly admin: StoreAdmin["Service"]
  readonly context: Context.Context<MemoryStore | StoreAdmin>
}

const built = (layer: ReturnType<OpenForUpgrade>): Effect.Effect<Opened, StoreError, Scope.Scope> =>
  Effect.map(Layer.build(Layer.fresh(layer)), (context) => ({
    store: Context.get(context, MemoryStore),
    admin: Context.get(context, StoreAdmin),
    context,
  }))

/** Up to the mark. Undefined when there is nothing to do. */
const prepare = Effect.fnUntraced(function* (
  open: OpenForUpgrade,
  directory: string,
  to: NonNullable<UpgradeOptions["to"]>,
) {
  const opened = yield* Effect.map(built(open({ schema: "stored" })), (unmarked) => ({
    ...unmarked,
    isMarked: false,
  })).pipe(
    Effect.catchIf(
      ({ reason }) => reason._tag === "Unfinished",
      () =>
        Effect.map(built(open({ schema: "stored", during: "upgrading" })), (marked) => ({
          ...marked,
          isMarked: true,
        })),
    ),
  )
  const { store, admin } = opened
  const stored = store.schema
  if (stored.version === to.schema.version) {
    // A newer release has begun it, and alone knows the way.
    if (opened.isMarked) return yield* unfinished
    return undefined
  }
  if (opened.isMarked) {
    const steps = yield* stepsBetween(to, stored.version)
    return { from: stored.version, steps, manifest: undefined }
  }
  const manifest =
    stored.version > to.schema.version ? undefined : (yield* backUp(opened, directory)).manifest
  const steps = yield* stepsBetween(to, stored.version)
  yield* requireNames(stored, to.schema, steps)
  for (const aspect of steps.flatMap(({ reserves = [] }) => reserves)) {
    const count = yield* countAspect(store, admin, aspect)
    if (count > 0) return yield* new AspectTaken({ aspect, count })
  }
  yield* admin.begin("upgrading")
  return { from: stored.version, steps, manifest }
})

const unfinished = Effect.fail(
  new StoreError({ operation: "open", reason: new Unfinished({ work: "upgrading" }) }),
)

const backUp = ({ context }: Opened, directory: string) =>
  Effect.flatMap(Backup, (service) => service.backup(directory)).pipe(
    Effect.provide(Backup.layer.pipe(Layer.provide(Layer.succeedContext(context)))),
  )

const stepsBetween = (
  { schema, steps }: NonNullable<UpgradeOptions["to"]>,
  from: number,
): Effect.Effect<ReadonlyArray<UpgradeStep>, NoUpgrade> => {
  const taken = steps.filter(({ before }) => before.version >= from)
  const isWhole =
    from < schema.version &&
    taken.length === schema.version - from &&
    taken.every(({ before }, i) => before.version === from + i)
  return isWhole
    ? Effect.succeed(taken)
    : Effect.fail(new NoUpgrade({ stored: from, expected: schema.version }))
}

/** A host may have given a type or an attribute a name that the library takes now, even in the same sense. */
const requireNames = (
  stored: StoreSchema,
  target: StoreSchema,
  steps: ReadonlyArray<UpgradeStep>,
): Effect.Effect<void, NameTaken> => {
  const before = steps[0]?.before ?? target
  const names = (schema: StoreSchema): ReadonlyArray<string> => {
    const types = { ...schema.records, ...schema.links }
    return [
      ...Object.entries(types).flatMap(([type, { attributes }]) => [
        type,
        ...Object.keys(attributes).map((attribute) => `${type}.${attribute}`),
      ]),
      ...Object.keys(schema.indexes).map((index) => `index ${index}`),
      ...Object.keys(schema.spaces).map((space) => `space ${space}`),
    ]
  }
  const had = new Set(names(before))
  const has = new Set(names(stored))
  const taken = names(target).find((name) => !had.has(name) && has.has(name))
  if (taken !== undefined) return Effect.fail(new NameTaken({ name: taken }))
  const fault = extensionFault(stored, { ...target })
  return fault === undefined ? Effect.void : Effect.fail(new NameTaken({ name: fault }))
}

const countAspect = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  admin: StoreAdmin["Service"],
  aspect: string,
): Effect.fn.Return<number, StoreError> {
  let count = 0
  if (typeNamed(store.schema.records, "memory") === undefined) return 0
  yield* forEachOwner(admin, (owner) =>
    Effect.gen(function* () {
      for (let after: string | undefined; ; ) {
        const options = { ...(after === undefined ? {} : { after }), limit: PAGE }
        const memories = yield* store.read(owner, (view) => view.scan("memory", options))
        for (const { attributes } of memories) {
          const { aspects } = attributes
          if (Array.isArray(aspects) && aspects.includes(aspect)) count++
        }
        after = memories.at(-1)?.key
        if (memories.length < PAGE) return
      }
    }),
  )
  return count
})

const forEachOwner = Effect.fnUntraced(function* (
  admin: StoreAdmin["Service"],
  use: (owner: Owner) => Effect.Effect<void, StoreError>,
): Effect.fn.Return<void, StoreError> {
  for (let after: Owner | undefined; ; ) {
    const options = { ...(after === undefined ? {} : { after }), limit: OWNERS }
    const owners = yield* admin.owners(options)
    for (const owner of owners) yield* use(owner)
    after = owners.at(-1)
    if (owners.length < OWNERS) return
  }
})

const convertOwner = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  convert: NonNullable<UpgradeStep["convert"]>,
): Effect.fn.Return<void, StoreError> {
  for (let after: string | undefined; ; ) {
    const from = after
    after = yield* store.update(owner, (view) =>
      Effect.map(convert(view, from), ({ draft, next }) => ({ answer: next, draft })),
    )
    if (after === undefined) return
  }
})
