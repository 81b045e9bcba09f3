import { z } from "zod";
import { MediaSource } from "./media.ts";
import { SearchUnit } from "./search-unit.ts";
import { CacheHint, node, type VendorMembers } from "./vendor.ts";

const shared = { ...node, cache: CacheHint.optional() };

/** A statement and the source that supports it. */
export const Citation = z.strictObject({
  kind: z.string(),
  /** The cited text of the source. */
  text: z.string().optional(),
  title: z.string().optional(),
  url: z.string().optional(),
  /** Positions in the cited text or document, in the unit that the kind implies. */
  start: z.int().optional(),
  end: z.int().optional(),
  /** The part of the answer that the source supports, in UTF-16 units of its text block. */
  answer: z.strictObject({ start: z.int(), end: z.int() }).optional(),
  ...node,
});
export type Citation = z.infer<typeof Citation>;

/** Plain text, with the citations that belong to it. */
export const TextBlock = z.strictObject({
  type: z.literal("text"),
  text: z.string(),
  citations: z.array(Citation).optional(),
  ...shared,
});
export type TextBlock = z.infer<typeof TextBlock>;

/** A picture. */
export const ImageBlock = z.strictObject({
  type: z.literal("image"),
  source: MediaSource,
  detail: z.string().optional(),
  ...shared,
});
export type ImageBlock = z.infer<typeof ImageBlock>;

/** A document: a PDF, plain text, or another file for reading. */
export const DocumentBlock = z.strictObject({
  type: z.literal("document"),
  source: MediaSource,
  title: z.string().optional(),
  context: z.string().optional(),
  /** Where its text was found, as the caller names it: a URL or another name. */
  address: z.string().optional(),
  citations: z.boolean().optional(),
  ...shared,
});
export type DocumentBlock = z.infer<typeof DocumentBlock>;

/** Sound. */
export const AudioBlock = z.strictObject({
  type: z.literal("audio"),
  source: MediaSource,
  transcript: z.string().optional(),
  id: z.string().optional(),
  ...shared,
});
export type AudioBlock = z.infer<typeof AudioBlock>;

/** Moving pictures. */
export const VideoBlock = z.strictObject({ type: z.literal("video"), source: MediaSource, ...shared });
export type VideoBlock = z.infer<typeof VideoBlock>;

/**
 * A call of one of the caller's tools.
 * `input` is the parsed object; `inputText` the source text if it is not JSON (freeform tools, truncated calls)
 * or if its exact spelling must survive.
 */
export const ToolUseBlock = z.strictObject({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
  kind: z.enum(["function", "custom"]),
  input: z.unknown(),
  inputText: z.string().optional(),
  /** Reasoning custody: the vendor's proof that this call followed from its own thinking. */
  signature: z.string().optional(),
  ...shared,
});
export type ToolUseBlock = z.infer<typeof ToolUseBlock>;

/** The vendor's record of its own thinking. */
export const ThinkingBlock = z.strictObject({
  type: z.literal("thinking"),
  text: z.string(),
  /** Whether the text is a summary made by the vendor and not the thinking itself. */
  summary: z.boolean().optional(),
  signature: z.string().optional(),
  /** Sealed reasoning, readable by its issuer only. */
  sealed: z.string().optional(),
  id: z.string().optional(),
  ...shared,
});
export type ThinkingBlock = z.infer<typeof ThinkingBlock>;

/** Thinking that the vendor withheld. */
export const RedactedThinkingBlock = z.strictObject({
  type: z.literal("redacted_thinking"),
  data: z.string(),
  ...shared,
});
export type RedactedThinkingBlock = z.infer<typeof RedactedThinkingBlock>;

/** The model's refusal, if the vendor marks it as such. */
export const RefusalBlock = z.strictObject({ type: z.literal("refusal"), text: z.string(), ...shared });
export type RefusalBlock = z.infer<typeof RefusalBlock>;

/**
 * A unit that only its dialect can read: a server tool's call or result, a compaction item.
 * It is moved whole or accounted for, never opened.
 */
export const OpaqueBlock = z.strictObject({
  type: z.literal("opaque"),
  dialect: z.string(),
  kind: z.string(),
  id: z.string().optional(),
  value: z.unknown(),
  /** What it says in no vendor's words, if it is a search of the web. */
  search: SearchUnit.optional(),
  /** What it says as plain text, if a model of another vendor can read that in its place. */
  rendering: z.string().optional(),
  /** Set if it is code that the vendor ran, or its output: an answer shows that to every caller. */
  isRun: z.literal(true).optional(),
  /** Set if it offers a tool of the request to the model, or withdraws it, from here on. */
  toolChange: z.strictObject({ name: z.string(), isOffered: z.boolean() }).optional(),
  ...shared,
});
export type OpaqueBlock = z.infer<typeof OpaqueBlock>;

const leaves = [
  TextBlock,
  ImageBlock,
  DocumentBlock,
  AudioBlock,
  VideoBlock,
  ToolUseBlock,
  ThinkingBlock,
  RedactedThinkingBlock,
  RefusalBlock,
  OpaqueBlock,
] as const;

/** The result of a tool: text, images and documents. */
export interface ToolResultBlock {
  type: "tool_result";
  id: string;
  /** Some dialects match results to calls by name. */
  name?: string | undefined;
  kind: "function" | "custom";
  content: Block[];
  isError?: boolean | undefined;
  cache?: CacheHint | undefined;
  vendor?: VendorMembers | undefined;
}

/** One piece of a message. */
export type Block = z.infer<(typeof leaves)[number]> | ToolResultBlock;

export const ToolResultBlock: z.ZodType<ToolResultBlock> = z.strictObject({
  type: z.literal("tool_result"),
  id: z.string(),
  name: z.string().optional(),
  kind: z.enum(["function", "custom"]),
  get content() {
    return z.array(Block);
  },
  isError: z.boolean().optional(),
  ...shared,
});

/** One piece of a message. */
export const Block: z.ZodType<Block> = z
  .lazy(() => z.union([...leaves, ToolResultBlock]))
  .meta({ id: "Block" });
