export * as StoreSqlite from "./StoreSqlite.ts"
