/**
 * The service that every door of the store calls before it writes: it refuses what looks like a credential.
 * It knows shapes and not intent; what to do about anything else is the host's policy.
 *
 * @module
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type CompiledGuard, compileGuard, type FieldFinding } from "./compileGuard.ts"
import { families } from "./families.ts"
import type { GuardField, GuardVerdict } from "./GuardField.ts"
import type { GuardOptions, Severity } from "./GuardOptions.ts"
import { InvalidRule } from "./InvalidRule.ts"
import { SecretRefused } from "./SecretRefused.ts"

const plainName = /^[\w.[\]-]{1,80}$/

/** A field's own name, unless it could carry words of the caller. */
const nameOf = (guard: CompiledGuard, fields: ReadonlyArray<GuardField>, index: number): string => {
  const name = fields[index]?.field ?? ""
  const isPlain = plainName.test(name) && guard.scan([{ field: "", text: name }]).length === 0
  return isPlain ? name : `fields[${index}]`
}

/** Tells whoever watches that a write was refused, by place and family alone. */
const announce = Effect.fnUntraced(function* (refused: SecretRefused) {
  const span = yield* Effect.option(Effect.currentSpan)
  if (Option.isNone(span)) return
  const now = yield* Clock.currentTimeNanos
  span.value.event("guard.refused", now, {
    field: refused.field,
    families: refused.families.join(","),
  })
})

const secondOpinions = Effect.fnUntraced(function* (
  options: GuardOptions,
  fields: ReadonlyArray<GuardField>,
) {
  const findings: Array<FieldFinding> = []
  for (const engine of options.engines ?? []) {
    for (const finding of yield* engine.scan(fields)) {
      findings.push({ index: finding.index, families: [finding.family] })
    }
  }
  return findings
})

const make = (compiled: () => CompiledGuard, options: GuardOptions): Guard["Service"] => {
  const severityOf = (family: string): Severity => options.severity?.[family] ?? "refuse"
  const check = Effect.fnUntraced(function* (fields: ReadonlyArray<GuardField>) {
    const guard = compiled()
    const own = guard.scan(fields)
    if (own.length === 0 && options.engines === undefined) return "clear" as const
    const findings = [...own, ...(yield* secondOpinions(options, fields))]
    const refusing = findings
      .filter((finding) => finding.families.some((family) => severityOf(family) === "refuse"))
      .sort((left, right) => left.index - right.index)
    const first = refusing[0]
    if (first !== undefined) {
      const names = refusing
        .filter((finding) => finding.index === first.index)
        .flatMap((finding) => finding.families)
      const refused = new SecretRefused({
        field: nameOf(guard, fields, first.index),
        families: Array.from(new Set(names)).sort(),
      })
      yield* announce(refused)
      return yield* refused
    }
    const held = Array.from(new Set(findings.flatMap((finding) => finding.families))).sort()
    return held.length === 0 ? ("clear" as const) : { held }
  })
  return {
    check,
    get version() {
      return compiled().version
    },
  }
}

const onFirstUse = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The guard. */
export class Guard extends Context.Service<
  Guard,
  {
    /**
     * Scans every field as it will be stored. Fails with the first refused field and all families found in it.
     * Pure computation in linear time, no input or output, unless a second engine is configured. Repeatable.
     */
    readonly check: (
      fields: ReadonlyArray<GuardField>,
    ) => Effect.Effect<GuardVerdict, SecretRefused>
    /** Names the rules in force, for the manifests of backups. Changes whenever a rule, a reading or the policy does. */
    readonly version: string
  }
>()("@reminisce/guard/Guard") {
  /** The built-in table; every family refuses. It is compiled at the first use, so that who only reads never waits. */
  static readonly layer: Layer.Layer<Guard> = Layer.sync(Guard, () =>
    make(
      onFirstUse(() => compileGuard(families)),
      {},
    ),
  )

  /** The built-in table with a host's policy. Fails when a row of its families is malformed. */
  static readonly layerWith = (options: GuardOptions): Layer.Layer<Guard, InvalidRule> =>
    Layer.effect(
      Guard,
      Effect.try({
        try: () => {
          const compiled = compileGuard(families, options)
          return make(() => compiled, options)
        },
        catch: (cause) =>
          cause instanceof InvalidRule
            ? cause
            : new InvalidRule({ rule: "", problem: "the table cannot be compiled" }),
      }),
    )
}
