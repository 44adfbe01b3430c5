/**
 * Has the bundle ask for each of Node's own modules where the module that needs it is first run, and only for
 * what is used of it. An `import` would do so before the first line runs, for every command, and read every
 * export of the module, which opens standard streams and loads what nobody asked for.
 *
 * @module
 */
import { isBuiltin } from "node:module"
import type { Rolldown } from "tsdown"

const PREFIX = "\0builtin:"
/** What an older module requires may be the thing itself, such as a class. */
const REQUIRED = "\0required:"

export const builtinsOnUse = (): Rolldown.Plugin => ({
  name: "builtins-on-use",
  resolveId: {
    order: "pre",
    handler: (id, _, { kind }) => {
      if (!isBuiltin(id)) return null
      const prefix = kind === "require-call" ? REQUIRED : PREFIX
      return `${prefix}${id.replace(/^node:/, "")}`
    },
  },
  load: async (id) => {
    if (id.startsWith(REQUIRED))
      return `module.exports = process.getBuiltinModule("node:${id.slice(REQUIRED.length)}")`
    if (!id.startsWith(PREFIX)) return null
    const name = `node:${id.slice(PREFIX.length)}`
    const names = Object.keys(await import(name)).filter((each) => /^[A-Za-z_$][\w$]*$/.test(each))
    const lines = names
      .filter((each) => each !== "default")
      .map(
        (each, i) =>
          `const b${i} = /* @__PURE__ */ (() => m.${each})();export { b${i} as ${each} };`,
      )
    return {
      code: `const m = /* @__PURE__ */ process.getBuiltinModule("${name}");export default m;${lines.join("")}`,
      moduleSideEffects: false,
    }
  },
})
