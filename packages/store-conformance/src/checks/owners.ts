/**
 * Owners never meet, whatever they are called, and the store can name them all.
 * Verifies: ST-12, ST-13, ST-14, ST-15, ST-17, ST-20
 *
 * @module
 */
import { allLinked, compareText, formatOwner, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { ODD_OWNERS } from "../internal/arbitraries.ts"
import { holds, item, linkRef, page, part, ref } from "../internal/drafts.ts"
import { dump, inPages } from "../internal/dump.ts"
import { expectEqual, expectRefusal } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { alice, bob, type Opened, read, sequenceOf, write } from "../internal/opened.ts"
import { suiteSchema } from "../internal/suiteSchema.ts"

const { onNew } = group("owners")

const sorted = (owners: ReadonlyArray<Owner>): ReadonlyArray<string> =>
  owners.map(formatOwner).sort(compareText)

/** The same keys for every owner, with what is theirs alone in every place a value can be. */
const fill = (opened: Opened, owner: Owner, mine: string, rank: number) =>
  write(
    opened,
    {
      create: [
        item("k", { label: mine, note: mine, rank, tags: [mine, "all"] }),
        part("k", { note: mine }),
      ],
      link: [holds("k", ref("part", "k"), { notes: [mine] })],
      ...(opened.store.capabilities.transactionalPages
        ? { pages: [page("loose", "a", 0, rank), page("followed", "a", 0, rank)] }
        : {}),
    },
    owner,
  )

export const ownerChecks = [
  onNew("see their own and nothing else, however alike their names are", (opened) =>
    Effect.gen(function* () {
      const withPages = opened.store.capabilities.transactionalPages
      for (const [i, owner] of ODD_OWNERS.entries())
        yield* fill(opened, owner, `only ${i} has this`, i)
      for (const [i, owner] of ODD_OWNERS.entries()) {
        const all = yield* read(opened, (view) => dump(suiteSchema, view, withPages), owner)
        const text = JSON.stringify(all)
        const found = ODD_OWNERS.flatMap((_, j) =>
          text.includes(`"only ${j} has this"`) ? [j] : [],
        )
        expectEqual(found, [i], "whose words it sees")
        expectEqual(all.sequence, 1)
        expectEqual(all.owner, owner)
        yield* read(
          opened,
          (view) =>
            Effect.gen(function* () {
              expectEqual(yield* view.count("itemByTag", ["all"]), 1)
              expectEqual(yield* view.slots("item"), 1)
              if (!withPages) return
              const [bytes] = yield* view.page("loose", [{ name: "a", number: 0 }])
              expectEqual(bytes, Uint8Array.of(i))
              const [since] = yield* view.pagesSince("followed", 0)
              expectEqual(since?.bytes, Uint8Array.of(i))
            }),
          owner,
        )
      }
    }),
  ),

  onNew("are refused another's keys as keys that nobody has", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, {
        create: [item("a"), part("p")],
        link: [holds("a", ref("part", "p"))],
      })
      yield* write(opened, { create: [item("mine")] }, bob)
      const onBob = (draft: Parameters<typeof write>[1]) => write(opened, draft, bob)
      const told = (rule: string) => `update: PlanRefused rule=${rule}`
      for (const known of [true, false]) {
        const key = known ? "a" : "nobody's"
        const held = known ? "p" : "nobody's"
        const link = holds(key, ref("part", held))
        yield* expectRefusal(
          onBob({ set: [{ ...ref("item", key), attributes: { rank: 1 } }] }),
          told("no-such type=item"),
        )
        yield* expectRefusal(
          onBob({ link: [holds("mine", ref("part", held))] }),
          told("no-such-end type=part"),
        )
        yield* expectRefusal(
          onBob({ link: [holds(key, ref("item", "mine"))] }),
          told("no-such-end type=item"),
        )
        yield* expectRefusal(onBob({ unlink: [linkRef(link)] }), told("no-such type=holds"))
        yield* expectRefusal(onBob({ drop: [ref("part", held)] }), told("no-such type=part"))
        yield* read(
          opened,
          (view) =>
            Effect.gen(function* () {
              expectEqual(yield* view.get("item", [key]), [undefined])
              expectEqual(yield* view.getLinks("holds", [linkRef(link).key]), [undefined])
              expectEqual(yield* allLinked(view, "holds", "part", [ref("part", held)]), [])
            }),
          bob,
        )
      }
      yield* write(opened, { create: [item("a", { note: "bob's own" })] }, bob)
      const [found] = yield* read(opened, (view) => view.get("item", ["a"]), alice)
      expectEqual(found?.attributes.note, undefined)
    }),
  ),

  onNew("lose nothing when another drops, unlinks and unsets the same keys", (opened) =>
    Effect.gen(function* () {
      for (const [i, owner] of [alice, bob].entries()) yield* fill(opened, owner, `word ${i}`, i)
      const all = read(opened, (view) =>
        dump(suiteSchema, view, opened.store.capabilities.transactionalPages),
      )
      const before = yield* all
      yield* write(
        opened,
        {
          unlink: [linkRef(holds("k", ref("part", "k")))],
          drop: [ref("part", "k")],
          unset: [{ ...ref("item", "k"), attributes: ["note", "tags"] }],
        },
        bob,
      )
      expectEqual(yield* all, before)
    }),
  ),

  onNew("are named in the order of UTF-8, any number at a time, each once", (opened) =>
    Effect.gen(function* () {
      for (const [i, owner] of ODD_OWNERS.entries()) yield* fill(opened, owner, `word ${i % 2}`, i)
      for (const limit of [1, 4, 1_000]) {
        const all = yield* inPages(limit, (after: Owner | undefined) =>
          opened.admin.owners({ ...(after && { after }), limit }),
        )
        expectEqual(all.map(formatOwner), sorted(ODD_OWNERS))
        const some = yield* inPages(limit, (after: Owner | undefined) =>
          opened.admin.ownersWith("itemByTag", ["word 1"], { ...(after && { after }), limit }),
        )
        expectEqual(some.map(formatOwner), sorted(ODD_OWNERS.filter((_, i) => i % 2 === 1)))
      }
      expectEqual(yield* opened.admin.ownersWith("itemByTag", ["nobody's"], { limit: 9 }), [])
      const everyone = yield* opened.admin.ownersWith("itemByLive", [true], { limit: 1_000 })
      expectEqual(everyone.length, ODD_OWNERS.length)
    }),
  ),

  onNew("are found by an index no longer than they have an entry in it", (opened) =>
    Effect.gen(function* () {
      yield* write(opened, { create: [item("a", { note: "x" }), item("b", { note: "x" })] })
      const withNote = Effect.map(
        opened.admin.ownersWith("itemByNote", ["x"], { limit: 9 }),
        (owners) => owners.length,
      )
      expectEqual(yield* withNote, 1)
      yield* write(opened, { unset: [{ ...ref("item", "a"), attributes: ["note"] }] })
      expectEqual(yield* withNote, 1)
      yield* write(opened, { unset: [{ ...ref("item", "b"), attributes: ["note"] }] })
      expectEqual(yield* withNote, 0)
      expectEqual((yield* opened.admin.owners({ limit: 9 })).length, 1)
    }),
  ),

  onNew("that cannot be are refused, read or written", (opened) =>
    Effect.gen(function* () {
      for (const [owner, rule] of [
        [{ kind: "", name: "a" }, "owner-empty"],
        [{ kind: "a:b", name: "c" }, "owner-colon"],
        [{ kind: "a", name: "\ud800" }, "malformed-unicode"],
      ] as const) {
        const told = `QuestionRefused rule=${rule}`
        yield* expectRefusal(sequenceOf(opened, owner), `read: ${told}`)
        yield* expectRefusal(write(opened, { create: [item("a")] }, owner), `update: ${told}`)
        yield* expectRefusal(opened.admin.owners({ after: owner, limit: 1 }), `owners: ${told}`)
      }
      yield* expectRefusal(opened.admin.owners({ limit: 0 }), "owners: QuestionRefused rule=limit")
      yield* expectRefusal(
        opened.admin.ownersWith("nothing", [], { limit: 1 }),
        "ownersWith: QuestionRefused rule=unknown-index",
      )
      expectEqual(yield* opened.admin.owners({ limit: 1 }), [])
    }),
  ),
]
