import type { OutputFormat } from "../../../contract/index.ts";
import type { Emulator } from "../emulator.ts";
import { injectPrompt } from "../prompt-injection.ts";
import type { EmulationEntry } from "../report.ts";
import { defaultStrategy, type EmulationStrategy } from "../strategy.ts";
import { checkStructuredOutput, readJsonAnswer, structuredFailure, validatorOf } from "./json-answer.ts";
import { openJsonRewriter } from "./json-rewriter.ts";

/** The capabilities that constrain a reply to JSON. */
export type JsonCapability = "structured_output_json_schema" | "json_mode";

export interface StructuredOptions {
  /** Whether to tell the model what to write. If false, the caller's own prompt must do so. */
  readonly instruct: boolean;
  readonly strategy?: EmulationStrategy;
  /** What the model is told, in front of the schema. */
  readonly prompt?: string;
}

/**
 * Reduces replies to the requested JSON and checks it against the schema. Refuses a schema that cannot be checked,
 * before the call. Throws `capability_emulation_failed` for a reply that does not fit; `repairRequest` builds the
 * follow-up.
 */
export function structuredEmulator(capability: JsonCapability, options: StructuredOptions): Emulator {
  const { prompt: rule } = options;
  const own: EmulationStrategy | undefined =
    rule === undefined ? undefined : { type: "system_prompt_injection", prompt: rule };
  const checking = options.strategy ?? defaultStrategy(capability);
  const strategy = own ?? checking;
  const [kind, method] = capability === "json_mode" ? ["json", "parse"] : ["json_schema", "validate"];
  return {
    id: `${capability}.${options.instruct ? "instruct" : method}`,
    capability,
    fidelity: "minor",
    strategy,
    takesOver: ["output"],
    prepare(conversation) {
      const { output } = conversation;
      if (output?.kind !== kind) return undefined;
      validatorOf(output);
      const applied: EmulationEntry[] = [{ capability, strategy: checking }];
      if (!options.instruct) return { conversation, applied, warnings: [] };
      const prompt = writeOutputPrompt(output, rule);
      applied.unshift({ capability, strategy: { type: "system_prompt_injection", prompt } });
      return { conversation: injectPrompt(conversation, prompt), applied, warnings: [] };
    },
    finish(reply, { output }) {
      if (output?.kind !== kind) return { reply, warnings: [] };
      const outcome = checkStructuredOutput(reply, output);
      if (!outcome.ok) throw structuredFailure(outcome.errors);
      return { reply: outcome.reply, warnings: [] };
    },
    openRewriter: ({ output }) => openJsonRewriter((text) => readJsonAnswer(text, output)),
  };
}

const JSON_RULE = "Reply with one JSON value and nothing else: no words around it and no code fence.";

function writeOutputPrompt(output: OutputFormat, rule = JSON_RULE): string {
  if (output.kind !== "json_schema") return rule;
  const about = output.description === undefined ? "" : ` It is: ${output.description}`;
  return `${rule}${about}\nIt must be valid against this JSON Schema:\n${JSON.stringify(output.schema)}`;
}
