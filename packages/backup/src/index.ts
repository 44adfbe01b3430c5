export { Backup } from "./Backup.ts"
export { BackupInvalid, BackupPlace, SecretInBackup, StoreNotEmpty } from "./BackupError.ts"
export type {
  BackupOptions,
  BackupReport,
  Progress,
  RestoreOptions,
  RestoreReport,
} from "./BackupOptions.ts"
export { FORMAT, type Manifest, readManifest } from "./Manifest.ts"
