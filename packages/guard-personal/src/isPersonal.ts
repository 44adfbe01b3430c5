/**
 * Judges a candidate by the libraries that know the formats.
 *
 * @module
 */

import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max"
import validator from "validator"
import type { PersonalFamily } from "./candidatesIn.ts"

/** Names that standards set aside for documentation. */
const documentation = /(?:^|[@.])(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost)$/i

const isTelephone = (text: string, countries: ReadonlyArray<CountryCode>): boolean =>
  text.startsWith("+")
    ? parsePhoneNumberFromString(text)?.isValid() === true
    : countries.some((country) => parsePhoneNumberFromString(text, country)?.isValid() === true)

/** `countries`: those whose telephone numbers count without `+`. */
export const isPersonal = (
  family: PersonalFamily,
  candidate: string,
  countries: ReadonlyArray<CountryCode>,
): boolean => {
  switch (family) {
    case "mail-address":
      return validator.isEmail(candidate) && !documentation.test(candidate)
    case "telephone-number":
      return isTelephone(candidate, countries)
    case "payment-card":
      return validator.isCreditCard(candidate)
    case "bank-account":
      return validator.isIBAN(candidate)
  }
}
