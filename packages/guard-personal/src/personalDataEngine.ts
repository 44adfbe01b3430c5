/**
 * Personal data as a second engine of the guard: finds mail addresses, telephone numbers, payment cards and bank
 * accounts in a write that names nobody it is about. Whether a find is refused or held is the guard's policy.
 *
 * @module
 */

import type { EngineFinding, GuardEngine, GuardField } from "@reminisce/guard"
import * as Effect from "effect/Effect"
import type { CountryCode } from "libphonenumber-js/max"
import { candidatesIn, type PersonalFamily } from "./candidatesIn.ts"
import { isPersonal } from "./isPersonal.ts"

export type { PersonalFamily } from "./candidatesIn.ts"

export interface PersonalDataOptions {
  /**
   * Countries, ISO 3166-1 alpha-2, whose telephone numbers are found without `+` and country code as well. Default
   * none: a national number looks like any other number.
   */
  readonly countries?: ReadonlyArray<CountryCode>
  /** Looks into writes that name a subject as well. Default false: whom a memory is about may be erased from it. */
  readonly alsoWithSubject?: boolean
}

const everyFamily: ReadonlyArray<PersonalFamily> = [
  "bank-account",
  "mail-address",
  "payment-card",
  "telephone-number",
]

/** The libraries change what they accept: raised with each of their versions. */
const version = "1"

/**
 * An engine for `GuardOptions.engines`. Its families are `mail-address`, `telephone-number`, `payment-card` and
 * `bank-account`. Time is linear in the length of a text: only short candidates are given to the libraries.
 */
export const personalDataEngine = ({
  alsoWithSubject = false,
  countries = [],
}: PersonalDataOptions = {}): GuardEngine => {
  const familiesIn = (text: string): ReadonlyArray<PersonalFamily> =>
    everyFamily.filter((family) =>
      candidatesIn(family, text).some((candidate) => isPersonal(family, candidate, countries)),
    )
  const find = (fields: ReadonlyArray<GuardField>): ReadonlyArray<EngineFinding> =>
    !alsoWithSubject && fields.some(({ field }) => field.startsWith("subjects["))
      ? []
      : fields.flatMap(({ text }, index) => familiesIn(text).map((family) => ({ index, family })))
  return {
    name: "personal-data",
    version: [version, String(alsoWithSubject), ...[...countries].sort()].join(" "),
    scan: (fields) => Effect.sync(() => find(fields)),
  }
}
