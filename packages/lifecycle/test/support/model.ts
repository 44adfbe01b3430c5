/**
 * The write path as a list and plain loops: what each operation must answer, and what must be there
 * afterwards. Shares no code with what it judges.
 *
 * @module
 */
import type { NewMemoryOf } from "./operations.ts"

export interface Entry {
  readonly key: string
  readonly signature: string
  readonly isIntention: boolean
  readonly people: ReadonlyArray<string>
  readonly grounds: ReadonlyArray<string>
  readonly history: Array<{ readonly status: string; readonly at: number }>
  successor: string | undefined
  recalls: number
}

/** `fresh`: a new memory, whose key the answer gives. */
export type Expected =
  | { readonly fresh: NewMemoryOf }
  | { readonly key: string }
  | { readonly refusal: string }

export const PEOPLE = ["p0", "p1", "p2"]
const isIntention = (words: number): boolean => words >= 4

export class Model {
  readonly entries: Array<Entry> = []

  keyOf(target: number): string {
    return this.entries.at(-1 - target)?.key ?? "nobody's"
  }

  groundsOf(memory: NewMemoryOf): ReadonlyArray<string> {
    return memory.grounds.map((ground) => (ground === 9 ? "nobody's" : this.keyOf(ground)))
  }

  find(key: string): Entry | undefined {
    return this.entries.find((entry) => entry.key === key)
  }

  remember(memory: NewMemoryOf): Expected {
    return this.write(memory, undefined)
  }

  supersede(key: string, memory: NewMemoryOf, at: number): Expected {
    const old = this.find(key)
    if (old === undefined) return { refusal: "NotFound" }
    const next = old.successor === undefined ? undefined : this.find(old.successor)
    const isRepeat =
      next?.signature === this.signatureOf(memory) &&
      (memory.key === null || next.key === keyName(memory.key))
    if (next !== undefined && isRepeat) return { key: next.key }
    if (!isCurrent(old)) return { refusal: "NotActive" }
    if (memory.key !== null && keyName(memory.key) === key) return { refusal: "Exists" }
    const expected = this.write(memory, old)
    if (!("refusal" in expected)) old.history.push({ status: "superseded", at })
    return expected
  }

  /** Enters what a `fresh` expectation became, at the instant of its recording. */
  enter(memory: NewMemoryOf, key: string, at: number, old?: Entry): void {
    const grounds = this.groundsOf(memory)
    this.entries.push({
      key,
      signature: this.signatureOf(memory),
      isIntention: isIntention(memory.words),
      people: this.peopleOf(memory, old),
      grounds: [...new Set(grounds)].sort(),
      history: [{ status: "active", at }],
      successor: undefined,
      recalls: 0,
    })
  }

  move(act: string, key: string, at: number): string {
    const entry = this.find(key)
    if (entry === undefined) return "NotFound"
    const status = statusOf(entry)
    if (act === "recall") {
      entry.recalls++
      if (status === "inactive") entry.history.push({ status: "active", at })
      return "done"
    }
    if (act === "fulfil" && !entry.isIntention) return "NotIntention"
    const moves: { readonly [act: string]: readonly [from: ReadonlyArray<string>, to: string] } = {
      forget: [["active", "inactive"], "forgotten"],
      unforget: [["forgotten"], "active"],
      fulfil: [["active"], "archived"],
      decay: [["active"], "inactive"],
    }
    const [from, to] = moves[act] ?? [[], ""]
    if (!from.includes(status)) return "NotActive"
    entry.history.push({ status: to, at })
    return "done"
  }

  private write(memory: NewMemoryOf, old: Entry | undefined): Expected {
    const signature = this.signatureOf(memory)
    const named =
      memory.key === null
        ? this.entries.filter((entry) => statusOf(entry) === "active")
        : this.entries.filter((entry) => entry.key === keyName(memory.key ?? 0))
    const same = named
      .filter((entry) => entry.signature === signature)
      .filter(
        (entry) =>
          old === undefined ||
          (entry !== old &&
            isCurrent(entry) &&
            old.people.every((person) => entry.people.includes(person))),
      )
      .map(({ key }) => key)
      .sort()
    if (same[0] !== undefined) return { key: same[0] }
    if (memory.key !== null && named.length > 0) return { refusal: "Exists" }
    if (this.groundsOf(memory).includes("nobody's")) return { refusal: "NotFound" }
    return { fresh: memory }
  }

  private signatureOf(memory: NewMemoryOf): string {
    return JSON.stringify([
      memory.words,
      [...new Set(this.groundsOf(memory))].sort(),
      memory.person,
    ])
  }

  private peopleOf(memory: NewMemoryOf, old: Entry | undefined): ReadonlyArray<string> {
    const beneath = this.groundsOf(memory).flatMap((key) => this.find(key)?.people ?? [])
    const own = memory.person === null ? [] : [`p${memory.person}`]
    return [...new Set([...own, ...(old?.people ?? []), ...beneath])].sort()
  }
}

export const keyName = (key: number): string => `k${key}`

export const statusOf = (entry: Entry): string => entry.history.at(-1)?.status ?? ""

const isCurrent = (entry: Entry): boolean => ["active", "inactive"].includes(statusOf(entry))
