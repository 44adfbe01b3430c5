// What is told of a store whose pages are not as they were written.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { StoreAdmin } from "@reminisce/store"
import { StorePostgres } from "@reminisce/store-postgres"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { countingSchema, countOne } from "./counting.ts"
import { ask, connected, freshNamespace, redacted, withServer } from "./server.ts"

withServer("verification", (url) => {
  const inDatabase = (name: string): string => {
    const address = new URL(url)
    address.pathname = `/${name}`
    return address.href
  }
  const openIn = (name: string) =>
    StorePostgres.make({ url: redacted(inDatabase(name)), schema: countingSchema })
  /** Gone with the scope; copied file by file where there is a template. */
  const freshDatabase = (
    client: Effect.Success<ReturnType<typeof connected>>,
    template?: string,
  ) => {
    const name = `t_${crypto.randomUUID().replaceAll("-", "")}`
    const copied = template === undefined ? "" : ` template ${template} strategy file_copy`
    return Effect.acquireRelease(
      Effect.as(ask(client, `create database ${name}${copied}`), name),
      () => ask(client, `drop database ${name} with (force)`),
    )
  }
  const open = (namespace: string) =>
    StorePostgres.make({ url: redacted(url), namespace, schema: countingSchema })

  it.live("finds nothing in a sound store, also while others write, and changes nothing", () =>
    Effect.gen(function* () {
      const opened = yield* open(yield* freshNamespace(url))
      const { verify } = Context.get(opened, StoreAdmin)
      yield* Effect.provideContext(countOne(), opened)
      const [findings] = yield* Effect.all([verify, Effect.provideContext(countOne(), opened)], {
        concurrency: 2,
      })
      assert.deepStrictEqual(findings, [])
      assert.strictEqual(yield* Effect.provideContext(countOne(), opened), 3)
    }),
  )

  it.live("names the table whose page is broken", () =>
    Effect.gen(function* () {
      const client = yield* connected(url)
      const whole = yield* freshDatabase(client)
      yield* Effect.scoped(
        Effect.flatMap(openIn(whole), (opened) => Effect.provideContext(countOne(), opened)),
      )
      const file = yield* Effect.scoped(
        Effect.gen(function* () {
          const inside = yield* connected(inDatabase(whole))
          yield* ask(inside, "checkpoint")
          const [[folder, path] = []] = yield* ask(
            inside,
            "select current_setting('data_directory'), pg_relation_filepath('reminisce.change')",
          )
          return join(String(folder), String(path))
        }),
      )
      // A server of another machine keeps its files to itself.
      if (!existsSync(file)) return
      const bytes = readFileSync(file)
      // Of the first page's header: where what is free in it begins and ends.
      bytes.fill(0xff, 12, 16)
      writeFileSync(file, bytes)
      // A copy of the files, of which the server holds nothing in memory.
      const copied = yield* freshDatabase(client, whole)
      const opened = yield* openIn(copied)
      assert.deepStrictEqual(yield* Context.get(opened, StoreAdmin).verify, [
        "table change: damaged",
      ])
    }),
  )
})
