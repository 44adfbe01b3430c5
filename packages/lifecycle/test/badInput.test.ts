// Verifies: GU-05, GU-06, ST-19, ST-20
import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@reminisce/lifecycle"
import type { RememberRequest } from "@reminisce/schema"
import type { Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { alice, note, world } from "./support/world.ts"
import { everythingStored, plantAll, type Refusal } from "./support/writers.ts"

describe("bad input", () => {
  const bad: ReadonlyArray<
    readonly [string, (it: Lifecycle["Service"]) => Effect.Effect<unknown, Refusal>, string]
  > = [
    ["no owner", (it) => it.remember(undefined as unknown as Owner, note("x")), "owner: type"],
    ["an owner without a name", (it) => it.forget({ kind: "a", name: "" }, "a"), "name: empty"],
    [
      "a colon in an owner's kind",
      (it) => it.forget({ kind: "a:b", name: "c" }, "a"),
      "kind: colon",
    ],
    [
      "an owner's name too long",
      (it) => it.forget({ kind: "a", name: "é".repeat(129) }, "a"),
      "name: over its cap of 256",
    ],
    [
      "an unknown field of an owner",
      (it) => it.forget({ ...alice, tenant: "x" } as Owner, "a"),
      "owner: unknown-field",
    ],
    ["no request", (it) => it.remember(alice, null as unknown as RememberRequest), "memory: type"],
    [
      "an unknown aspect",
      (it) => it.remember(alice, note("x", { aspects: ["dream"] })),
      "aspects: unknown-aspect",
    ],
    [
      "a reserved aspect",
      (it) => it.supersede(alice, "a", note("x", { aspects: ["persona"] })),
      "aspects: reserved-aspect",
    ],
    [
      "no list of requests",
      (it) => it.rememberMany(alice, {} as ReadonlyArray<RememberRequest>),
      "memories: type",
    ],
    ["an empty key", (it) => it.forget(alice, ""), "key: empty"],
    ["a key too long", (it) => it.fulfil(alice, "k".repeat(129)), "key: over its cap of 128"],
    [
      "a key with a lone surrogate",
      (it) => it.unforget(alice, "a\ud800"),
      "key: malformed-unicode",
    ],
    ["a key with a NUL", (it) => it.forget(alice, "a\u0000"), "key: control-character"],
    ["a key that is no text", (it) => it.forget(alice, 7 as unknown as string), "key: type"],
    [
      "a reason too long",
      (it) => it.forget(alice, "a", { reason: "x".repeat(2_049) }),
      "reason: over its cap of 2048",
    ],
    ["an empty reason", (it) => it.forget(alice, "a", { reason: "" }), "reason: empty"],
    [
      "an unknown option",
      (it) => it.forget(alice, "a", { because: "x" } as object),
      "options: unknown-field",
    ],
    [
      "options that are none",
      (it) => it.forget(alice, "a", "x" as unknown as object),
      "options: type",
    ],
    [
      "a reviewer too long",
      (it) => it.fulfil(alice, "a", { reviewedBy: "x".repeat(257) }),
      "reviewedBy: over its cap of 256",
    ],
    ["an act that is no key", (it) => it.fulfil(alice, "a", { by: "" }), "by: empty"],
    [
      "keys that are no list",
      (it) => it.markRecalled(alice, "a" as unknown as ReadonlyArray<string>),
      "keys: type",
    ],
    [
      "an unknown kind of relation",
      (it) => it.relate(alice, "likeness" as "association", ["a", "b"]),
      "kind: not-one-of",
    ],
    [
      "a member that is no claim",
      (it) => it.relate(alice, "association", ["a", {} as string]),
      "members: not-one-of",
    ],
  ]
  it.effect.each(bad)("%s is refused by field and rule", ([, write, expected]) =>
    Effect.gen(function* () {
      yield* plantAll
      const before = yield* everythingStored
      const refusal = yield* Effect.flip(write(yield* Lifecycle))
      assert.strictEqual(refusal.message, expected)
      assert.deepStrictEqual(yield* everythingStored, before)
    }).pipe(Effect.provide(world())),
  )
})
