export { layerSealer, type SealingOptions } from "./layerSealer.ts"
export { SubjectKeys, type SubjectKeysShape } from "./SubjectKeys.ts"
export { sealingTypes } from "./sealingTypes.ts"
