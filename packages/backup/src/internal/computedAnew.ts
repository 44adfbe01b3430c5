/**
 * What the library computes of a row, computed again: a backup is a file, and what stands in it for a
 * digest may be anything.
 *
 * @module
 */
import { renewFingerprint, SEALED, SEALED_MARK } from "@reminisce/schema"
import type { Attributes, RecordWrite } from "@reminisce/store"

/** A memory's fingerprint as its words give it, or the mark of sealed ones: none without words, and none where there was none. */
export const computedAnew = ({ type, attributes }: RecordWrite): Attributes => {
  if (type !== "memory" || typeof attributes.fingerprint !== "string") return attributes
  const { fingerprint, ...rest } = attributes
  if (attributes.content === undefined) {
    const isMark = attributes[SEALED] !== undefined && SEALED_MARK.test(fingerprint)
    return isMark ? attributes : rest
  }
  const renewed = renewFingerprint(rest, fingerprint)
  return renewed === undefined ? rest : { ...rest, fingerprint: renewed }
}
