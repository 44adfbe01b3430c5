/**
 * The stores every criterion is held against.
 *
 * @module
 */
import { memorySchema } from "@reminisce/schema"
import { MemoryStore, type StoreAdmin, type StoreError } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import type * as Layer from "effect/Layer"

interface StoreUnderTest {
  readonly name: string
  /** Empty at each build. */
  readonly layer: Layer.Layer<MemoryStore | StoreAdmin, StoreError>
}

export const stores: ReadonlyArray<StoreUnderTest> = [
  { name: "memory", layer: MemoryStore.layerMemory(memorySchema) },
  { name: "sqlite", layer: StoreSqlite.layer({ filename: ":memory:" }) },
]
