export type { Check } from "./Check.ts"
export { checksFor } from "./checksFor.ts"
export type { Opening, OpenStore, SuiteOptions } from "./OpenStore.ts"
export { suite } from "./suite.ts"
