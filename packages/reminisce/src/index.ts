export { Analyser } from "@reminisce/analyser"
export {
  AspectTaken,
  Backup,
  BackupInvalid,
  type BackupKey,
  type BackupLock,
  type BackupOptions,
  BackupPlace,
  type BackupReport,
  BeyondHorizon,
  type Examination,
  examineStore,
  isLocked,
  joinBackups,
  KeyRefused,
  lockBackup,
  type Manifest,
  NameTaken,
  NoUpgrade,
  type OpenForUpgrade,
  openLocked,
  type RestoreReport,
  readManifest,
  SecretInBackup,
  StoreNotEmpty,
  temporaryDirectory,
  type UpgradeReport,
  upgradeStore,
} from "@reminisce/backup"
export {
  Erasure,
  ErasureOptions,
  ErasureProgress,
  type ErasureSettings,
  isReceiptIntact,
  KeepRequired,
  PurgeConflict,
  type Receipt,
  renderReceipt,
  renderReport,
  type SubjectReport,
  type Verification,
  WithdrawalIncomplete,
} from "@reminisce/erasure"
export { Guard, type GuardOptions, SecretRefused } from "@reminisce/guard"
export {
  Lifecycle,
  LifecycleOptions,
  NotIntention,
  Policy,
  PolicyFailed,
} from "@reminisce/lifecycle"
export { type Diff, type Explanation, Provenance } from "@reminisce/provenance"
export {
  checkIndex,
  type Focus,
  type IndexCheck,
  Recall,
  type RecallAnswer,
  RecallConfig,
  type RecallOptions,
} from "@reminisce/recall-engine"
export {
  Exists,
  formatInstant,
  Held,
  Invalid,
  Limits,
  type Memory,
  NotActive,
  NotFound,
  Refused,
  type RememberRequest,
  TooLarge,
} from "@reminisce/schema"
export {
  formatOwner,
  MemoryStore,
  type OldestReader,
  type Owner,
  parseOwner,
  StoreAdmin,
  StoreError,
} from "@reminisce/store"
export { StoreSqlite } from "@reminisce/store-sqlite"
export { type Answer, unwrap } from "./Answer.ts"
export { type ImportRefusal, type ImportReport, importRecords } from "./importRecords.ts"
export { open, type Reminisce } from "./Reminisce.ts"
export {
  indexed,
  layer,
  layerOver,
  layerSealing,
  type ReminisceOptions,
  type ReminisceServices,
  type Replacements,
  type Sealing,
  sealedSchema,
} from "./ReminisceLayer.ts"
