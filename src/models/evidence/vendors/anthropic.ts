import type { ErrorPattern } from "../error-pattern.ts";
import { rejected, teachPart, teachSampling } from "../teaching.ts";

const shared = { apis: ["claude", "copilot"], codes: ["invalid_request_error"] } as const;
const modes = ["off", "adaptive", "budget"] as const;
const samplingMembers = { temperature: "temperature", top_p: "topP", top_k: "topK" } as const;

/** Errors of the Messages API, which other servers of Claude repeat. */
export const anthropicPatterns: readonly ErrorPattern[] = [
  {
    ...shared,
    id: "anthropic.sampling_exclusive",
    text: /temperature.{0,80}top_p.{0,80}cannot both be specified/i,
    value: () => "both",
    fields: () => ["temperature"],
    teach: (limits) => teachPart(limits, "sampling", { exclusive: true }),
  },
  {
    ...shared,
    id: "anthropic.sampling_fixed",
    text: /`(temperature|top_p|top_k)` is deprecated for this model/i,
    value: ([, field]) => field!.toLowerCase(),
    fields: (value) => [value],
    teach: (limits, value) => {
      const member = samplingMembers[value as keyof typeof samplingMembers];
      return member === undefined ? limits : teachSampling(limits, { [member]: rejected });
    },
  },
  {
    ...shared,
    id: "anthropic.forced_choice",
    text: /tool_choice: type.{0,80}not supported for this model/i,
    value: () => "forced",
    fields: () => ["tool_choice"],
    teach: (limits) => teachPart(limits, "choice", { forced: "never", named: "never" }),
  },
  {
    ...shared,
    id: "anthropic.thinking_mode",
    text: /thinking\.type\.(disabled|enabled).{0,80}is not supported for this model/i,
    value: ([, mode]) => (mode!.toLowerCase() === "disabled" ? "off" : "budget"),
    fields: () => ["thinking"],
    teach: (limits, value) => {
      const known = limits.reasoning?.modes ?? modes;
      return teachPart(limits, "reasoning", { modes: known.filter((mode) => mode !== value) });
    },
  },
  {
    ...shared,
    id: "anthropic.prefill",
    text: /does not support assistant message prefill/i,
    value: () => "prefill",
    fields: () => ["messages"],
    teach: (limits) => teachPart(limits, "turns", { prefill: false }),
  },
  {
    ...shared,
    id: "anthropic.schema_root",
    text: /input_schema does not support oneOf, allOf, or anyOf/i,
    value: () => "root",
    fields: () => ["tools"],
    teach: (limits) => teachPart(limits, "schema", { rootRejected: ["oneOf", "allOf", "anyOf"] }),
  },
  {
    ...shared,
    id: "anthropic.system_turn",
    text: /role 'system' is not supported on this model/i,
    value: () => "system",
    fields: () => ["messages"],
    teach: (limits) => teachPart(limits, "turns", { systemMidway: false }),
  },
];
