export { Backup } from "./Backup.ts"
export {
  BackupInvalid,
  BackupPlace,
  BeyondHorizon,
  SecretInBackup,
  StoreNotEmpty,
} from "./BackupError.ts"
export type {
  BackupOptions,
  BackupReport,
  Progress,
  RestoreOptions,
  RestoreReport,
} from "./BackupOptions.ts"
export { type Examination, examineStore, type Finding } from "./examineStore.ts"
export { temporaryDirectory } from "./internal/files.ts"
export { joinBackups } from "./joinBackups.ts"
export {
  type BackupKey,
  type BackupLock,
  isLocked,
  KeyRefused,
  lockBackup,
  openLocked,
} from "./lockBackup.ts"
export { FORMAT, type Manifest, readManifest } from "./Manifest.ts"
export { AspectTaken, NameTaken, NoUpgrade } from "./UpgradeRefusal.ts"
export { type Conversion, memoryUpgrades, type UpgradeStep } from "./UpgradeStep.ts"
export {
  type OpenForUpgrade,
  type UpgradeOptions,
  type UpgradeReport,
  upgradeStore,
} from "./upgradeStore.ts"
