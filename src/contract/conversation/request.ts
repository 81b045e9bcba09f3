import { z } from "zod";
import { Block } from "./block.ts";
import { Message } from "./message.ts";
import { Tool, ToolChoice } from "./tool.ts";
import { CacheHint, node } from "./vendor.ts";

/** How the model chooses its next token. */
export const Sampling = z.strictObject({
  temperature: z.number().optional(),
  topP: z.number().optional(),
  topK: z.number().optional(),
  seed: z.int().optional(),
  frequencyPenalty: z.number().optional(),
  presencePenalty: z.number().optional(),
  logitBias: z.record(z.string(), z.number()).optional(),
  logprobs: z.strictObject({ top: z.int().optional() }).optional(),
  candidates: z.int().optional(),
});
export type Sampling = z.infer<typeof Sampling>;

/** The required form of the reply. */
export const OutputFormat = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("text") }),
  z.strictObject({ kind: z.literal("json") }),
  /** One of several words and nothing else. */
  z.strictObject({ kind: z.literal("enum"), values: z.array(z.string()) }),
  z.strictObject({
    kind: z.literal("json_schema"),
    name: z.string().optional(),
    description: z.string().optional(),
    schema: z.unknown(),
    strict: z.boolean().optional(),
    /** Set if the caller's API holds every answer to the schema without being asked. */
    enforced: z.literal(true).optional(),
  }),
]);
export type OutputFormat = z.infer<typeof OutputFormat>;

/** How much the model is to think, and how much of it is shown. */
export const Reasoning = z.strictObject({
  mode: z.enum(["off", "on", "adaptive"]).optional(),
  effort: z.string().optional(),
  budgetTokens: z.int().optional(),
  /** How much of the thinking is returned: `none`, `summary`, `full`, or the vendor's own word. */
  display: z.string().optional(),
});
export type Reasoning = z.infer<typeof Reasoning>;

/** One call of a model, in no vendor's words; prefix members first, because prompt caches depend on it. */
export const Conversation = z
  .strictObject({
    model: z.string(),
    system: z.array(Block),
    tools: z.array(Tool),
    toolChoice: ToolChoice.optional(),
    parallelToolCalls: z.boolean().optional(),
    messages: z.array(Message),
    maxOutputTokens: z.int().optional(),
    sampling: Sampling,
    stop: z.array(z.string()),
    output: OutputFormat.optional(),
    modalities: z.array(z.string()).optional(),
    reasoning: Reasoning.optional(),
    verbosity: z.string().optional(),
    stream: z.strictObject({ enabled: z.boolean(), usage: z.boolean().optional() }).optional(),
    cache: z
      .strictObject({
        key: z.string().optional(),
        retention: z.string().optional(),
        /** Set when the vendor is to mark the prompt by itself. */
        automatic: CacheHint.optional(),
        /** Whether the vendor caches by itself (`implicit`) or at marks alone (`explicit`), and for how long. */
        options: z.strictObject({ mode: z.string().optional(), ttl: z.string().optional() }).optional(),
      })
      .optional(),
    user: z.string().optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    serviceTier: z.string().optional(),
    store: z.boolean().optional(),
    previous: z.string().optional(),
    ...node,
  })
  .meta({
    id: "Conversation",
    title: "Conversation",
    description: "One call of a model, in no vendor's words.",
  });
export type Conversation = z.infer<typeof Conversation>;
