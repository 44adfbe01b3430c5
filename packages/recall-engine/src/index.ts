export { checkIndex, type IndexCheck } from "./checkIndex.ts"
export { emptyFocus, FOCUS_SIZE, type Focus, type FocusCue, SURFACED_LIMIT } from "./Focus.ts"
export { type AuditStep, type IndexAudit, makeIndexAudit } from "./IndexAudit.ts"
export { layerIndexDeriver, makeIndexDeriver } from "./IndexDeriver.ts"
export { RankingRules } from "./RankingRules.ts"
export { Recall, RecallConfig } from "./Recall.ts"
export type {
  DueIntention,
  ListAnswer,
  Nothing,
  ReachAnswer,
  ReachHit,
  RecallAnswer,
  ScoreParts,
  TermFacts,
  TrailHit,
  TrailsAnswer,
  WhyNot,
} from "./RecallAnswer.ts"
export {
  LIST_LIMIT,
  type ListOptions,
  type RankOptions,
  type RecallOptions,
} from "./RecallOptions.ts"
export { REACH_OWNERS } from "./recallReach.ts"
export { beginSweep, type SweepAhead } from "./SweepAhead.ts"
export { Sweeping } from "./Sweeping.ts"
export { type SoughtAhead, sweepIndex } from "./sweepIndex.ts"
export { termWeight } from "./termWeight.ts"
