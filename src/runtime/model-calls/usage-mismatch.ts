import type { ModelCallsRecord, Usage } from "../../contract/index.ts";

/** The members that are compared. The agent may count its requests in another way. */
const MEMBERS = [
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "estimated_cost_usd",
] as const;

/** Sums of costs differ by less than this, as a part of the larger one, only because of how numbers are added. */
const COST_TOLERANCE = 1e-6;

/** The members in which the agent's report differs from what was metered. A member that one side does not know is left out. */
export function usageMismatch(
  reported: Partial<Usage>,
  { calls, usage }: Pick<ModelCallsRecord, "calls" | "usage">,
): NonNullable<ModelCallsRecord["mismatch"]> {
  return MEMBERS.flatMap((member) => {
    const said = reported[member];
    // Without a call the gateway knows that nothing was used.
    const metered = usage[member] ?? (calls === 0 ? 0 : undefined);
    if (typeof said !== "number" || metered === undefined) return [];
    return isSame(member, said, metered) ? [] : [{ member, reported: said, metered }];
  });
}

function isSame(member: (typeof MEMBERS)[number], left: number, right: number): boolean {
  const tolerance = member === "estimated_cost_usd" ? COST_TOLERANCE * Math.max(left, right) : 0;
  return Math.abs(left - right) <= tolerance;
}
