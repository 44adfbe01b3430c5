export * as StorePostgres from "./StorePostgres.ts"
