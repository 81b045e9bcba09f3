import { z } from "zod";
import { Block } from "./block.ts";
import { TokenUsage } from "./token-usage.ts";
import { node } from "./vendor.ts";

/** Why generation stopped; `raw` keeps the vendor's own word. */
export const Stop = z.strictObject({
  reason: z.enum([
    "end_turn",
    "stop_sequence",
    "max_tokens",
    "context_window",
    "tool_use",
    "pause_turn",
    "refusal",
    "content_filter",
    "malformed",
    "error",
    "other",
  ]),
  sequence: z.string().optional(),
  raw: z.string().optional(),
});
export type Stop = z.infer<typeof Stop>;

/** One of the answers to a call. */
export const Candidate = z.strictObject({
  index: z.int(),
  content: z.array(Block),
  stop: Stop.optional(),
  logprobs: z.unknown().optional(),
  ...node,
});
export type Candidate = z.infer<typeof Candidate>;

/** The answer to one call of a model. */
export const Reply = z
  .strictObject({
    id: z.string().optional(),
    model: z.string().optional(),
    /** Seconds since the epoch, as the vendor says it. */
    created: z.number().optional(),
    candidates: z.array(Candidate),
    usage: TokenUsage.optional(),
    serviceTier: z.string().optional(),
    ...node,
  })
  .meta({ id: "Reply", title: "Reply", description: "The answer to one call of a model." });
export type Reply = z.infer<typeof Reply>;
