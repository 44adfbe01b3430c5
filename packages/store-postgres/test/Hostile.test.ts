// Text and names that a database could mistake for something else, and sizes it has limits for.
import { isDeepStrictEqual } from "node:util"
import { assert, it } from "@effect/vitest"
import { type Draft, linkKey, MemoryStore, type Ref, type StoreSchema } from "@reminisce/store"
import { StorePostgres } from "@reminisce/store-postgres"
import * as Effect from "effect/Effect"
import { countingSchema, owner } from "./counting.ts"
import { ask, connected, freshNamespace, redacted, withServer } from "./server.ts"

const refOf = ({ type, key }: Ref): Ref => ({ type, key })

withServer("hostile input", (url) => {
  const open = (namespace: string, schema: StoreSchema = countingSchema) =>
    StorePostgres.layer({ url: redacted(url), namespace, schema })
  const write = (draft: Draft) =>
    Effect.flatMap(MemoryStore, (store) =>
      store.update(owner, () => Effect.succeed({ answer: undefined, draft })),
    )

  it.live("indexed text longer than a B-tree's page is found and ordered by all of its bytes", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      // Random, so that no compression makes it fit; its first letter keeps it before "z".
      const long = `a${Buffer.from(crypto.getRandomValues(new Uint8Array(30_000))).toString("base64")}`
      const words = [`${long}b`, `${long}a`, long, "z", "é"]
      yield* Effect.gen(function* () {
        yield* write({
          create: words.map((text, i) => ({
            type: "counter",
            key: `k${i}`,
            attributes: { number: i, words: text },
          })),
        })
        const store = yield* MemoryStore
        const [exact, ordered, page, count, bounded] = yield* store.read(owner, (view) =>
          Effect.all([
            view.range("byWords", { prefix: [`${long}a`], limit: 9 }),
            view.range("byWords", { prefix: [], from: long, to: "z", limit: 9 }),
            view.range("byWords", {
              prefix: [],
              after: { values: [`${long}a`, 1], key: "k1" },
              limit: 1,
            }),
            view.count("byWords", [long]),
            view.range("byWords", { prefix: [], from: long, to: `${long}b`, limit: 9 }),
          ]),
        )
        assert.deepStrictEqual(exact, [{ values: [`${long}a`, 1], key: "k1" }])
        assert.deepStrictEqual(
          ordered.map(({ key }) => key),
          ["k2", "k1", "k0"],
        )
        assert.deepStrictEqual(
          page.map(({ key }) => key),
          ["k0"],
        )
        assert.strictEqual(count, 1)
        assert.deepStrictEqual(
          bounded.map(({ key }) => key),
          ["k2", "k1"],
        )
      }).pipe(Effect.provide(open(namespace)))
    }),
  )

  it.live("a link of links of links has a key of any length", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const key = (name: string): string => name.repeat(512)
      const records = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => ({
        type: "counter",
        key: key(name),
      }))
      const pair = (left: Ref, right: Ref) => ({
        type: "chain",
        key: linkKey([left, right]),
        ends: { left: refOf(left), right: refOf(right) },
        attributes: {},
      })
      const [a, b, c, d, e, f, g, h] = records
      assert.isDefined(h)
      if (!(a && b && c && d && e && f && g && h)) return
      const low = [pair(a, b), pair(c, d), pair(e, f), pair(g, h)] as const
      const middle = [pair(low[0], low[1]), pair(low[2], low[3])] as const
      const top = pair(middle[0], middle[1])
      yield* Effect.gen(function* () {
        yield* write({
          create: records.map((record, i) => ({ ...record, attributes: { number: i } })),
          link: [...low, ...middle, top],
        })
        const store = yield* MemoryStore
        const [linked, [got], scanned] = yield* store.read(owner, (view) =>
          Effect.all([
            view.linked("chain", "left", [middle[0], middle[0]], { limit: 10 }),
            view.getLinks("chain", [top.key]),
            view.scanLinks("chain", { after: low[0].key, limit: 10 }),
          ]),
        )
        assert.isTrue(isDeepStrictEqual(linked, [top]))
        assert.isTrue(isDeepStrictEqual(got, top))
        assert.strictEqual(scanned.length, 3)
        yield* write({
          set: [{ type: "chain", key: top.key, attributes: { note: "n" } }],
        })
        yield* write({ unlink: [top] })
        const left = yield* store.read(owner, (view) => view.getLinks("chain", [top.key]))
        assert.deepStrictEqual(left, [undefined])
      }).pipe(Effect.provide(open(namespace)))
    }),
  )

  it.live("types may be called like words of SQL, and be longer than its names", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const long = "n".repeat(80)
      const number = { kind: "integer", cardinality: "one" } as const
      const attributes = { select: number, table: number, [long]: number, [`${long}x`]: number }
      const schema: StoreSchema = {
        version: 1,
        records: { user: { attributes }, [long]: { attributes }, [`${long}x`]: { attributes } },
        links: {},
        indexes: { order: { type: "user", attributes: ["select", `${long}x`] } },
        spaces: { group: { tracked: true } },
      }
      yield* Effect.gen(function* () {
        const values = { select: 1, table: 2, [long]: 3, [`${long}x`]: 4 }
        yield* write({
          create: ["user", long, `${long}x`].map((type) => ({
            type,
            key: type,
            attributes: values,
          })),
        })
        const store = yield* MemoryStore
        const [[record], entries] = yield* store.read(owner, (view) =>
          Effect.all([
            view.get(`${long}x`, [`${long}x`]),
            view.range("order", { prefix: [1], limit: 1 }),
          ]),
        )
        assert.deepStrictEqual(record?.attributes, values)
        assert.deepStrictEqual(entries, [{ values: [1, 4], key: "user" }])
      }).pipe(Effect.provide(open(namespace, schema)))
    }),
  )

  it.live("what was written is in no statistics of the planner", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const client = yield* connected(url)
      const canary = "canary7391"
      yield* Effect.gen(function* () {
        yield* write({
          create: Array.from({ length: 500 }, (_, i) => ({
            type: "counter",
            key: `${canary}.${i % 250}.${i}`,
            attributes: { number: i % 10, words: `${canary} ${i % 5}`, tags: [canary] },
          })),
          pages: [{ space: "sums", name: canary, number: 0, bytes: new Uint8Array(8) }],
        })
      }).pipe(Effect.provide(open(namespace)))
      yield* ask(client, "analyze")
      const samples = (where: string) =>
        ask(
          client,
          `select attname from pg_stats where schemaname = $1 and ${where}
            and coalesce(most_common_vals::text, '') || coalesce(histogram_bounds::text, '') <> ''`,
          [namespace],
        )
      assert.isNotEmpty(yield* samples("attname = 'a_number'"))
      const found = yield* ask(
        client,
        `select tablename, attname from pg_stats where schemaname = $1 and
          coalesce(most_common_vals::text, '') || coalesce(histogram_bounds::text, '')
          || coalesce(most_common_elems::text, '') like '%${canary}%'`,
        [namespace],
      )
      assert.deepStrictEqual(found, [])
    }),
  )

  it.live("large integers and large pages come back as they were", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const bytes = crypto.getRandomValues(new Uint8Array(60_000))
      const numbers = [5_000, 200, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0]
      yield* Effect.gen(function* () {
        yield* write({
          create: numbers.map((number, i) => ({
            type: "counter",
            key: `k${i}`,
            attributes: { number },
          })),
          pages: [
            { space: "sums", name: "", number: 2 ** 31 - 1, bytes },
            { space: "sums", name: "'; drop table x; --", number: 0, bytes: new Uint8Array() },
          ],
        })
        const store = yield* MemoryStore
        const [entries, pages] = yield* store.read(owner, (view) =>
          Effect.all([
            view.range("byNumber", { prefix: [], limit: 9 }),
            view.page("sums", [
              { name: "", number: 2 ** 31 - 1 },
              { name: "'; drop table x; --", number: 0 },
              { name: "", number: 0.5 },
            ]),
          ]),
        )
        assert.deepStrictEqual(
          entries.map(({ values }) => values[0]),
          [...numbers].sort((x, y) => x - y),
        )
        assert.deepStrictEqual(pages, [bytes, new Uint8Array(), undefined])
      }).pipe(Effect.provide(open(namespace)))
    }),
  )
})
