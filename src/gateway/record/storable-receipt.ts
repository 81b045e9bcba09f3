import type { Receipt } from "../../contract/index.ts";
import { isRawNumber } from "../../lib/index.ts";

/** The deepest nesting of a value that a caller or an engine chose. */
const MAX_DEPTH = 32;

/**
 * The receipt with everything that canonical JSON has no form for replaced: halves of surrogate pairs by U+FFFD,
 * numbers beyond a double and what nests too deep by null. Callers and engines choose some of its texts and numbers,
 * and no choice of theirs may keep a call from being recorded.
 */
export function makeStorable(receipt: Receipt): Receipt {
  return mend(receipt, 0) as Receipt;
}

function mend(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return value;
  if (isRawNumber(value)) return mend(Number(value.rawJSON), depth);
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((one) => mend(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.toWellFormed(), mend(one, depth + 1)]),
  );
}
