import { AbpError, type OutputFormat } from "../../../contract/index.ts";
import type { Emulator } from "../emulator.ts";
import { injectPrompt } from "../prompt-injection.ts";
import type { EmulationEntry } from "../report.ts";
import { defaultStrategy, type EmulationStrategy } from "../strategy.ts";
import { checkStructuredOutput, structuredFailure, validatorOf } from "./json-answer.ts";
import { openJsonRewriter } from "./json-rewriter.ts";
import { listWords } from "./word-answer.ts";

/** The capabilities that constrain a reply to JSON, or to one of several words. */
export type JsonCapability = "structured_output_json_schema" | "json_mode" | "enum_output";

const kinds: Readonly<
  Record<JsonCapability, { readonly kind: OutputFormat["kind"]; readonly method: string }>
> = {
  structured_output_json_schema: { kind: "json_schema", method: "validate" },
  json_mode: { kind: "json", method: "parse" },
  enum_output: { kind: "enum", method: "match" },
};

export interface StructuredOptions {
  /** Whether to tell the model what to write. If false, the caller's own prompt must do so. */
  readonly instruct: boolean;
  readonly strategy?: EmulationStrategy;
  /** The instructions for the model, in front of the schema. */
  readonly prompt?: string;
}

/**
 * Reduces replies to the requested JSON and checks it against the schema, or to the requested word. Refuses a schema that
 * cannot be checked and a choice without words, before the call. Throws `capability_emulation_failed` for a reply that does not fit; `repairRequest` builds the
 * follow-up.
 */
export function structuredEmulator(capability: JsonCapability, options: StructuredOptions): Emulator {
  const { prompt: rule } = options;
  const own: EmulationStrategy | undefined =
    rule === undefined ? undefined : { type: "system_prompt_injection", prompt: rule };
  const checking = options.strategy ?? defaultStrategy(capability);
  const strategy = own ?? checking;
  const { kind, method } = kinds[capability];
  return {
    id: `${capability}.${options.instruct ? "instruct" : method}`,
    capability,
    fidelity: "minor",
    strategy,
    takesOver: ["output"],
    prepare(conversation) {
      const { output } = conversation;
      if (output?.kind !== kind) return undefined;
      checkFormat(output);
      const applied: EmulationEntry[] = [{ capability, strategy: checking }];
      if (!options.instruct) return { conversation, applied, warnings: [] };
      const prompt = writeOutputPrompt(output, rule);
      applied.unshift({ capability, strategy: { type: "system_prompt_injection", prompt } });
      return { conversation: injectPrompt(conversation, prompt), applied, warnings: [] };
    },
    finish(reply, { output }) {
      if (output?.kind !== kind) return { reply, warnings: [] };
      const outcome = checkStructuredOutput(reply, output);
      if (!outcome.ok) throw structuredFailure(outcome.errors, output);
      return { reply: outcome.reply, warnings: [] };
    },
    openRewriter: ({ output }) => openJsonRewriter(output),
  };
}

/** Throws `capability_emulation_failed` if no answer could be checked against the format. */
function checkFormat(output: OutputFormat): void {
  validatorOf(output);
  if (output.kind !== "enum" || output.values.length > 0) return;
  throw new AbpError(
    "capability_emulation_failed",
    "The answer is to be one of several words, and the schema lists none",
  );
}

const JSON_RULE = "Reply with one JSON value and nothing else: no words around it and no code fence.";

const WORD_RULE =
  "Reply with exactly one of the following lines, without the dash, and nothing else: no words around it, no quotes and no full stop.";

function writeOutputPrompt(output: OutputFormat, own: string | undefined): string {
  if (output.kind === "enum") return `${own ?? WORD_RULE}\n${listWords(output)}`;
  const rule = own ?? JSON_RULE;
  if (output.kind !== "json_schema") return rule;
  const about = output.description === undefined ? "" : ` It is: ${output.description}`;
  return `${rule}${about}\nIt must be valid against this JSON Schema:\n${JSON.stringify(output.schema)}`;
}
