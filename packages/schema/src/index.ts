export { type Audience, audienceKeys, decodeAudience, isVisible } from "./Audience.ts"
export { fingerprintOf, renewFingerprint, saidText } from "./Fingerprint.ts"
export {
  decodeOwner,
  InstantInput,
  integer,
  KeyInput,
  line,
  list,
  makeDecoder,
  prose,
} from "./Input.ts"
export {
  civilFromDays,
  daysFromCivil,
  daysOfMonth,
  formatInstant,
  INSTANT_MAX,
  parseInstant,
} from "./Instant.ts"
export { Defaults, Limits } from "./Limits.ts"
export {
  ASPECTS,
  BASES,
  type Basis,
  type Cue,
  type Facet,
  type Memory,
  type Outcome,
  RESERVED_ASPECTS,
  STATUSES,
  type Status,
} from "./Memory.ts"
export {
  decodeCue,
  decodeFacet,
  encodeCue,
  encodeFacet,
  readMemories,
  recordsToMemories,
  recordToMemory,
  texts,
} from "./MemoryRecord.ts"
export { memorySchema } from "./memorySchema.ts"
export { Exists, Held, Invalid, NotActive, NotFound, Refused, TooLarge } from "./Refusal.ts"
export {
  decodeNewMemory,
  type NewMemory,
  RememberInput,
  type RememberRequest,
} from "./RememberInput.ts"
export {
  openRecords,
  requireSealer,
  SEALED,
  SEALED_MARK,
  SEALED_TEXT,
  type SealedPlace,
  Sealer,
  type SealerShape,
  withSealer,
} from "./Sealer.ts"
