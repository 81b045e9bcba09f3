import { failureWords } from "../../failure-words.ts";
import type { RunEnd } from "../../run-starter.ts";
import type { SessionTotals } from "../session-totals.ts";
import { modelUsage, turnUsage } from "./claude-usage.ts";

/** A tool that was denied, as the result lists it. */
export interface Denial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: unknown;
}

/** What the last line of a turn says besides the end of the run. */
export interface ResultFacts {
  readonly text: string;
  readonly toolCalls: number;
  readonly denials: readonly Denial[];
  readonly wantsStructuredOutput: boolean;
  /** What the turns of the process used so far, this one included. */
  readonly totals: Pick<SessionTotals, "costUsd" | "models">;
}

const SUBTYPES: Readonly<Record<string, string>> = {
  run_turns_exceeded: "error_max_turns",
  run_budget_exceeded: "error_max_budget_usd",
};

/** The last line of a turn that had a run. */
export function resultLine(end: RunEnd, facts: ResultFacts): object {
  const { error, usage } = end;
  const { costUsd, models } = facts.totals;
  const numbers = {
    duration_ms: end.durationMs,
    duration_api_ms: end.durationMs,
    num_turns: end.modelCalls ?? facts.toolCalls + 1,
    stop_reason: null,
    total_cost_usd: costUsd,
    usage: turnUsage(usage),
    modelUsage: Object.fromEntries(models.map((use) => [use.name, modelUsage(use)])),
    permission_denials: facts.denials,
  };
  if (error !== undefined) {
    const subtype = SUBTYPES[error.code] ?? "error_during_execution";
    return {
      type: "result",
      subtype,
      is_error: true,
      ...numbers,
      errors: [failureWords(error)],
    };
  }
  if (facts.wantsStructuredOutput && end.structuredOutput === undefined) {
    const errors = ["the agent gave no answer that satisfies the schema"];
    return {
      type: "result",
      subtype: "error_max_structured_output_retries",
      is_error: true,
      ...numbers,
      errors,
    };
  }
  const structured = end.structuredOutput === undefined ? {} : { structured_output: end.structuredOutput };
  return {
    type: "result",
    subtype: "success",
    is_error: false,
    ...numbers,
    result: facts.text === "" ? unsaid(facts.denials) : facts.text,
    ...structured,
  };
}

/** The words of a turn without a last message. */
function unsaid(denials: readonly Denial[]): string {
  if (denials.length === 0) return "";
  const names = [...new Set(denials.map(({ tool_name }) => tool_name))].join(", ");
  return `The agent ended without a message after a tool was denied: ${names}.`;
}

/** The last line of a turn that could not begin. */
export function failureLine(message: string): object {
  return {
    type: "result",
    subtype: "error_during_execution",
    is_error: true,
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: 0,
    stop_reason: null,
    total_cost_usd: 0,
    usage: turnUsage({}),
    modelUsage: {},
    permission_denials: [],
    errors: [message],
  };
}
