import { describe, expect, it } from "vitest";
import { emulatorFor, emulators } from "./emulators.ts";
import { conversationOf, text } from "./fixtures/stream.ts";
import type { EmulationStrategy } from "./strategy.ts";

const prompted: EmulationStrategy = { type: "system_prompt_injection", prompt: "Do this." };
const processed: EmulationStrategy = { type: "post_processing", detail: "Do that." };

describe("the emulator for a strategy", () => {
  it.each([
    ["extended_thinking", "extended_thinking.prompt"],
    ["tool_choice", "tool_choice.prompt"],
    ["compaction", "compaction.summarise"],
    ["tool_use", "tool_use.protocol"],
    ["function_calling", "function_calling.protocol"],
    ["structured_output_json_schema", "structured_output_json_schema.instruct"],
    ["json_mode", "json_mode.instruct"],
    ["enum_output", "enum_output.instruct"],
    ["stop_sequences", "stop_sequences.prompt"],
    ["code_execution", "code_execution.prompt"],
  ])("of %s that is a prompt is %s, and says so", (capability, id) => {
    const emulator = emulatorFor(capability, prompted)!;
    expect([emulator.id, emulator.capability, emulator.strategy]).toEqual([id, capability, prompted]);
  });

  it.each([
    ["structured_output_json_schema", "structured_output_json_schema.validate"],
    ["json_mode", "json_mode.parse"],
    ["enum_output", "enum_output.match"],
    ["stop_sequences", "stop_sequences.truncate"],
    ["parallel_tool_calls", "parallel_tool_calls.first"],
  ])("of %s that changes the reply is %s, and says so", (capability, id) => {
    const emulator = emulatorFor(capability, processed)!;
    expect([emulator.id, emulator.capability, emulator.strategy]).toEqual([id, capability, processed]);
  });

  it("does not exist for other replies, and for what is disabled", () => {
    expect(emulatorFor("code_execution", processed)).toBeUndefined();
    for (const capability of ["code_execution", "json_mode", "stop_sequences"])
      expect(emulatorFor(capability, { type: "disabled", reason: "r" })).toBeUndefined();
  });

  it("takes over the same parts of the request as the usual one of its capability", () => {
    const takenOver = (capability: string) => emulatorFor(capability, prompted)!.takesOver;
    expect(takenOver("stop_sequences")).toEqual(["stop"]);
    expect(takenOver("code_execution")).toEqual([]);
    for (const { capability, takesOver } of emulators) expect(takenOver(capability)).toEqual(takesOver);
  });

  it("adds its prompt to the request", () => {
    const conversation = conversationOf({ system: [text("Be brief.")] });
    expect(emulatorFor("code_execution", prompted)!.prepare(conversation)?.conversation.system).toEqual([
      text("Be brief.\nDo this."),
    ]);
  });
});

it("the emulators stand in the order of preference", () => {
  expect(emulators.map(({ id }) => id)).toEqual([
    "extended_thinking.prompt",
    "extended_thinking.tags",
    "structured_output_json_schema.instruct",
    "structured_output_json_schema.validate",
    "json_mode.instruct",
    "json_mode.parse",
    "enum_output.instruct",
    "stop_sequences.truncate",
    "tool_use.protocol",
    "function_calling.protocol",
    "parallel_tool_calls.first",
    "tool_choice.prompt",
    "compaction.summarise",
  ]);
});

describe("the default emulators", () => {
  it.each<[string, string, string, string, readonly string[]]>([
    ["extended_thinking.prompt", "extended_thinking", "minor", "system_prompt_injection", ["reasoning"]],
    ["extended_thinking.tags", "extended_thinking", "minor", "system_prompt_injection", ["reasoning"]],
    [
      "structured_output_json_schema.instruct",
      "structured_output_json_schema",
      "minor",
      "post_processing",
      ["output"],
    ],
    [
      "structured_output_json_schema.validate",
      "structured_output_json_schema",
      "minor",
      "post_processing",
      ["output"],
    ],
    ["json_mode.instruct", "json_mode", "minor", "post_processing", ["output"]],
    ["json_mode.parse", "json_mode", "minor", "post_processing", ["output"]],
    ["enum_output.instruct", "enum_output", "minor", "post_processing", ["output"]],
    ["stop_sequences.truncate", "stop_sequences", "minor", "post_processing", ["stop"]],
    ["tool_use.protocol", "tool_use", "minor", "system_prompt_injection", []],
    ["function_calling.protocol", "function_calling", "minor", "system_prompt_injection", []],
    ["parallel_tool_calls.first", "parallel_tool_calls", "minor", "post_processing", ["parallelToolCalls"]],
    ["tool_choice.prompt", "tool_choice", "major", "system_prompt_injection", []],
    ["compaction.summarise", "compaction", "minor", "system_prompt_injection", []],
  ])(
    "%s is one for %s, with a %s loss, by %s in place of %j",
    (id, capability, fidelity, type, takesOver) => {
      const found = emulators.find((one) => one.id === id)!;
      expect({ ...found, takesOver: [...found.takesOver] }).toMatchObject({
        capability,
        fidelity,
        takesOver,
      });
      expect(found.strategy.type).toBe(type);
      expect(emulators).toHaveLength(13);
    },
  );
});
