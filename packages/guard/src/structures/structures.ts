/**
 * The families that are written as code because their shape is a structure and not a run of characters.
 *
 * @module
 */

import type { RunRule, StructureRule } from "../internal/Check.ts"
import { assignedPassword, assignedSecret, looselyAssignedSecret } from "./assigned.ts"
import { curlUser, kubernetesSecret, nugetPassword } from "./commands.ts"
import { authHeader, bearer, databaseUrl, webUrl } from "./credentials.ts"
import { pemKey, puttyKey, webToken } from "./keyMaterial.ts"
import {
  appToken,
  discordToken,
  importKey,
  stellarSeed,
  twitterBearer,
  vaultToken,
} from "./runs.ts"

/** Every structure, in no particular order. */
export const structures: ReadonlyArray<StructureRule> = [
  pemKey,
  puttyKey,
  webToken,
  databaseUrl,
  webUrl,
  authHeader,
  bearer,
  curlUser,
  kubernetesSecret,
  nugetPassword,
  assignedPassword,
  assignedSecret,
  looselyAssignedSecret,
]

/** Every structure that has no keyword. */
export const runRules: ReadonlyArray<RunRule> = [
  importKey,
  stellarSeed,
  discordToken,
  vaultToken,
  appToken,
  twitterBearer,
]
