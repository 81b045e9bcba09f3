import { z } from "zod";
import { Block, Citation } from "./block.ts";
import { Stop } from "./reply.ts";
import { TokenUsage } from "./token-usage.ts";
import { node } from "./vendor.ts";

const at = { candidate: z.int(), block: z.int() };

/**
 * One step of a streamed reply.
 * Grammar: reply_start, then per candidate its blocks in order, each block_start, deltas, block_stop,
 * then candidate_stop; usage anywhere; reply_stop or error last, exactly once; ping anywhere.
 */
export const StreamEvent = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("reply_start"),
      id: z.string().optional(),
      model: z.string().optional(),
      created: z.number().optional(),
      serviceTier: z.string().optional(),
      usage: TokenUsage.optional(),
      ...node,
    }),
    /** The block as it begins: its text and input still empty unless the vendor sent them at once. */
    z.strictObject({ type: z.literal("block_start"), ...at, content: Block, ...node }),
    z.strictObject({ type: z.literal("text_delta"), ...at, text: z.string(), ...node }),
    z.strictObject({ type: z.literal("thinking_delta"), ...at, text: z.string(), ...node }),
    z.strictObject({ type: z.literal("input_delta"), ...at, text: z.string(), ...node }),
    z.strictObject({
      type: z.literal("audio_delta"),
      ...at,
      data: z.string(),
      transcript: z.string().optional(),
      ...node,
    }),
    z.strictObject({ type: z.literal("signature"), ...at, signature: z.string(), ...node }),
    z.strictObject({ type: z.literal("citation"), ...at, citation: Citation, ...node }),
    /** The end of a block; `content` when the vendor repeats it whole. */
    z.strictObject({ type: z.literal("block_stop"), ...at, content: Block.optional(), ...node }),
    z.strictObject({ type: z.literal("logprobs"), candidate: z.int(), value: z.unknown(), ...node }),
    z.strictObject({ type: z.literal("candidate_stop"), candidate: z.int(), stop: Stop, ...node }),
    z.strictObject({ type: z.literal("usage"), usage: TokenUsage, ...node }),
    z.strictObject({ type: z.literal("reply_stop"), ...node }),
    z.strictObject({ type: z.literal("error"), code: z.string(), message: z.string(), ...node }),
    z.strictObject({ type: z.literal("ping"), ...node }),
    /** An event that only its dialect can read. */
    z.strictObject({
      type: z.literal("opaque"),
      dialect: z.string(),
      kind: z.string(),
      value: z.unknown(),
      ...node,
    }),
  ])
  .meta({ id: "StreamEvent", title: "StreamEvent", description: "One step of a streamed reply." });
export type StreamEvent = z.infer<typeof StreamEvent>;
