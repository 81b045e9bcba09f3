import type { CapabilityId } from "../supply/claim.ts";
import { compactionEmulator } from "./compaction.ts";
import type { Emulator } from "./emulator.ts";
import { structuredEmulator } from "./json-output/structured-output.ts";
import { promptEmulator } from "./prompt-emulator.ts";
import { stopEmulator } from "./stop-sequences.ts";
import {
  COMPACTION_PROMPT,
  defaultStrategy,
  type EmulationStrategy,
  TAGGED_THINKING_PROMPT,
  THINKING_PROMPT,
} from "./strategy.ts";
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
  stopEmulator(),
  toolEmulator("tool_use"),
  toolEmulator("function_calling"),
  firstCallEmulator(),
  forcedCallEmulator(),
  compactionEmulator(),
];

const byId = new Map(emulators.map((emulator) => [emulator.id, emulator]));

export function findEmulator(id: string): Emulator | undefined {
  return byId.get(id);
}

/**
 * The emulator for a strategy; undefined when there is none. A strategy without an emulator must not be reported as
 * applied.
 */
export function emulatorFor(capability: CapabilityId, strategy: EmulationStrategy): Emulator | undefined {
  if (strategy.type === "disabled") return undefined;
  if (strategy.type === "system_prompt_injection") {
    if (capability === "extended_thinking") return thinkingEmulator(strategy.prompt);
    if (capability === "tool_choice") return forcedCallEmulator(strategy.prompt);
    if (capability === "compaction" && strategy.prompt === COMPACTION_PROMPT) return compactionEmulator();
    return isToolProtocol(capability, strategy.prompt)
      ? toolEmulator(capability)
      : promptEmulator(capability, strategy.prompt);
  }
  switch (capability) {
    case "structured_output_json_schema":
    case "json_mode":
      return structuredEmulator(capability, { instruct: false, strategy });
    case "stop_sequences":
      return stopEmulator(strategy);
    case "parallel_tool_calls":
      return firstCallEmulator(strategy);
    default:
      return undefined;
  }
}

function isToolProtocol(capability: CapabilityId, prompt: string): boolean {
  const strategy = defaultStrategy(capability);
  const isTool = capability === "tool_use" || capability === "function_calling";
  return isTool && strategy.type === "system_prompt_injection" && strategy.prompt === prompt;
}
