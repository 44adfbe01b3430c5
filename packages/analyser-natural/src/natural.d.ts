/**
 * The stemmers of `natural`, by subpath: its root prints to standard output, reads `.env` and loads database
 * clients when imported, so nothing here may import it.
 *
 * @module
 */
declare module "natural/lib/natural/stemmers/*" {
  /** One stemmer; takes a lower-case word. */
  const stemmer: { readonly stem: (word: string) => string }
  export = stemmer
}
