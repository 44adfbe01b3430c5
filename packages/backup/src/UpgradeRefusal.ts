/**
 * Why a store was not upgraded. Each is found before anything is changed; the backup is there all the same.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** There is no way from the store's version to this library's: it is newer, or older than any that is known. */
export class NoUpgrade extends Schema.TaggedError<NoUpgrade>(
  "@reminisce/backup/UpgradeRefusal/NoUpgrade",
)("NoUpgrade", { stored: Schema.Int, expected: Schema.Int }) {
  override get message(): string {
    return `there is no upgrade from schema version ${this.stored} to ${this.expected}`
  }
}

/** A host's type, attribute, index or space has a name that the library takes from the next version on. */
export class NameTaken extends Schema.TaggedError<NameTaken>(
  "@reminisce/backup/UpgradeRefusal/NameTaken",
)("NameTaken", { name: Schema.String }) {
  override get message(): string {
    return `the name is taken: ${this.name}`
  }
}

/** So many memories have an aspect that belongs to the library from the next version on. */
export class AspectTaken extends Schema.TaggedError<AspectTaken>(
  "@reminisce/backup/UpgradeRefusal/AspectTaken",
)("AspectTaken", { aspect: Schema.String, count: Schema.Int }) {
  override get message(): string {
    return `the aspect is taken: ${this.aspect}, by ${this.count} memories`
  }
}
