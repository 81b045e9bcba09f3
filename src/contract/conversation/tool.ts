import { z } from "zod";
import { HostedTool } from "./hosted-tool.ts";
import { CacheHint, node } from "./vendor.ts";

const shared = { ...node, cache: CacheHint.optional() };

/** A tool that the model may call: the caller's function, a freeform tool, or one that the vendor runs. */
export const Tool = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("function"),
    name: z.string(),
    description: z.string().optional(),
    parameters: z.unknown(),
    strict: z.boolean().optional(),
    namespace: z.string().optional(),
    ...shared,
  }),
  z.strictObject({
    kind: z.literal("custom"),
    name: z.string(),
    description: z.string().optional(),
    /** The grammar that the freeform input follows, as its vendor states it. */
    format: z.unknown(),
    namespace: z.string().optional(),
    ...shared,
  }),
  /** Web search, code execution and the like: an opaque unit of its dialect. */
  z.strictObject({
    kind: z.literal("server"),
    name: z.string(),
    dialect: z.string(),
    value: z.unknown(),
    /** What it is in no vendor's words, if other vendors have such a tool too. */
    hosted: HostedTool.optional(),
    ...shared,
  }),
]);
export type Tool = z.infer<typeof Tool>;

/** Whether and which tool the model must call. */
export const ToolChoice = z.strictObject({
  mode: z.enum(["auto", "none", "required", "tool"]),
  name: z.string().optional(),
  allowed: z.array(z.string()).optional(),
  ...node,
});
export type ToolChoice = z.infer<typeof ToolChoice>;
