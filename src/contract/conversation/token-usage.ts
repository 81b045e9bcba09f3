import { z } from "zod";
import { Count } from "../scalars.ts";
import { node } from "./vendor.ts";

/**
 * Tokens of one call.
 * `input` counts the whole prompt, cached parts included; `cacheRead` and `cacheWrite` are parts of it.
 * `output` counts all that was generated; `reasoning` is a part of it.
 */
export const TokenUsage = z.strictObject({
  input: Count.optional(),
  output: Count.optional(),
  total: Count.optional(),
  cacheRead: Count.optional(),
  cacheWrite: Count.optional(),
  /** Parts of `cacheWrite` by lifetime, if they are billed at different rates. */
  cacheWriteByTtl: z.record(z.string(), Count).optional(),
  reasoning: Count.optional(),
  inputAudio: Count.optional(),
  outputAudio: Count.optional(),
  /**
   * Calls of server tools, which are billed per call. `web_search` counts the searches that the vendor bills, in its own
   * unit; `web_search_preview` is the part of them by OpenAI's preview tool, which has a price of its own.
   */
  serverTools: z.record(z.string(), Count).optional(),
  ...node,
});
export type TokenUsage = z.infer<typeof TokenUsage>;
