/**
 * What a store says of itself.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { expectEqual, expectTrue } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { suiteSchema } from "../internal/suiteSchema.ts"

const { check, onNew } = group("claims")

const MIB = 1024 * 1024

export const claimChecks = [
  onNew("declares in its port value what the suite was told it can do", ({ store }, options) =>
    Effect.sync(() => expectEqual(store.capabilities, options.capabilities)),
  ),
  onNew("takes plans of at least one MiB", ({ store: { capabilities } }) =>
    Effect.sync(() => {
      expectTrue(Number.isSafeInteger(capabilities.maxPlanBytes), "maxPlanBytes is an integer")
      expectTrue(capabilities.maxPlanBytes >= MIB, "maxPlanBytes is at least one MiB")
    }),
  ),
  onNew("shows the schema it was opened with", ({ store }) =>
    Effect.sync(() => expectEqual(store.schema, suiteSchema)),
  ),
  onNew("tells its engine, its schema's version, and whether it outlives a power loss", (opened) =>
    Effect.map(opened.admin.health, (health) => {
      expectTrue(health.engine.length > 0, "the engine has a name")
      expectEqual(health.schemaVersion, suiteSchema.version)
      if (!opened.store.capabilities.persistent) expectEqual(health.durable, false)
      expectTrue(health.bytes === undefined || health.bytes >= 0, "bytes are not negative")
    }),
  ),
  check("can be told apart by other processes when it is persistent", (options) =>
    Effect.sync(() => {
      expectEqual(
        options.processes !== undefined,
        options.capabilities.persistent,
        "options.processes is given exactly for a persistent store",
      )
    }),
  ),
  check("lets a host choose its types when every opening is the first", ({ capabilities }) =>
    Effect.sync(() =>
      expectTrue(
        capabilities.persistent || capabilities.hostTypes,
        "only a persistent store can lack hostTypes: there is nothing to extend",
      ),
    ),
  ),
]
