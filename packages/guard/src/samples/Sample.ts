/**
 * The form of a sample.
 *
 * @module
 */

/** Text with runs such as `<A36>`, in the notation of `TokenRule.shape`; several texts where a rule has several shapes. */
export type Sample = string | ReadonlyArray<string>
