import { z } from "zod";
import {
  configureEmulators,
  defaultStrategy,
  type EmulationStrategy,
  type EmulatorSet,
} from "../../negotiation/index.ts";
import { key } from "./key-facts.ts";

const Text = z.string().min(1, "must not be empty");

const type =
  "How the capability is provided: `system_prompt_injection` adds `prompt` to what the model or the agent reads, `post_processing` changes or checks the response, and `disabled` never emulates it.";

const Strategy = z.discriminatedUnion("type", [
  z.object({
    type: key(z.literal("system_prompt_injection"), { description: type }),
    prompt: key(Text, {
      description:
        "The text that is added. A capability that is emulated by default keeps what follows its own prompt, such as the JSON Schema or the descriptions of tools, and the check of the response.",
    }),
  }),
  z.object({
    type: key(z.literal("post_processing"), { description: type }),
    detail: key(Text.optional(), {
      description:
        "What the receipt says of it. Only `structured_output_json_schema`, `json_mode`, `enum_output`, `stop_sequences` and `parallel_tool_calls` can be provided so, and of a work order only the first.",
    }),
  }),
  z.object({
    type: key(z.literal("disabled"), { description: type }),
    reason: key(Text.default("switched off in the configuration"), {
      description: "Why. A call or a run that needs the capability is refused with it.",
    }),
  }),
]);

/** The section `[emulation]`: a strategy for each capability that is not emulated as it is by default. */
export const EmulationSection = z
  .record(z.string(), Strategy)
  .default({})
  .meta({
    description:
      "How capabilities are provided that a model or a backend lacks, each under the name of the capability (`abp negotiate --help`). Model calls and work orders read it alike. Without an entry, the default strategy applies.",
    propertyNames: { type: "string", minLength: 1 },
  });

/** The emulators of a configuration, for model calls and for work orders. */
export function configuredEmulators({
  emulation,
}: {
  readonly emulation: z.infer<typeof EmulationSection>;
}): EmulatorSet {
  return configureEmulators(
    new Map(Object.entries(emulation).map(([name, entry]) => [name, strategyOf(name, entry)])),
  );
}

function strategyOf(name: string, entry: z.infer<typeof Strategy>): EmulationStrategy {
  if (entry.type !== "post_processing") return entry;
  const usual = defaultStrategy(name);
  const detail = usual.type === "post_processing" ? usual.detail : "Process the response";
  return { type: entry.type, detail: entry.detail ?? detail };
}
