export * as StoreTypeDb from "./StoreTypeDb.ts"
