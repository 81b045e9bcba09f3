import { expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { completed, usage } from "../../fixtures/fakes.ts";
import { modelUsage, turnUsage } from "./claude-usage.ts";
import { failureLine, type ResultFacts, resultLine } from "./result-line.ts";

const facts: ResultFacts = {
  text: "done",
  toolCalls: 3,
  denials: [],
  wantsStructuredOutput: false,
  totals: { costUsd: 0.5, models: completed.models },
};
const numbers = {
  duration_ms: 1200,
  duration_api_ms: 1200,
  num_turns: 2,
  stop_reason: null,
  total_cost_usd: 0.5,
  usage: turnUsage(usage),
  modelUsage: { "m-1": modelUsage(completed.models[0]!) },
  permission_denials: [],
};
const success = { type: "result", subtype: "success", is_error: false, ...numbers, result: "done" };

it("a turn that succeeded has its text and its numbers", () => {
  expect(resultLine(completed, facts)).toEqual(success);
  expect(resultLine({ ...completed, modelCalls: undefined }, facts)).toEqual({ ...success, num_turns: 4 });
});

it("an answer to a schema stands beside the text, whether it was asked for or not", () => {
  const end = { ...completed, structuredOutput: { a: 1 } };
  for (const wantsStructuredOutput of [true, false])
    expect(resultLine(end, { ...facts, wantsStructuredOutput })).toEqual({
      ...success,
      structured_output: { a: 1 },
    });
  expect(resultLine(completed, { ...facts, wantsStructuredOutput: true })).toEqual({
    type: "result",
    subtype: "error_max_structured_output_retries",
    is_error: true,
    ...numbers,
    errors: ["the agent gave no answer that satisfies the schema"],
  });
});

it.each([
  ["run_turns_exceeded", "error_max_turns"],
  ["run_budget_exceeded", "error_max_budget_usd"],
  ["run_cancelled", "error_during_execution"],
] as const)("a turn that ended with %s is %s", (code, subtype) => {
  const line = resultLine(
    { ...completed, error: new AbpError(code, "why") },
    { ...facts, wantsStructuredOutput: true },
  );
  expect(line).toEqual({
    type: "result",
    subtype,
    is_error: true,
    ...numbers,
    errors: [expect.stringContaining("why")],
  });
});

it("a turn without a text names the tools that were denied, each once", () => {
  const denial = (tool_name: string) => ({ tool_name, tool_use_id: "t", tool_input: {} });
  const denials = [denial("A"), denial("B"), denial("A")];
  expect(resultLine(completed, { ...facts, text: "", denials })).toEqual({
    ...success,
    permission_denials: denials,
    result: "The agent ended without a message after a tool was denied: A, B.",
  });
  expect(resultLine(completed, { ...facts, denials })).toMatchObject({ result: "done" });
  expect(resultLine(completed, { ...facts, text: "" })).toMatchObject({ result: "" });
});

it("a turn that could not begin has zeros and its error", () => {
  expect(failureLine("why")).toEqual({
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
    errors: ["why"],
  });
});
