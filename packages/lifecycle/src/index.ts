export type { ActOptions, FulfilOptions, SupersedeOptions } from "./ActOptions.ts"
export { guardSchema } from "./guardSchema.ts"
export { Lifecycle } from "./Lifecycle.ts"
export { LifecycleOptions, type LifecycleSettings } from "./LifecycleOptions.ts"
export type {
  LifecycleService,
  RememberAnswer,
  RememberRefusal,
  WriteRefusal,
} from "./LifecycleService.ts"
export { NotIntention } from "./NotIntention.ts"
export {
  type HostPolicy,
  Policy,
  type PolicyAttributes,
  PolicyFailed,
  type PolicyVerdict,
} from "./Policy.ts"
export {
  ASSOCIATION_MEMBERS,
  type Claim,
  type RelateOptions,
  type Relation,
  type RelationKind,
} from "./Relation.ts"
