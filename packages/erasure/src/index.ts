export type {
  EraseOptions,
  PurgeOptions,
  RegisteredBackup,
  WithdrawOptions,
} from "./EraseOptions.ts"
export { Erasure } from "./Erasure.ts"
export { KeepRequired, PurgeConflict, WithdrawalIncomplete } from "./ErasureError.ts"
export { ErasureOptions, type ErasureSettings } from "./ErasureOptions.ts"
export { ErasureProgress, type ErasureStep } from "./ErasureProgress.ts"
export type {
  EraseRefusal,
  ErasurePreview,
  ErasureService,
  RedactPreview,
} from "./ErasureService.ts"
export {
  type BytesErased,
  type ErasureCounts,
  isReceiptIntact,
  type NotReached,
  type OwnerErasure,
  type Receipt,
} from "./Receipt.ts"
export type { RetainOptions, RetentionRules } from "./Retention.ts"
export { renderReceipt } from "./renderReceipt.ts"
export { renderReport } from "./renderReport.ts"
export type {
  OwnerReport,
  ReportedMemory,
  ReportedRelation,
  ReportedWithdrawal,
  SubjectReport,
} from "./SubjectReport.ts"
export type { OwnerVerification, Verification, WordsFound } from "./Verification.ts"
