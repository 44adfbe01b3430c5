/**
 * The checks a store has to pass, by what it claims: for each capability those of its presence, or
 * those of its absence.
 *
 * @module
 */
import type { Check } from "./Check.ts"
import { changeChecks } from "./checks/changes.ts"
import { claimChecks } from "./checks/claims.ts"
import { decisionChecks } from "./checks/decisions.ts"
import { deriverChecks, noDeriverChecks } from "./checks/derivers.ts"
import { erasureChecks, noPhysicalErasureChecks, physicalErasureChecks } from "./checks/erasure.ts"
import { failureChecks } from "./checks/failures.ts"
import { addedHostTypeChecks, newHostTypeChecks, noHostTypeChecks } from "./checks/hostTypes.ts"
import { indexChecks } from "./checks/indexes.ts"
import { instanceChecks } from "./checks/instances.ts"
import { linkChecks } from "./checks/links.ts"
import { lostAnswerChecks } from "./checks/lostAnswers.ts"
import { markChecks } from "./checks/marks.ts"
import { nameChecks } from "./checks/names.ts"
import { ownerChecks } from "./checks/owners.ts"
import { pageChecks } from "./checks/pages.ts"
import { planChecks } from "./checks/plans.ts"
import { processChecks } from "./checks/processes.ts"
import { propertyChecks } from "./checks/properties.ts"
import { recordChecks } from "./checks/records.ts"
import { forgottenChecks, reopenChecks } from "./checks/reopen.ts"
import { valueChecks } from "./checks/values.ts"
import { viewChecks } from "./checks/views.ts"
import { vocabularyChecks } from "./checks/vocabulary.ts"
import type { SuiteOptions } from "./OpenStore.ts"

export const checksFor = ({ capabilities, losing }: SuiteOptions): ReadonlyArray<Check> => {
  const { transactionalPages, physicalErasure, hostTypes, persistent } = capabilities
  return [
    ...claimChecks,
    ...valueChecks,
    ...nameChecks,
    ...recordChecks,
    ...indexChecks,
    ...linkChecks,
    ...viewChecks,
    ...planChecks,
    ...decisionChecks,
    ...ownerChecks,
    ...changeChecks,
    ...failureChecks,
    ...vocabularyChecks,
    ...propertyChecks,
    ...(transactionalPages ? [...pageChecks, ...deriverChecks] : noDeriverChecks),
    ...erasureChecks,
    ...(physicalErasure ? physicalErasureChecks : noPhysicalErasureChecks),
    ...newHostTypeChecks,
    ...(persistent ? (hostTypes ? addedHostTypeChecks : noHostTypeChecks) : []),
    ...(persistent
      ? [...reopenChecks, ...instanceChecks, ...markChecks, ...processChecks]
      : forgottenChecks),
    ...(losing === undefined ? [] : lostAnswerChecks(losing)),
  ]
}
