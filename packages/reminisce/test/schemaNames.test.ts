// Verifies: GU-11
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memorySchema } from "@reminisce/schema"
import { extendSchema } from "@reminisce/store"
import { assert, describe, it } from "vitest"
import { open } from "../src/index.ts"

describe("a host's own schema", () => {
  const opened = async (attribute: string) => {
    const folder = mkdtempSync(join(tmpdir(), "reminisce-names-"))
    try {
      const filename = join(folder, "memory.db")
      const schema = extendSchema(memorySchema, {
        records: {
          badge: { attributes: { [attribute]: { kind: "text", cardinality: "optional" } } },
        },
      })
      const answer = await open({ filename, schema })
      if (answer.ok) await answer.value.close()
      return { answer, isThere: existsSync(filename) }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it("with a credential for a name makes no file, and is refused without repeating it", async () => {
    const key = ["dapi", "3f8a1c9e7b2d4056a8e1f3c5b7d90246"].join("")
    const { answer, isThere } = await opened(key)
    assert.isFalse(answer.ok)
    assert.isFalse(isThere)
    assert.include(JSON.stringify(answer), '"schema"')
    assert.notInclude(JSON.stringify(answer), key)
  })
  it("with honest names opens", async () => {
    const { answer, isThere } = await opened("colour")
    assert.isTrue(answer.ok)
    assert.isTrue(isThere)
  })
})
