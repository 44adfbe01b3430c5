/**
 * One query made of steps that each row may or may not take part in: a step's variables are optional,
 * and a row without them passes it by. So any number of unlike writes travel as rows of one text. A
 * step alone in its query is in every row, and says so, which the server carries out much faster.
 *
 * @module
 */
import { findThings, type Sought } from "./findThings.ts"
import type { GivenRow } from "./GivenRowsDriver.ts"
import { OWN } from "./Layout.ts"

type GivenType = "string" | "integer" | "boolean"

/** What a stage does; statements have their semicolons. */
type Stage =
  | {
      readonly verb: "find"
      readonly things: ReadonlyArray<Required<Sought>>
      /** What else must be true, a statement after the other. */
      readonly and?: ReadonlyArray<string>
    }
  | { readonly verb: "insert" | "delete"; readonly pattern: string }

export interface Step {
  /** Steps run in the order of their ranks, then of their names. */
  readonly rank: number
  /** Steps of one name have one text. */
  readonly name: string
  /** Types of its variables, which are called as the text calls them. */
  readonly given: { readonly [variable: string]: GivenType }
  /** `thing` is the step's own variable, and `given` turns a variable's name into the variable. */
  readonly stages: (thing: string, given: (variable: string) => string) => ReadonlyArray<Stage>
  readonly values: GivenRow
}

export interface StepText {
  /** Of the `given` stage, without the word. */
  readonly declarations: ReadonlyArray<string>
  readonly stages: ReadonlyArray<string>
  /** One for each step given. */
  readonly rows: ReadonlyArray<GivenRow>
}

/** Steps of one kind together, in the order they run in. */
export const groupSteps = (steps: ReadonlyArray<Step>): ReadonlyArray<ReadonlyArray<Step>> =>
  [...Map.groupBy(steps, (step) => `${step.rank} ${step.name}`).values()].sort(([a], [b]) =>
    a === undefined || b === undefined ? 0 : compareSteps(a, b),
  )

/** Equal kinds of steps give equal text, so that the server knows its plan already. */
export const joinSteps = (groups: ReadonlyArray<ReadonlyArray<Step>>): StepText => {
  const declarations: Array<string> = []
  const stages: Array<string> = []
  const rows: Array<GivenRow> = []
  const isAlone = groups.length === 1
  for (const [i, group] of groups.entries()) {
    const [first] = group
    if (first === undefined) continue
    const named = (variable: string): string => `g${i}${variable}`
    for (const [variable, type] of Object.entries(first.given)) {
      declarations.push(`$${named(variable)}: ${type}${isAlone ? "" : "?"}`)
    }
    const render = isAlone ? plainStage : optionalStage
    stages.push(...first.stages(`$g${i}`, (variable) => `$${named(variable)}`).map(render))
    for (const { values } of group) {
      rows.push(
        Object.fromEntries(
          Object.entries(values).map(([variable, value]) => [named(variable), value]),
        ),
      )
    }
  }
  return { declarations, stages, rows }
}

/** A stage that rows without its variables pass by. */
const optionalStage = (stage: Stage): string => {
  if (stage.verb !== "find") return `${stage.verb} try { ${stage.pattern} };`
  const found = stage.things.map(
    ({ variable, label, key }) => `${variable} isa ${label}, has ${OWN.thingKey} == ${key};`,
  )
  return `match try { ${[...found, ...(stage.and ?? [])].join(" ")} };`
}

const plainStage = (stage: Stage): string =>
  stage.verb === "find"
    ? [
        findThings(stage.things),
        ...(stage.and ?? []).map((statement) => `match ${statement}`),
      ].join("\n")
    : `${stage.verb} ${stage.pattern}`

const compareSteps = (a: Step, b: Step): number =>
  a.rank - b.rank || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
