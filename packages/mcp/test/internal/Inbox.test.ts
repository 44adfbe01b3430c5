import { describe, it } from "@effect/vitest"
import type { JSONRPCMessage } from "@modelcontextprotocol/server"
import * as Schema from "effect/Schema"
import { assert } from "vitest"
import type { Backlog } from "../../src/internal/Backlog.ts"
import * as Inbox from "../../src/internal/Inbox.ts"

const request = (id: number, method = "ping"): JSONRPCMessage => ({ jsonrpc: "2.0", id, method })
const notification: JSONRPCMessage = { jsonrpc: "2.0", method: "notifications/initialized" }
const cancelling = (requestId: number): JSONRPCMessage => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
})

const harness = (activeRequests: number) => {
  const delivered: Array<JSONRPCMessage> = []
  const state = { isBehind: false, bytes: 0, lines: 0 }
  const backlog: Backlog = {
    add: (bytes) => {
      state.bytes += bytes
      state.lines += 1
    },
    remove: (bytes) => {
      state.bytes -= bytes
      state.lines -= 1
    },
    isFull: () => false,
  }
  const inbox = Inbox.make({
    activeRequests,
    backlog,
    isOutputBehind: () => state.isBehind,
    deliver: (message) => delivered.push(message),
  })
  return { delivered, inbox, state }
}

const Step = Schema.Union([
  Schema.Struct({ do: Schema.Literals(["request", "notify", "stall", "answer"]) }),
  Schema.Struct({ do: Schema.Literal("cancel"), nth: Schema.Literals([0, 1, 2, 3, 4, 5, 6, 7]) }),
])

describe("Inbox", () => {
  it.prop(
    "hands on each request once, in order, so many at a time, and owes nothing in the end",
    [Schema.Array(Step)],
    ([steps]) => {
      const { delivered, inbox, state } = harness(3)
      const cancelled = new Set<number>()
      const underWay: Array<number> = []
      let [ids, answeredCount, seen] = [0, 0, 0]

      const look = (): void => {
        for (; seen < delivered.length; seen++) {
          const message = delivered[seen]
          if (message === undefined || !("id" in message)) continue
          assert.isFalse(cancelled.has(Number(message.id)), "a cancelled request was handed on")
          underWay.push(Number(message.id))
        }
        assert.isAtMost(underWay.length, 3)
      }
      const answer = (): void => {
        const id = underWay.shift()
        if (id === undefined) return
        inbox.answer(id)?.()
        assert.isUndefined(inbox.answer(id))
        answeredCount += 1
      }

      for (const step of steps) {
        const before = delivered.length
        if (step.do === "request") {
          inbox.add(request(ids), 10)
          ids += 1
        } else if (step.do === "notify") {
          inbox.add(notification, 7)
        } else if (step.do === "stall") {
          state.isBehind = !state.isBehind
          inbox.advance()
        } else if (step.do === "answer") {
          answer()
        } else if (step.do === "cancel" && inbox.isOpen(step.nth)) {
          const at = underWay.indexOf(step.nth)
          if (at >= 0) underWay.splice(at, 1)
          cancelled.add(step.nth)
          inbox.add(cancelling(step.nth), 20)
          assert.isFalse(inbox.isOpen(step.nth))
          if (at >= 0) assert.deepStrictEqual(delivered[before], cancelling(step.nth))
        }
        const isCancelOnly = delivered.length === before + 1 && step.do === "cancel"
        if (state.isBehind && !isCancelOnly) assert.lengthOf(delivered, before)
        look()
      }

      state.isBehind = false
      inbox.advance()
      for (look(); underWay.length > 0; look()) answer()
      assert.isTrue(inbox.isIdle())
      assert.deepStrictEqual([state.bytes, state.lines], [0, 0])
      assert.strictEqual(answeredCount + cancelled.size, ids)
      const order = delivered.flatMap((message) => ("id" in message ? [Number(message.id)] : []))
      assert.deepStrictEqual(
        order,
        [...order].sort((a, b) => a - b),
      )
    },
    { arbitrary: { runs: 2_000 } },
  )

  it("counts a request that was cancelled while it waited until its turn", () => {
    const { inbox, state } = harness(1)
    inbox.add(request(1), 10)
    inbox.add(request(2), 10)
    inbox.add(cancelling(2), 10)
    assert.strictEqual(state.lines, 2)
    inbox.answer(1)?.()
    assert.strictEqual(state.lines, 0)
  })

  it("owes a subscription no answer", () => {
    const { inbox } = harness(2)
    inbox.add(request(1, "subscriptions/listen"), 10)
    assert.isTrue(inbox.isIdle())
    inbox.add(request(2), 10)
    assert.isFalse(inbox.isIdle())
    inbox.answer(2)?.()
    inbox.answer(1)?.()
    assert.isTrue(inbox.isIdle())
  })

  it("keeps the order over many thousands", () => {
    const { delivered, inbox, state } = harness(64)
    state.isBehind = true
    for (let id = 0; id < 10_000; id++) inbox.add(request(id), 1)
    state.isBehind = false
    inbox.advance()
    for (let id = 0; id < 10_000; id++) inbox.answer(id)?.()
    assert.deepStrictEqual(
      delivered.map((message) => ("id" in message ? message.id : undefined)),
      Array.from({ length: 10_000 }, (_, id) => id),
    )
  })
})
