/**
 * What a backup says of itself: its format, the schema of its rows, how many there are, and by which
 * sums its files are known. Its fields have a fixed order; equal stores have equal manifests.
 *
 * @module
 */
import { createHash } from "node:crypto"
import { compareText, type StoreSchema, schemaFault } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { BackupInvalid, type BackupPlace } from "./BackupError.ts"
import { MANIFEST, MARKS, ROWS, readWhole, requireDirectory, SUMS } from "./internal/files.ts"

/** Version of the format: see docs/backup.md. */
export const FORMAT = 1
/** Of an increment, which is not a backup by itself. */
export const INCREMENT_FORMAT = 2

const Attribute = Schema.Struct({
  kind: Schema.Literals(["text", "integer", "instant", "boolean"]),
  cardinality: Schema.Literals(["one", "optional", "many"]),
})
const AttributeTypes = Schema.Record(Schema.String, Attribute)
const RecordTypes = Schema.Record(
  Schema.String,
  Schema.Struct({
    attributes: AttributeTypes,
    slotted: Schema.optionalKey(Schema.Boolean),
    droppable: Schema.optionalKey(Schema.Boolean),
  }),
)
const Role = Schema.Struct({ name: Schema.String, players: Schema.Array(Schema.String) })
const LinkTypes = Schema.Record(
  Schema.String,
  Schema.Struct({
    attributes: AttributeTypes,
    roles: Schema.Array(Role),
    symmetric: Schema.optionalKey(Schema.Boolean),
  }),
)
const Index = Schema.Struct({ type: Schema.String, attributes: Schema.Array(Schema.String) })
const Counts = Schema.Record(Schema.String, Schema.Int)

export const Manifest = Schema.Struct({
  format: Schema.Int,
  schema: Schema.Struct({
    version: Schema.Int,
    records: RecordTypes,
    links: LinkTypes,
    indexes: Schema.Record(Schema.String, Index),
    spaces: Schema.Record(Schema.String, Schema.Struct({ tracked: Schema.Boolean })),
  }),
  /** Version of the guard that was in force where the backup was made. */
  guard: Schema.String,
  owners: Schema.Int,
  /** By type; a type without rows is left out. */
  records: Counts,
  links: Counts,
  /** Of an increment alone: the sum of the manifest it goes on from. */
  base: Schema.optionalKey(Schema.String),
  /** Of `owners.jsonl`. */
  bytes: Schema.Int,
  sha256: Schema.String,
})
export interface Manifest extends Schema.Schema.Type<typeof Manifest> {}

/** Most bytes a manifest may have. */
const MOST = 16 * 1024 * 1024

export const sha256Of = (bytes: string | Buffer): string =>
  createHash("sha256").update(bytes).digest("hex")

/** Objects by name, all the way down. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b))
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]))
}

export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify(sorted(manifest), undefined, 1)}\n`

/** As `sha256sum` writes and checks it. `marks` is the sum of the file of marks, where there is one. */
export const sumsText = (manifest: string, rows: string, marks?: string): string =>
  `${sha256Of(manifest)}  ${MANIFEST}\n${marks === undefined ? "" : `${marks}  ${MARKS}\n`}${rows}  ${ROWS}\n`

const decode = Schema.decodeUnknownOption(Manifest, { onExcessProperty: "error" })

/** Reads and checks what a directory says of its backup, but not its rows. Needs no store. */
export const readManifest = (
  directory: string,
): Effect.Effect<Manifest, BackupInvalid | BackupPlace> =>
  Effect.map(readSums(directory), ({ manifest }) => manifest)

/** The manifest with the sum that the file of marks must have, if there is to be one. */
export const readSums = (
  directory: string,
): Effect.Effect<
  { readonly manifest: Manifest; readonly marks: string | undefined },
  BackupInvalid | BackupPlace
> =>
  Effect.gen(function* () {
    const refused = (reason: BackupInvalid["reason"], file = MANIFEST) =>
      new BackupInvalid({ reason, file })
    yield* requireDirectory(directory)
    const sums = yield* readWhole(directory, SUMS, MOST).pipe(
      // It is written last.
      Effect.catchIf(
        (error) => error._tag === "BackupInvalid" && error.reason === "missing",
        () => Effect.fail(refused("unfinished", SUMS)),
      ),
    )
    const bytes = yield* readWhole(directory, MANIFEST, MOST)
    const listed = sums.toString().split("\n")
    if (!listed.includes(`${sha256Of(bytes)}  ${MANIFEST}`)) return yield* refused("checksum")
    const given = parse(bytes.toString())
    if (isNewer(given)) return yield* refused("newer-format")
    const manifest = Option.getOrUndefined(decode(given))
    if (manifest === undefined || schemaFault(manifest.schema) !== undefined)
      return yield* refused("manifest")
    const text = manifestText(manifest)
    if (text !== bytes.toString()) return yield* refused("manifest")
    if ((manifest.base === undefined ? FORMAT : INCREMENT_FORMAT) !== manifest.format)
      return yield* refused("manifest")
    const marks = marksSum(sums.toString())
    if (sumsText(text, manifest.sha256, marks) !== sums.toString())
      return yield* refused("checksum", SUMS)
    return { manifest, marks }
  })

const marksSum = (sums: string): string | undefined =>
  new RegExp(`^([0-9a-f]{64})  ${MARKS}$`, "m").exec(sums)?.[1]

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A newer manifest may have other fields: its number is all that is looked at. */
const isNewer = (given: unknown): boolean =>
  typeof given === "object" &&
  given !== null &&
  "format" in given &&
  typeof given.format === "number" &&
  given.format > INCREMENT_FORMAT

/** A schema as a manifest has it; what is not said there is its default. */
export const toManifestSchema = (schema: StoreSchema): Manifest["schema"] => ({
  version: schema.version,
  records: mapTypes(schema.records, ({ attributes, slotted, droppable }) => ({
    attributes: mapTypes(attributes, ({ kind, cardinality }) => ({ kind, cardinality })),
    ...(slotted === true ? { slotted } : {}),
    ...(droppable === true ? { droppable } : {}),
  })),
  links: mapTypes(schema.links, ({ attributes, roles, symmetric }) => ({
    attributes: mapTypes(attributes, ({ kind, cardinality }) => ({ kind, cardinality })),
    roles: roles.map(({ name, players }) => ({ name, players: [...players] })),
    ...(symmetric === true ? { symmetric } : {}),
  })),
  indexes: mapTypes(schema.indexes, ({ type, attributes }) => ({
    type,
    attributes: [...attributes],
  })),
  spaces: mapTypes(schema.spaces, ({ tracked }) => ({ tracked })),
})

const mapTypes = <T, U>(
  types: { readonly [name: string]: T },
  to: (type: T) => U,
): { readonly [name: string]: U } =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, to(type)]))
