import type { AgentCommand } from "../../agents/index.ts";
import type { CallTally } from "./call-tally.ts";

/** First words with which an agent makes no model call. */
const WITHOUT_CALLS =
  /^(-h|--help|help|-v|-V|--version|version|login|logout|update|upgrade|doctor|completion)$/;

/** The report when a program has ended. */
export interface EndReport {
  readonly kind: "summary" | "warning";
  readonly lines: readonly string[];
}

/** Sums up the calls of a program, or warns that an agent made none. `found` is undefined for a program that is not known. */
export function endReport(
  words: readonly string[],
  found: AgentCommand | undefined,
  tally: CallTally,
  runId: string,
): EndReport {
  if (tally.calls > 0 || found === undefined || makesNone(words, found)) {
    const more = tally.calls === 0 ? "" : `; more: abp receipt log --run ${runId}`;
    return { kind: "summary", lines: [`${tally.text}${more}`] };
  }
  const { title } = found.tool;
  return {
    kind: "warning",
    lines: [
      `warning ${title} made no call through the gateway. If it called a model, then past the gateway:`,
      "  nothing of that was routed, limited or recorded.",
      `  Start it as \`abp exec -- ${found.tool.executables[0]} …\`, without a wrapper, and look for settings`,
      "  of its own that name another endpoint; `abp exec --verbose` shows what it gets.",
    ],
  };
}

function makesNone(words: readonly string[], { place }: AgentCommand): boolean {
  return place.in === "words" && WITHOUT_CALLS.test(words[place.at] ?? "");
}
