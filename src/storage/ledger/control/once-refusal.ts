import type { Once } from "./once.ts";

// The writer thread loads this file, so it imports no values.

/** How long an answer is kept. */
export const ONCE_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Why an operation has no effect whose key came before, at a time within the lifetime of its answer. */
export function onceRefusal(
  { bodyDigest }: Pick<Once, "bodyDigest">,
  earlier: Pick<Once, "bodyDigest" | "answer">,
) {
  return earlier.bodyDigest === bodyDigest
    ? ({
        code: "idempotency_repeated",
        message: "the request had its effect before",
        details: { answer: earlier.answer },
      } as const)
    : ({
        code: "idempotency_mismatch",
        message: "the key came before with another body",
        details: {},
      } as const);
}
