/**
 * Where an owner stands: the row that every commit of the owner locks, reads and moves.
 *
 * @module
 */
import type { EpochMillis } from "@reminisce/store"
import type { Layout } from "./Layout.ts"
import type { Answer, Statement } from "./Sessions.ts"

export interface OwnerHead {
  readonly id: string
  readonly sequence: number
  readonly lastAt: EpochMillis | undefined
  /** The sequence of the newest change that is no longer kept; 0 when all are. */
  readonly floor: number
  /** Slots given so far, by record type. */
  readonly slots: { readonly [type: string]: number }
}

export const selectHead = ({ owner }: Layout, id: string): Statement => ({
  text: `select sequence, last_at, floor, slots from ${owner} where id = $1::uuid`,
  values: [id],
})

/** Waits until no other transaction holds the owner. What is read together with the lock is old. */
export const lockHead = ({ owner }: Layout, id: string): Statement => ({
  text: `select sequence, last_at, floor, slots from ${owner} where id = $1::uuid for update`,
  values: [id],
})

/** Waits for another transaction that inserts the same, and leaves its row alone. */
export const insertHead = ({ owner }: Layout, id: string, name: string): Statement => ({
  text: `insert into ${owner} (id, name, sequence, last_at, floor, slots)
    values ($1::uuid, $2, 0, null, 0, '{}') on conflict do nothing`,
  values: [id, name],
})

export const moveHead = ({ owner }: Layout, head: OwnerHead): Statement => ({
  text: `update ${owner} set sequence = $2, last_at = $3, floor = $4, slots = $5::jsonb
    where id = $1::uuid`,
  values: [head.id, head.sequence, head.lastAt, head.floor, JSON.stringify(head.slots)],
})

/** Undefined where the owner has no row yet. */
export const headOf = (id: string, answer: Answer | undefined): OwnerHead | undefined => {
  const row = answer?.rows[0]
  if (row === undefined) return undefined
  const [sequence, lastAt, floor, slots] = row
  return {
    id,
    sequence: Number(sequence),
    lastAt: lastAt === null ? undefined : Number(lastAt),
    floor: Number(floor),
    slots: slots as OwnerHead["slots"],
  }
}

export const newHead = (id: string): OwnerHead => ({
  id,
  sequence: 0,
  lastAt: undefined,
  floor: 0,
  slots: {},
})
