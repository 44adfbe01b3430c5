/**
 * The `Analyser` service over the stemmers of `natural`: full Snowball stemmers for the languages it has, and the
 * default analyser's for the rest.
 *
 * @module
 */
import {
  Analyser,
  type AnalyserShape,
  lightStemmers,
  makeAnalyser,
  type Stem,
} from "@reminisce/analyser"
import * as Layer from "effect/Layer"
import english from "natural/lib/natural/stemmers/porter_stemmer.js"
import german from "natural/lib/natural/stemmers/porter_stemmer_de.js"
import spanish from "natural/lib/natural/stemmers/porter_stemmer_es.js"
import french from "natural/lib/natural/stemmers/porter_stemmer_fr.js"
import italian from "natural/lib/natural/stemmers/porter_stemmer_it.js"
import portuguese from "natural/lib/natural/stemmers/porter_stemmer_pt.js"
import russian from "natural/lib/natural/stemmers/porter_stemmer_ru.js"

/** The release of `natural` whose stemmers decide about terms. */
const naturalVersion = "8.1.1"

/** A stemmer that leaves nothing of a word leaves the word. */
const stemBy =
  (stemmer: { readonly stem: (word: string) => string }): Stem =>
  (word) =>
    stemmer.stem(word) || word

/** An analyser with the stemmers of `natural`, under a version of its own: an index serves one of the two. */
export const make = (): AnalyserShape =>
  makeAnalyser({
    version: `natural-${naturalVersion}-over-${makeAnalyser().version}`,
    stemmers: {
      ...lightStemmers,
      en: stemBy(english),
      de: stemBy(german),
      es: stemBy(spanish),
      fr: stemBy(french),
      it: stemBy(italian),
      pt: stemBy(portuguese),
      cyrillic: stemBy(russian),
    },
  })

/** The service; provide it in place of `Analyser.layer`. */
export const layer: Layer.Layer<Analyser> = Layer.sync(Analyser, make)
