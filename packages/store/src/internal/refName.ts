/**
 * One text for a reference, to tell references apart by.
 *
 * @module
 */
import type { Ref } from "../StoreRecord.ts"

export const refName = ({ type, key }: Ref): string => `${type}\u0000${key}`
