/**
 * Makes an effect happen once. It is committed together with the effect. The operation rejects with `idempotency_mismatch` if the same
 * key came with another body, and with `idempotency_repeated`, whose `details.answer` holds the first answer, if it came with the
 * same. Then it has no effect.
 */
export interface Once {
  /** Owner and route; a key means something only within it. */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 of the body. */
  readonly bodyDigest: string;
  /** What a repeated request is answered with, as JSON. */
  readonly answer: string;
  readonly at: Date;
}

/** Earlier answers, kept for 24 hours. */
export interface OnceStore {
  /** The answer to an earlier request; undefined if there was none in the last 24 hours. */
  find(
    scope: string,
    key: string,
  ): Promise<{ readonly bodyDigest: string; readonly answer: string } | undefined>;
}
