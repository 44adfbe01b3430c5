/**
 * A look for damage.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const doctorCommand = defineCommand({
  name: "doctor",
  summary: "look for damage; changes nothing. Status 0: sound, 3: busy, 4: damaged",
  overServers: true,
  run: async ({ environment, place, store }) => {
    const { doctor } = await import("../backup/doctor.ts")
    return doctor({ ...place, environment, store })
  },
})
