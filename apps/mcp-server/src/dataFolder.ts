/**
 * Where a user's memories live when nobody says otherwise: the place each system has for data that
 * outlives updates.
 *
 * @module
 */
import { homedir } from "node:os"
import { join } from "node:path"

type Environment = Readonly<Record<string, string | undefined>>

export const dataFolder = (environment: Environment, platform: NodeJS.Platform): string => {
  const given = environment.REMINISCE_DATA
  if (given !== undefined && given !== "") return given
  const home = homedir()
  switch (platform) {
    case "darwin":
      return join(home, "Library", "Application Support", "reminisce")
    case "win32":
      return join(environment.LOCALAPPDATA ?? join(home, "AppData", "Local"), "reminisce")
    default:
      return join(environment.XDG_DATA_HOME ?? join(home, ".local", "share"), "reminisce")
  }
}

export const defaultStorePath = (environment: Environment, platform: NodeJS.Platform): string =>
  join(dataFolder(environment, platform), "memory.db")
