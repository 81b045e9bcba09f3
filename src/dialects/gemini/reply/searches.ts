import { isMembers } from "../../members/members.ts";
import { GROUNDING, groundingBlock, queriesOf } from "../content/search-unit.ts";

/**
 * The searches that are billed, from the grounding metadata of each candidate: every query that was run, and with models
 * before Gemini 3 one for the whole request (ai.google.dev, "Grounding with Google Search", pricing).
 */
export function countSearches(groundings: readonly unknown[], model: string | undefined): number {
  if (!groundings.some((metadata) => groundingBlock(metadata) !== undefined)) return 0;
  if (isBilledByRequest(model)) return 1;
  let count = 0;
  for (const metadata of groundings) if (isMembers(metadata)) count += queriesOf(metadata).length;
  return count;
}

/** The grounding metadata of each candidate. */
export function groundingsOf(candidates: unknown): unknown[] {
  if (!Array.isArray(candidates)) return [];
  return candidates.map((candidate) => (isMembers(candidate) ? candidate[GROUNDING] : undefined));
}

// A name without a version, such as an alias for the newest model, is taken for a new one.
function isBilledByRequest(model: string | undefined): boolean {
  const major = /gemini-(\d+)/.exec(model ?? "")?.[1];
  return major !== undefined && Number(major) < 3;
}
