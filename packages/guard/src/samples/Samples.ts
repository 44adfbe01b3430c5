/**
 * Texts that the guard refuses, made at run time, with which a host can prove that none of its doors stands open. They
 * look like credentials and open nothing.
 *
 * @module
 */

export { further } from "./further.ts"
export { leading, missedOnPurpose } from "./leading.ts"
export { randomFrom, renderSample, renderTemplate } from "./renderSample.ts"
export type { Sample } from "./Sample.ts"
