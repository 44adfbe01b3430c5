import { assert, describe, it } from "@effect/vitest"
import {
  Behind,
  Contended,
  Moved,
  NoPlace,
  NotAStore,
  OptionRefused,
  OutcomeUnknown,
  PlanRefused,
  PlanTooLarge,
  QuestionRefused,
  SchemaDiffers,
  SchemaMismatch,
  StoreError,
  type StoreErrorReason,
  Unavailable,
  Unsupported,
} from "../src/index.ts"

const told: ReadonlyArray<readonly [StoreErrorReason, string]> = [
  [new Unavailable({ what: "the server" }), "Unavailable what=the server"],
  [new Contended({ attempts: 3 }), "Contended attempts=3"],
  [new Moved(), "Moved"],
  [new OutcomeUnknown(), "OutcomeUnknown"],
  [new PlanRefused({ rule: "taken", type: "memory" }), "PlanRefused rule=taken type=memory"],
  [
    new PlanRefused({ rule: "nul", type: "memory", field: "content" }),
    "PlanRefused rule=nul type=memory field=content",
  ],
  [new QuestionRefused({ rule: "limit" }), "QuestionRefused rule=limit"],
  [new PlanTooLarge({ bytes: 9, cap: 8 }), "PlanTooLarge bytes=9 cap=8"],
  [new Behind({ horizon: 7 }), "Behind horizon=7"],
  [new SchemaMismatch({ stored: 2, expected: 1 }), "SchemaMismatch stored=2 expected=1"],
  [
    new SchemaDiffers({ facts: ["taken: note", "redefined: memory"] }),
    "SchemaDiffers facts=taken: note,redefined: memory",
  ],
  [new NotAStore({ rule: "application-id" }), "NotAStore rule=application-id"],
  [new NoPlace({ rule: "full" }), "NoPlace rule=full"],
  [
    new OptionRefused({ option: "keepChanges", rule: "integer" }),
    "OptionRefused option=keepChanges rule=integer",
  ],
  [new Unsupported({ capability: "hostTypes" }), "Unsupported capability=hostTypes"],
]

describe("StoreError", () => {
  for (const [reason, text] of told) {
    it(`says the operation and the facts of ${reason._tag}`, () => {
      assert.strictEqual(new StoreError({ operation: "update", reason }).message, `update: ${text}`)
    })
  }
})
