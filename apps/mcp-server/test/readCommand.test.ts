import { assert, describe, it } from "vitest"
import { defineCommand } from "../src/Command.ts"
import { COMMANDS } from "../src/commands.ts"
import { readCommand } from "../src/readCommand.ts"
import { usage } from "../src/usage.ts"

const plain = defineCommand({ name: "plain", summary: "first", run: async () => 0 })
const picky = defineCommand({
  name: "picky",
  summary: "second",
  positionals: ["FILE"],
  options: {
    fast: { type: "boolean", help: "hurry" },
    mode: { type: "string", value: "NAME", help: "how" },
  },
  refuse: ({ options }) => (options.mode === "none" ? "--mode is not none" : undefined),
  run: async ({ options }) => (options.fast === true ? 1 : 0),
})
const read = (args: ReadonlyArray<string>, environment = {}) =>
  readCommand(args, environment, [plain, picky])

describe("the command line", () => {
  it("goes before the environment", () => {
    const environment = { REMINISCE_OWNER: "agent:env", REMINISCE_STORE: "sqlite:/env.db" }
    assert.containSubset(read([], environment), {
      _tag: "Run",
      command: { name: "plain" },
      invocation: { place: { owner: "agent:env", filename: "/env.db" } },
    })
    assert.containSubset(read(["--owner", "agent:a:b"], environment), {
      invocation: { place: { owner: "agent:a:b", filename: "/env.db" } },
    })
    assert.containSubset(read([], { REMINISCE_OWNER: "", REMINISCE_STORE: "" }), {
      invocation: { place: { owner: "agent:default" } },
    })
  })

  it("finds the command among its options, and gives it its own", () => {
    const line = read(["--owner", "agent:a", "--fast", "picky", "x.json", "--mode", "m"])
    assert.containSubset(line, {
      command: { name: "picky" },
      invocation: { options: { fast: true, mode: "m" }, positionals: ["x.json"] },
    })
  })

  it("is refused with a sentence that repeats none of it", () => {
    for (const [args, sentence] of [
      [["zebrafish"], /no such command/],
      [["--zebrafish"], /no such option/],
      [["--fast"], /--fast is of another command/],
      [["picky"], /picky needs FILE/],
      [["picky", "a", "zebrafish"], /too many words/],
      [["picky", "a", "--mode"], /has no value/],
      [["picky", "a", "--mode", "none"], /^--mode is not none$/],
      [["--owner", "zebrafish"], /KIND:NAME/],
      [["--store", "zebrafish"], /sqlite:PATH/],
    ] as const) {
      const line = read(args)
      assert.strictEqual(line._tag, "Refused")
      const said = line._tag === "Refused" ? line.sentence : ""
      assert.match(said, sentence)
      assert.notInclude(said, "zebrafish")
    }
  })
})

describe("the commands", () => {
  it("have names of their own, and options that mean one thing each", () => {
    const names = COMMANDS.map(({ name }) => name)
    assert.deepStrictEqual([...new Set(names)], names)
    const types = new Map<string, string>()
    for (const { options = {} } of COMMANDS)
      for (const [name, { type }] of Object.entries(options)) {
        assert.notInclude(["owner", "store", "help", "version"], name)
        assert.strictEqual(types.get(name) ?? type, type, name)
        types.set(name, type)
      }
  })

  it("are all in the help, within a terminal's width", () => {
    const help = usage("0", COMMANDS)
    for (const { name, options = {} } of COMMANDS)
      for (const word of [`  ${name}`, ...Object.keys(options).map((option) => `  --${option}`)])
        assert.include(help, word)
    for (const line of help.split("\n")) assert.isAtMost(line.length, 110, line)
  })
})
