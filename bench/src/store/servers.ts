/**
 * The stores on servers, where the environment names one.
 *
 * @module
 */
import { StorePostgres } from "@reminisce/store-postgres"
import { StoreTypeDb } from "@reminisce/store-typedb"
import * as Redacted from "effect/Redacted"
import { measure, note, say } from "./measure.ts"
import { addSubjects, openStore, questionsOf, remember } from "./memories.ts"

const PLACE = "reminisce_bench"

interface Server {
  readonly name: string
  readonly layer: Parameters<typeof openStore>[0]
  readonly memories: number
  readonly plan: number
  readonly hasPages: boolean
}

const serversHere = (): ReadonlyArray<Server> => {
  const { REMINISCE_POSTGRES_URL: url, REMINISCE_TYPEDB_URL: address } = process.env
  const username = process.env.REMINISCE_TYPEDB_USERNAME ?? "admin"
  const password = Redacted.make(process.env.REMINISCE_TYPEDB_PASSWORD ?? "password")
  return [
    ...(url === undefined
      ? []
      : [
          {
            name: "PostgreSQL",
            layer: StorePostgres.layer({ url: Redacted.make(url), namespace: PLACE }),
            ...{ memories: 20_000, plan: 1_000, hasPages: true },
          },
        ]),
    ...(address === undefined
      ? []
      : [
          {
            name: "TypeDB",
            layer: StoreTypeDb.layer({ address, username, password, database: PLACE }),
            ...{ memories: 4_000, plan: 1_000, hasPages: false },
          },
        ]),
  ]
}

export const benchServers = async (): Promise<void> => {
  for (const { name, layer, memories, plan, hasPages } of serversHere()) {
    say(`\n${name}, ${memories} memories`)
    const opened = await openStore(layer, false)
    await addSubjects(opened)
    const start = performance.now()
    while (opened.keys.length < memories) await remember(opened, plan, hasPages)
    note(
      `${name}: memories a second in plans of ${plan}`,
      (memories * 1_000) / (performance.now() - start),
    )
    await measure(`${name}: update of one memory`, 50, () => remember(opened, 1, false))
    if (hasPages)
      await measure(`${name}: the same with index pages`, 50, () => remember(opened, 1, true))
    for (const [what, ask] of Object.entries(questionsOf(opened, hasPages)))
      await measure(`${name}: read: ${what}`, 10, () => opened.read(ask))
    await opened.close()
  }
}
