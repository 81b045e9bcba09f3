import { describe, expect, it } from "vitest";
import { limitsFor } from "../../limits/limits-for.ts";
import { taughtBy } from "../fixtures/lessons.ts";
import { withLessons } from "../learning.ts";

const failure = (message: string) => ({ error: { message, type: "invalid_request_error" } });

describe("an error of Moonshot's", () => {
  it.each<[string, object, object | undefined]>([
    [
      "invalid temperature: only 1 is allowed for this model",
      { temperature: 0 },
      { temperature: { is: "only", value: 1 } },
    ],
    [
      "invalid temperature: only 0.6 is allowed for this model",
      { temperature: 1 },
      { temperature: { is: "only", value: 0.6 } },
    ],
    [
      "invalid top_p: only 0.95 is allowed for this model",
      { top_p: 1 },
      { topP: { is: "only", value: 0.95 } },
    ],
    [
      "Invalid TOP_P: only 0.95 is allowed for this model",
      { top_p: 1 },
      { topP: { is: "only", value: 0.95 } },
    ],
    ["invalid top_p: only 0.95 is allowed for this model", { temperature: 1 }, undefined],
    ["invalid n: only 1 is allowed for this model", { n: 2, temperature: 1 }, undefined],
  ])("about sampling teaches the only value: %s %j", (message, sent, sampling) => {
    expect(taughtBy("kimi", failure(message), sent)).toEqual(sampling && { sampling });
    expect(taughtBy("openai", failure(message), sent)).toBeUndefined();
  });

  it("about a temperature holds while the model thinks too", () => {
    const error = failure("invalid temperature: only 0.7 is allowed for this model");
    const taught = taughtBy("kimi", error, { temperature: 1 }, limitsFor("kimi", "kimi-k2.6"))!;
    const only = { temperature: { is: "only", value: 0.7 } };
    expect(taught.sampling).toMatchObject({ ...only, thinking: { ...only, topP: { value: 0.95 } } });
  });

  it.each<[string, object]>([
    ["required", { forced: "without thinking" }],
    ["specified", { named: "without thinking" }],
    ["REQUIRED", { forced: "without thinking" }],
  ])("about the choice %s teaches that thinking excludes it", (choice, expected) => {
    const error = failure(`tool_choice '${choice}' is incompatible with thinking enabled`);
    expect(taughtBy("kimi", error, { tool_choice: "required" })).toEqual({ choice: expected });
    expect(taughtBy("kimi", error, { tools: [{}] })).toBeUndefined();
  });

  it.each([
    "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2",
    "tools.function.parameters is not a valid moonshot flavored json schema, details: anyOf",
  ])("teaches nothing about the model if the request was at fault: %s", (message) => {
    expect(taughtBy("kimi", failure(message), { temperature: 1, tool_choice: "auto" })).toBeUndefined();
  });

  it("whose kept value is not known changes nothing", () => {
    const known = { output: { max: 5 } };
    expect(withLessons(known, [{ pattern: "moonshot.fixed_sampling", value: "n 1" }])).toBe(known);
  });
});
