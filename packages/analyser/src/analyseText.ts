/**
 * The way of one text through the analyser: normalise, cut into runs, tell the language, hand the terms on.
 *
 * @module
 */
import { CharacterClass, classOf } from "./CharacterClass.ts"
import type { LatinLanguage } from "./functionWords.ts"
import { addHangul } from "./hangul.ts"
import { addIdeographs } from "./ideographs.ts"
import { makeLanguageVote } from "./languageOf.ts"
import { normaliseText } from "./normaliseText.ts"
import { type Run, RunKind, scanRuns } from "./scanRuns.ts"
import type { TermSink } from "./TermSink.ts"
import { addUnspaced } from "./unspaced.ts"
import type { ContextLanguage, WordEntry, WordForms } from "./WordForms.ts"

/** A text cut into runs; `entries` holds the entry of each run that is a word. */
interface AnalysedText {
  readonly text: string
  readonly runs: ReadonlyArray<Run>
  readonly entries: ReadonlyArray<WordEntry | undefined>
  /** The language its words of Latin script are in, if any of them tells. */
  readonly language: LatinLanguage | undefined
}

/** Looks up the entry of a word; see `makeWordEntry`. */
export type EntryOf = (run: string) => WordEntry

/** Cuts a text into runs and tells its language. */
export const analyseText = (original: string, entryOf: EntryOf): AnalysedText => {
  const text = normaliseText(original)
  const runs = scanRuns(text)
  const vote = makeLanguageVote()
  const entries = runs.map((run) => {
    if (run.kind !== RunKind.Word) return undefined
    const entry = entryOf(text.slice(run.start, run.end))
    vote.add(entry.evidence)
    return entry
  })
  return { text, runs, entries, language: vote.winner() }
}

const addForms = (forms: WordForms, sink: TermSink): void => {
  for (const term of forms.strong) sink.strong(term)
  if (forms.isStrongOnly) return
  for (const term of forms.weak) sink.weak(term)
  for (const term of forms.common) sink.common(term)
  for (const term of forms.fallback) sink.fallback(term)
}

const followsDirectly = (text: string, start: number): boolean =>
  start > 0 && classOf(text.charCodeAt(start - 1)) >= CharacterClass.Mark

const addStretch = (text: string, run: Run, sink: TermSink): void => {
  const stretch = text.slice(run.start, run.end)
  if (run.kind === RunKind.Ideographs) addIdeographs(stretch, sink)
  else if (run.kind === RunKind.Hangul) {
    addHangul(stretch, followsDirectly(text, run.start), sink)
  } else if (run.kind === RunKind.Unspaced) addUnspaced(stretch, sink)
  else sink.strong(stretch)
}

/** Hands on the terms of an analysed text, run by run; `sinkOf` gives the sink of the run at an index. */
export const addTerms = (
  { text, runs, entries }: AnalysedText,
  language: ContextLanguage,
  sinkOf: (index: number) => TermSink,
): void => {
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index]
    const entry = entries[index]
    if (entry !== undefined) addForms(entry.formsIn(language), sinkOf(index))
    else if (run !== undefined) addStretch(text, run, sinkOf(index))
  }
}
