import { z } from "zod";
import { Block } from "./block.ts";
import { node } from "./vendor.ts";

/** The author of a message. */
export const Role = z.enum(["system", "developer", "user", "assistant", "tool"]);
export type Role = z.infer<typeof Role>;

/** One turn, or the part of a turn that one role says. */
export const Message = z.strictObject({
  role: Role,
  content: z.array(Block),
  id: z.string().optional(),
  name: z.string().optional(),
  /** The model is to continue this assistant text instead of answering it. */
  prefill: z.boolean().optional(),
  ...node,
});
export type Message = z.infer<typeof Message>;
