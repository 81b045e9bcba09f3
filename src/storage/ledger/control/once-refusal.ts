import { AbpError } from "../../../contract/index.ts";
import type { Once } from "./once.ts";

/** How long an answer is kept. */
export const ONCE_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Why an operation has no effect whose key came before, at a time within the lifetime of its answer. */
export function onceRefusal(
  { bodyDigest }: Pick<Once, "bodyDigest">,
  earlier: Pick<Once, "bodyDigest" | "answer">,
): AbpError {
  return earlier.bodyDigest === bodyDigest
    ? new AbpError("idempotency_repeated", "the request had its effect before", {
        details: { answer: earlier.answer },
      })
    : new AbpError("idempotency_mismatch", "the key came before with another body");
}

/** The error for an id or name that was used before. */
export function usedBefore(what: string, id: string): AbpError {
  return new AbpError("id_repeated", `there is ${what} ${JSON.stringify(id)} already`, {
    advice: "Choose another one.",
  });
}
