import { describe, expect, it } from "vitest";
import {
  COMPACTION_PROMPT,
  canEmulate,
  defaultStrategy,
  disabledByDefault,
  FORCED_CALL_PROMPT,
  THINKING_PROMPT,
  TOOL_PROTOCOL_PROMPT,
} from "./strategy.ts";

const injected = (prompt: string) => ({ type: "system_prompt_injection", prompt });
const processed = { type: "post_processing", detail: expect.stringMatching(/\w+ \w+/) };
const disabled = { type: "disabled", reason: "Cannot safely emulate sandboxed code execution" };

describe("the strategy for a capability without configuration", () => {
  it.each([
    ["extended_thinking", injected(THINKING_PROMPT)],
    ["structured_output_json_schema", processed],
    ["json_mode", processed],
    ["enum_output", processed],
    ["stop_sequences", processed],
    ["tool_use", injected(TOOL_PROTOCOL_PROMPT)],
    ["function_calling", injected(TOOL_PROTOCOL_PROMPT)],
    ["parallel_tool_calls", processed],
    ["tool_choice", injected(FORCED_CALL_PROMPT)],
    ["compaction", injected(COMPACTION_PROMPT)],
    ["code_execution", disabled],
  ])("%s is %j", (capability, strategy) => {
    expect(defaultStrategy(capability)).toEqual(strategy);
    expect(canEmulate(capability)).toBe(strategy !== disabled);
  });

  it("is none for others, by any of their names", () => {
    expect(defaultStrategy("vision").type).toBe("disabled");
    expect(defaultStrategy("nonsense")).toEqual({
      type: "disabled",
      reason: expect.stringMatching(/^No emulation available for /),
    });
    expect(canEmulate("nonsense")).toBe(false);
  });

  it("is disabled for one capability, with the reason", () => {
    expect([...disabledByDefault]).toEqual([["code_execution", disabled.reason]]);
  });
});
