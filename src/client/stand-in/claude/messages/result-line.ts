import { failureWords } from "../../failure-words.ts";
import type { RunEnd } from "../../run-starter.ts";

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
}

const SUBTYPES: Readonly<Record<string, string>> = {
  run_turns_exceeded: "error_max_turns",
  run_budget_exceeded: "error_max_budget_usd",
};

/** The last line of a turn that had a run. */
export function resultLine(end: RunEnd, facts: ResultFacts): object {
  const { error, usage } = end;
  const numbers = {
    duration_ms: end.durationMs,
    duration_api_ms: end.durationMs,
    num_turns: end.modelCalls ?? facts.toolCalls + 1,
    stop_reason: null,
    total_cost_usd: end.costUsd ?? 0,
    usage: {
      input_tokens: usage.input_tokens ?? 0,
      output_tokens: usage.output_tokens ?? 0,
      cache_creation_input_tokens: usage.cache_write_tokens ?? 0,
      cache_read_input_tokens: usage.cache_read_tokens ?? 0,
    },
    modelUsage: modelUsage(end),
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
    result: facts.text,
    ...structured,
  };
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
    usage: { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    modelUsage: {},
    permission_denials: [],
    errors: [message],
  };
}

/** The usage of the turn under the name of its model. Where there were several, only the sum is known. */
function modelUsage({ models, usage, costUsd }: RunEnd): object {
  if (models.length === 0) return {};
  return {
    [models.join(", ")]: {
      inputTokens: usage.input_tokens ?? 0,
      outputTokens: usage.output_tokens ?? 0,
      cacheReadInputTokens: usage.cache_read_tokens ?? 0,
      cacheCreationInputTokens: usage.cache_write_tokens ?? 0,
      webSearchRequests: 0,
      costUSD: costUsd ?? 0,
      contextWindow: 0,
      maxOutputTokens: 0,
    },
  };
}
