/**
 * Records, links and pages of the suite's schema in few words.
 *
 * @module
 */
import {
  type Attributes,
  keyOfEnds,
  type LinkWrite,
  type PageWrite,
  type RecordWrite,
  type Ref,
} from "@reminisce/store"
import { suiteSchema } from "./suiteSchema.ts"

export const ref = (type: string, key: string): Ref => ({ type, key })

export const item = (key: string, attributes: Attributes = {}): RecordWrite => ({
  type: "item",
  key,
  attributes: { label: key, rank: 0, at: 0, live: true, ...attributes },
})

export const part = (key: string, attributes: Attributes = {}): RecordWrite => ({
  type: "part",
  key,
  attributes,
})

export const mark = (key: string, text: string = key): RecordWrite => ({
  type: "mark",
  key,
  attributes: { text },
})

export const holds = (whole: string, held: Ref, attributes: Attributes = {}): LinkWrite => ({
  type: "holds",
  ends: { whole: ref("item", whole), part: held },
  attributes: { since: 0, ...attributes },
})

export const likes = (left: Ref, right: Ref, attributes: Attributes = {}): LinkWrite => ({
  type: "likes",
  ends: { left, right },
  attributes,
})

/** What a link is called once it is written. */
export const linkRef = ({ type, ends }: LinkWrite): Ref => ({
  type,
  key: keyOfEnds(suiteSchema, type, ends),
})

export const page = (
  space: string,
  name: string,
  number: number,
  ...bytes: ReadonlyArray<number>
): PageWrite => ({ space, name, number, bytes: Uint8Array.from(bytes) })

export const noPage = (space: string, name: string, number: number): PageWrite => ({
  space,
  name,
  number,
  bytes: undefined,
})
