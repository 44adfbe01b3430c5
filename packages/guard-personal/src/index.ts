export {
  type PersonalDataOptions,
  type PersonalFamily,
  personalDataEngine,
} from "./personalDataEngine.ts"
