import { describe, expect, it } from "vitest";
import type { Block, Conversation, Tool } from "../../contract/index.ts";
import { type FeatureId, features } from "../features/feature.ts";
import { replyFeatures } from "../features/reply-feature.ts";
import { listUsedFeatures } from "../features/used-features.ts";
import { Origins } from "../origins.ts";
import { conversation, write } from "./fixtures/foreign.ts";
import { claude } from "./index.ts";

const user = (block: Block): Partial<Conversation> => ({ messages: [{ role: "user", content: [block] }] });
const assistant = (block: Block): Partial<Conversation> => ({
  messages: [
    { role: "user", content: [{ type: "text", text: "x" }] },
    { role: "assistant", content: [block] },
    { role: "user", content: [{ type: "text", text: "y" }] },
  ],
});
const tool: Tool = { kind: "function", name: "f", parameters: { type: "object" } };
const image = (source: Extract<Block, { type: "image" }>["source"]): Block => ({ type: "image", source });
const document = (parts: object = {}): Block => ({
  type: "document",
  source: { kind: "text", text: "t" },
  ...parts,
});
const result = (parts: object): Block =>
  ({
    type: "tool_result",
    id: "a",
    kind: "function",
    content: [{ type: "text", text: "r" }],
    ...parts,
  }) as Block;

/** A conversation that uses the feature, for every feature that the table calls native. */
const probes: Partial<Record<FeatureId, Partial<Conversation>>> = {
  model: {},
  "system.text": { system: [{ type: "text", text: "s" }] },
  "system.block_list": { system: ["s", "t"].map((text) => ({ type: "text", text })) },
  "role.system_midway": {
    messages: (["user", "system"] as const).map((role) => ({ role, content: [{ type: "text", text: "x" }] })),
  },
  "message.prefill": {
    messages: [
      { role: "user", content: [{ type: "text", text: "x" }] },
      { role: "assistant", content: [{ type: "text", text: "The" }], prefill: true },
    ],
  },
  text: {},
  "image.base64": user(image({ kind: "base64", mediaType: "image/png", data: "AA==" })),
  "image.url": user(image({ kind: "url", url: "https://a.example" })),
  "image.file": user(image({ kind: "file", id: "file_1" })),
  "document.base64": user(
    document({ source: { kind: "base64", mediaType: "application/pdf", data: "AA==" } }),
  ),
  "document.url": user(document({ source: { kind: "url", url: "https://a.example" } })),
  "document.file": user(document({ source: { kind: "file", id: "file_1" } })),
  "document.text": user(document()),
  "document.text.title": user(document({ title: "T" })),
  "document.text.context": user(document({ context: "C" })),
  "document.text.address": user(document({ address: "https://a.example", title: "T" })),
  "document.title": user(document({ source: { kind: "url", url: "u" }, title: "T" })),
  "document.context": user(document({ source: { kind: "url", url: "u" }, context: "C" })),
  "document.citations": user(document({ citations: true })),
  citation: assistant({
    type: "text",
    text: "t",
    citations: [
      { kind: "char_location", text: "a", start: 0, end: 1, vendor: { claude: { document_index: 0 } } },
    ],
  }),
  "thinking.text": assistant({ type: "thinking", text: "t", signature: "s" }),
  "thinking.signature": assistant({ type: "thinking", text: "", signature: "s" }),
  "thinking.redacted": assistant({ type: "redacted_thinking", data: "d" }),
  "reasoning.mode": { reasoning: { mode: "adaptive" } },
  "reasoning.effort": { reasoning: { effort: "high" } },
  "reasoning.budget": { reasoning: { mode: "on", budgetTokens: 2000 } },
  "reasoning.display": { reasoning: { mode: "adaptive", display: "summary" } },
  "tool.function": { tools: [tool] },
  "tool.strict": { tools: [{ ...tool, strict: true }] },
  "tool_choice.auto": { tools: [tool], toolChoice: { mode: "auto" } },
  "tool_choice.none": { tools: [tool], toolChoice: { mode: "none" } },
  "tool_choice.required": { tools: [tool], toolChoice: { mode: "required" } },
  "tool_choice.tool": { tools: [tool], toolChoice: { mode: "tool", name: "f" } },
  parallel_tool_calls: { tools: [tool], parallelToolCalls: false },
  tool_use: assistant({ type: "tool_use", id: "a", name: "f", kind: "function", input: {} }),
  "tool_result.text": user(result({})),
  "tool_result.media": user(result({ content: [image({ kind: "url", url: "https://a.example" })] })),
  "tool_result.error": user(result({ isError: true })),
  "output.json_schema": {
    output: { kind: "json_schema", schema: { type: "object", additionalProperties: false } },
  },
  max_output_tokens: {},
  stop: { stop: ["x"] },
  temperature: { sampling: { temperature: 0.5 } },
  top_p: { sampling: { topP: 0.5 } },
  top_k: { sampling: { topK: 5 } },
  stream: { stream: { enabled: true } },
  "cache.automatic": { cache: { automatic: { ttl: "1h" } } },
  "cache.hint": user({ type: "text", text: "t", cache: { ttl: "1h" } }),
  user: { user: "u" },
  service_tier: { serviceTier: "auto" },
};

describe("the feature table", () => {
  it("has a line for every feature", () => {
    expect(Object.keys(claude.features).toSorted()).toEqual(features.map(({ id }) => id).toSorted());
    expect(Object.keys(claude.replyFeatures).toSorted()).toEqual(
      replyFeatures.map(({ id }) => id).toSorted(),
    );
  });

  // Streams carry usage whether or not the caller asks, so there is nothing to write for that.
  const claimed = features.filter(({ id }) => claude.features[id].is === "native" && id !== "stream.usage");
  it.each(claimed)(
    "tells the truth about $id: what is written can be read again, without a note",
    ({ id }) => {
      const probe = probes[id];
      expect(probe, "a native feature needs a probe").toBeDefined();
      const present = (one: Conversation) => listUsedFeatures(one).some(({ feature }) => feature === id);
      expect(present(conversation(probe))).toBe(true);
      const { body, notes } = write(probe);
      expect(notes.filter(({ disposition }) => disposition !== "mapped")).toEqual([]);
      expect(present(claude.readRequest(body, { origins: new Origins() }))).toBe(true);
    },
  );
});
