import type { CapabilityId } from "../supply/claim.ts";
import { compactionEmulator } from "./compaction.ts";
import type { Emulator } from "./emulator.ts";
import { structuredEmulator } from "./json-output/structured-output.ts";
import { promptEmulator } from "./prompt-emulator.ts";
import { stopEmulator } from "./stop-sequences.ts";
import { type EmulationStrategy, TAGGED_THINKING_PROMPT, THINKING_PROMPT } from "./strategy.ts";
import { thinkingEmulator } from "./thinking.ts";
import { firstCallEmulator } from "./tool-use/first-call.ts";
import { forcedCallEmulator } from "./tool-use/forced-call.ts";
import { toolEmulator } from "./tool-use/tool-use.ts";

/**
 * Every emulator. When one capability has several, plans use the first. For JSON that is the one that also instructs
 * the model.
 */
export const emulators: readonly Emulator[] = [
  thinkingEmulator(THINKING_PROMPT),
  thinkingEmulator(TAGGED_THINKING_PROMPT),
  structuredEmulator("structured_output_json_schema", { instruct: true }),
  structuredEmulator("structured_output_json_schema", { instruct: false }),
  structuredEmulator("json_mode", { instruct: true }),
  structuredEmulator("json_mode", { instruct: false }),
  structuredEmulator("enum_output", { instruct: true }),
  stopEmulator(),
  toolEmulator("tool_use"),
  toolEmulator("function_calling"),
  firstCallEmulator(),
  forcedCallEmulator(),
  compactionEmulator(),
];

/**
 * The emulator for a strategy; undefined when there is none. A strategy without an emulator must not be reported as
 * applied.
 */
export function emulatorFor(capability: CapabilityId, strategy: EmulationStrategy): Emulator | undefined {
  switch (strategy.type) {
    case "system_prompt_injection":
      return promptedEmulator(capability, strategy.prompt);
    case "post_processing":
      return processingEmulator(capability, strategy);
    case "disabled":
      return undefined;
  }
}

/** The emulator of a capability with another prompt. Whatever the default one does to the reply is still done. */
function promptedEmulator(capability: CapabilityId, prompt: string): Emulator {
  switch (capability) {
    case "extended_thinking":
      return thinkingEmulator(prompt);
    case "tool_choice":
      return forcedCallEmulator(prompt);
    case "compaction":
      return compactionEmulator(prompt);
    case "tool_use":
    case "function_calling":
      return toolEmulator(capability, prompt);
    case "structured_output_json_schema":
    case "json_mode":
    case "enum_output":
      return structuredEmulator(capability, { instruct: true, prompt });
    default: {
      const { takesOver = [] } = emulators.find((one) => one.capability === capability) ?? {};
      return promptEmulator(capability, prompt, takesOver);
    }
  }
}

function processingEmulator(capability: CapabilityId, strategy: EmulationStrategy): Emulator | undefined {
  switch (capability) {
    case "structured_output_json_schema":
    case "json_mode":
    case "enum_output":
      return structuredEmulator(capability, { instruct: false, strategy });
    case "stop_sequences":
      return stopEmulator(strategy);
    case "parallel_tool_calls":
      return firstCallEmulator(strategy);
    default:
      return undefined;
  }
}
