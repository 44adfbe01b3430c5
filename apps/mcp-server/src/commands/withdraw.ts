/**
 * A person's words, out of every owner's memories.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { ERASING, erasePlace, needsReason, REASON, SEALING } from "../erasure/erasureOptions.ts"

export const withdrawCommand = defineCommand({
  name: "withdraw",
  summary: "take a person's words out of every owner's memories, for good",
  positionals: ["PERSON"],
  options: {
    reason: REASON,
    only: {
      type: "string",
      value: "affect|persona",
      help: "the person's affects alone, or the strands about them",
    },
    ...ERASING,
    ...SEALING,
  },
  overServers: true,
  refuse: (invocation) => {
    const { only, "dry-run": dryRun } = invocation.options
    if (only !== undefined && limitOf(only) === undefined) return "--only is affect or persona"
    return dryRun === true ? undefined : needsReason(invocation)
  },
  run: async (invocation) => {
    const {
      options,
      positionals: [person = ""],
    } = invocation
    const only = limitOf(options.only)
    const limited = only === undefined ? {} : { only }
    const { previewing, withdrawing } = await import("../erasure/erase.ts")
    return options["dry-run"] === true
      ? previewing(erasePlace(invocation), options, person, limited)
      : withdrawing(erasePlace(invocation), options, person, options.reason ?? "", limited)
  },
})

const limitOf = (only: string | undefined) =>
  (["affect", "persona"] as const).find((each) => each === only)
