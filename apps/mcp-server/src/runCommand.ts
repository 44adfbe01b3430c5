/**
 * Runs a command that needs a store, and answers the exit status.
 *
 * @module
 */
import type { RunnableCommand } from "./Command.ts"
import { initialise } from "./initialise.ts"
import { prompt } from "./prompt.ts"
import { serve } from "./serve.ts"
import { tour } from "./tour.ts"

export const runCommand = (command: RunnableCommand): Promise<number> => {
  switch (command._tag) {
    case "Serve":
      return serve(command)
    case "Init":
      return initialise(command)
    case "Tour":
      return tour(command)
    case "Prompt":
      return prompt(command)
  }
}
