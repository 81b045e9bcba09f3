import type { ModelLimits } from "../limits/model-limits.ts";

/** A known error of a vendor, and what it says about the model. */
export interface ErrorPattern {
  /** Kept with the evidence, so it never changes. */
  readonly id: string;
  /** The ids of the dialects whose engines answer it. */
  readonly apis: readonly string[];
  /** The type, code or status of the error, of which one must be present. */
  readonly codes: readonly string[];
  /** What the text of the error must contain. Every repetition in it is bounded, because engines choose the text. */
  readonly text: RegExp;
  /**
   * What is learned, of at most 100 characters; undefined if the error names something that is never changed. The result
   * of `text` gives it.
   */
  value(match: RegExpExecArray): string | undefined;
  /** The members of the request, as paths, of which one must have been sent. */
  fields(value: string): readonly string[];
  /** The limits with what was learned. Returns the same limits for a value that it does not know. */
  teach(limits: ModelLimits, value: string): ModelLimits;
}
