import type { PolicyDecisionRecord } from "../../../../contract/index.ts";
import { safeLine } from "../../text/safe-text.ts";

/** The most decisions that a summary lists. The receipt lists all. */
const MAX_LISTED = 10;

/** Lists decisions of one kind for people, equal ones once with their number. */
export function listDecisions(
  decisions: readonly PolicyDecisionRecord[],
  verdicts: readonly string[],
): string[] {
  const counts = new Map<string, number>();
  for (const decision of decisions) {
    if (!verdicts.includes(decision.verdict)) continue;
    const text = describeDecision(decision);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const lines = [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
  if (lines.length <= MAX_LISTED) return lines;
  return [...lines.slice(0, MAX_LISTED), `and ${lines.length - MAX_LISTED} more, see the receipt`];
}

/** Writes a decision on one line: the operation, the subject and the rule. */
export function describeDecision({
  operation,
  subject,
  rule,
  pattern,
  verdict,
}: PolicyDecisionRecord): string {
  const what = `${(operation ?? "use").replaceAll("_", " ")} ${JSON.stringify(subject)}`;
  const by = pattern === undefined ? rule : `${rule} ${JSON.stringify(pattern)}`;
  const done = verdict === "violation" ? " (it was done nevertheless, so the run failed)" : "";
  return safeLine(`${what} by ${by}${done}`);
}
