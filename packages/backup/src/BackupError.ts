/**
 * Why a backup could not be written or brought back. A reason names files, lines and types; of stored
 * words none, and a key only where that is what a person has to look for.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/**
 * The directory does not hold a backup that can be restored, and nothing was written, unless `reason`
 * is `row` and the store was begun: such a store is refused at every opening.
 *
 * `missing`: a file is not there. `not-a-file`: a symbolic link, a folder, a device. `unfinished`: the
 * backup was interrupted. `truncated`, `longer`, `checksum`: a file is not as it was written.
 * `newer-format`, `newer-schema`: made by a newer release. `older-schema`: open the store with the
 * manifest's schema, restore, then upgrade. `schema`: the store lacks types of the backup, or has them
 * otherwise. `manifest`, `row`, `order`, `counts`: whole as it was written, but not by this format.
 */
export class BackupInvalid extends Schema.TaggedError<BackupInvalid>(
  "@reminisce/backup/BackupError/BackupInvalid",
)("BackupInvalid", {
  reason: Schema.Literals([
    "missing",
    "not-a-file",
    "unfinished",
    "truncated",
    "longer",
    "checksum",
    "newer-format",
    "newer-schema",
    "older-schema",
    "schema",
    "manifest",
    "row",
    "order",
    "counts",
    "marks",
    "base",
    "chain",
    "other-store",
    "key",
  ]),
  file: Schema.String,
  /** From 1, where one line is at fault. */
  line: Schema.optionalKey(Schema.Int),
}) {
  override get message(): string {
    const at = this.line === undefined ? "" : `, line ${this.line}`
    return `not a backup that can be restored: ${this.reason} (${this.file}${at})`
  }
}

/** A row holds what looks like a credential; nothing was written. `onSecret: "hold"` restores a memory held. */
export class SecretInBackup extends Schema.TaggedError<SecretInBackup>(
  "@reminisce/backup/BackupError/SecretInBackup",
)("SecretInBackup", {
  type: Schema.String,
  /** Empty where the secret is in the key itself. */
  key: Schema.String,
  field: Schema.String,
  families: Schema.Array(Schema.String),
  /** From 1. */
  line: Schema.Int,
}) {
  override get message(): string {
    return `line ${this.line}: ${this.field} of ${this.type} ${this.key} holds what looks like a credential (${this.families.join(", ")})`
  }
}

/**
 * Changes since the last backup are not kept any more, so that there is no increment on it: make a
 * whole backup. A store keeps as many changes of each owner as its `keepChanges` says.
 */
export class BeyondHorizon extends Schema.TaggedError<BeyondHorizon>(
  "@reminisce/backup/BackupError/BeyondHorizon",
)("BeyondHorizon", {}) {
  override get message(): string {
    return "the store does not keep all changes since that backup any more: make a whole one"
  }
}

/** Restore into a store that has owners: nothing was written. */
export class StoreNotEmpty extends Schema.TaggedError<StoreNotEmpty>(
  "@reminisce/backup/BackupError/StoreNotEmpty",
)("StoreNotEmpty", {}) {
  override get message(): string {
    return "the store is not empty"
  }
}

/** The directory cannot be used. `not-empty`: a backup is written to a new directory or an empty one. */
export class BackupPlace extends Schema.TaggedError<BackupPlace>(
  "@reminisce/backup/BackupError/BackupPlace",
)("BackupPlace", {
  rule: Schema.Literals([
    "not-empty",
    "not-a-folder",
    "missing",
    "permission",
    "read-only",
    "full",
    "input-output",
  ]),
}) {
  override get message(): string {
    return `the directory cannot be used: ${this.rule}`
  }
}
