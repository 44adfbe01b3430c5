export { allLinked, eachLinked } from "./allLinked.ts"
export { type Brevity, briefView } from "./briefView.ts"
export { checkOptions, type OptionRange } from "./checkOptions.ts"
export { type DerivedPages, type Deriver, Derivers, type Gathering } from "./Deriver.ts"
export { Durability } from "./Durability.ts"
export { eachInTurns } from "./eachInTurns.ts"
export { extendSchema, extensionFault, type SchemaExtension } from "./extendSchema.ts"
export { countingIdentifiers, type IdentifierSource, Identifiers } from "./Identifiers.ts"
export { isMoved, steppedView } from "./internal/steppedView.ts"
export { canonicalEnds, keyOfEnds } from "./keyOfEnds.ts"
export { type MemoryPlace, makeMemoryPlace } from "./MemoryPlace.ts"
export {
  type Attempt,
  MemoryStore,
  type MemoryStoreOptions,
  make,
  type Proposal,
  type StoreCapabilities,
  type StorePrimitives,
} from "./MemoryStore.ts"
export { mapInTurns } from "./mapInTurns.ts"
export { formatOwner, type Owner, ownerFault, parseOwner } from "./Owner.ts"
export type { FoundPages, PageSearch } from "./PageSearch.ts"
export {
  type AttributeRemoval,
  type Decision,
  type Draft,
  isEmptyDraft,
  joinDrafts,
  KEY_CAP_BYTES,
  type LinkWrite,
  PAGE_NAME_CAP_BYTES,
  type PageWrite,
  type Plan,
  type RecordWrite,
} from "./Plan.ts"
export { checkPlan } from "./PlanCheck.ts"
export { planBytes } from "./planBytes.ts"
export { quietSpan } from "./quietSpan.ts"
export { RefSet } from "./RefSet.ts"
export { runAtOnce } from "./runAtOnce.ts"
export {
  makeAdmin,
  type OldestReader,
  StoreAdmin,
  type StoreHealth,
  type StoreWork,
} from "./StoreAdmin.ts"
export {
  Behind,
  Contended,
  Moved,
  NoPlace,
  NotAStore,
  OptionRefused,
  OutcomeUnknown,
  PlanRefused,
  PlanTooLarge,
  QuestionRefused,
  SchemaDiffers,
  SchemaMismatch,
  StoreError,
  StoreErrorReason,
  Unavailable,
  Unfinished,
  Unsupported,
} from "./StoreError.ts"
export {
  compareRefs,
  type LinkEnds,
  linkKey,
  type Ref,
  type StoreLink,
  type StoreRecord,
} from "./StoreRecord.ts"
export * as StoreRouter from "./StoreRouter.ts"
export {
  type AttributeType,
  type Cardinality,
  type IndexType,
  type LinkType,
  type RecordType,
  type SpaceType,
  type StoreSchema,
  schemaFault,
  typeNamed,
} from "./StoreSchema.ts"
export { schemaNames } from "./schemaNames.ts"
export { type LongReading, readInSteps, takeSteps } from "./takeSteps.ts"
export { type UnitedSchema, uniteSchemas } from "./uniteSchemas.ts"
export {
  type Attributes,
  type AttributeValue,
  canonicalSet,
  compareText,
  compareValues,
  type EpochMillis,
  type Value,
  type ValueKind,
  valueFault,
} from "./Value.ts"
export {
  type Change,
  type Page,
  type PageId,
  RANGE_LIMIT,
  type RangeEntry,
  type RangeOptions,
  type View,
} from "./View.ts"
export { viewInTurns } from "./viewInTurns.ts"
export { makeLines, waitInLine } from "./waitInLine.ts"
