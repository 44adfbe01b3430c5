// What a host awaits one after the other leaves others their turn.
import { open, unwrap } from "reminisce"
import { assert, describe, it } from "vitest"

describe("operations in a row", () => {
  it("each begin in a turn of the event loop of their own", async () => {
    const reminisce = unwrap(await open({ filename: ":memory:" }))
    let turns = 0
    let goesOn = true
    const tick = (): void => {
      turns++
      if (goesOn) setImmediate(tick)
    }
    setImmediate(tick)
    for (let i = 0; i < 20; i++) unwrap(await reminisce.recall("agent:alice", "gate"))
    goesOn = false
    assert.isAtLeast(turns, 20)
    await reminisce.close()
  })
})
