/**
 * The whole table, in the order in which a reader looks for a vendor. To add a vendor, add one row in `rules/`
 * and one sample in `samples/`.
 *
 * @module
 */

import type { Family } from "./Family.ts"
import { cloudFamilies } from "./rules/cloud.ts"
import { codeFamilies } from "./rules/code.ts"
import { commerceFamilies } from "./rules/commerce.ts"
import { keyFamilies } from "./rules/keys.ts"
import { messageFamilies } from "./rules/messages.ts"
import { modelFamilies } from "./rules/models.ts"
import { operationsFamilies } from "./rules/operations.ts"
import { saasFamilies } from "./rules/saas.ts"

/** Every family that is described by data. Families written as code stand in `structures/`. */
export const families: ReadonlyArray<Family> = [
  ...cloudFamilies,
  ...modelFamilies,
  ...codeFamilies,
  ...keyFamilies,
  ...messageFamilies,
  ...commerceFamilies,
  ...operationsFamilies,
  ...saasFamilies,
]
