import { describe, expect, it } from "vitest";
import type { Block, Conversation, Message } from "../../contract/index.ts";
import { copilot } from "../copilot/index.ts";
import type { FeatureId } from "../features/feature.ts";
import { listUsedFeatures } from "../features/used-features.ts";
import { kimi } from "../kimi/index.ts";
import { openai } from "../openai/index.ts";
import { wrapTools } from "../translate/tools/tool-wrapping.ts";
import { conversation, write } from "./fixtures/driving.ts";

const user = (...content: Block[]): Partial<Conversation> => ({ messages: [{ role: "user", content }] });
const says = (message: Partial<Message>): Partial<Conversation> => ({
  messages: [{ role: "assistant", content: [{ type: "text", text: "x" }], ...message }],
});
const thinks = (block: Block) => says({ content: [block, { type: "text", text: "x" }] });
const base64 = (data: string, mediaType: string) => ({ kind: "base64", mediaType, data }) as const;

/** For each feature a conversation that uses it, and what must stand in the request if it is carried. */
const probes: [FeatureId, Partial<Conversation>, string][] = [
  ["model", { model: "m-77" }, "m-77"],
  ["system.text", { system: [{ type: "text", text: "s77" }] }, "s77"],
  [
    "role.system_midway",
    {
      messages: [
        { role: "user", content: [] },
        { role: "system", content: [{ type: "text", text: "s77" }] },
      ],
    },
    '"role":"system","content":"s77"',
  ],
  ["role.developer", { messages: [{ role: "developer", content: [{ type: "text", text: "s77" }] }] }, "s77"],
  ["message.name", says({ name: "n77" }), "n77"],
  ["message.prefill", says({ prefill: true }), '"partial":true'],
  ["text", user({ type: "text", text: "t77" }), "t77"],
  ["image.base64", user({ type: "image", source: base64("d77", "image/png") }), "data:image/png;base64,d77"],
  ["image.url", user({ type: "image", source: { kind: "url", url: "u77" } }), "u77"],
  ["image.file", user({ type: "image", source: { kind: "file", id: "f77" } }), "f77"],
  ["image.detail", user({ type: "image", source: { kind: "url", url: "u" }, detail: "d77" }), "d77"],
  ["document.base64", user({ type: "document", source: base64("d77", "application/pdf") }), "d77"],
  ["document.url", user({ type: "document", source: { kind: "url", url: "u77" } }), "u77"],
  ["document.file", user({ type: "document", source: { kind: "file", id: "f77" } }), "f77"],
  ["document.text", user({ type: "document", source: { kind: "text", text: "t77" } }), "t77"],
  ["document.title", user({ type: "document", source: base64("d", "application/pdf"), title: "t77" }), "t77"],
  [
    "document.context",
    user({ type: "document", source: base64("d", "application/pdf"), context: "t77" }),
    "t77",
  ],
  ["audio.base64", user({ type: "audio", source: base64("d77", "audio/wav") }), "d77"],
  ["audio.url", user({ type: "audio", source: { kind: "url", url: "u77" } }), "u77"],
  [
    "audio.file",
    says({ content: [{ type: "audio", id: "f77", source: { kind: "file", id: "f77" } }] }),
    "f77",
  ],
  ["video", user({ type: "video", source: { kind: "url", url: "u77" } }), "u77"],
  ["refusal", says({ content: [{ type: "refusal", text: "r77" }] }), "r77"],
  [
    "citation",
    says({ content: [{ type: "text", text: "x", citations: [{ kind: "k", url: "u77" }] }] }),
    "u77",
  ],
  ["thinking.text", thinks({ type: "thinking", text: "t77" }), "t77"],
  ["thinking.signature", thinks({ type: "thinking", text: "", signature: "s77" }), "s77"],
  ["thinking.sealed", thinks({ type: "thinking", text: "", sealed: "s77" }), "s77"],
  ["thinking.redacted", thinks({ type: "redacted_thinking", data: "s77" }), "s77"],
  [
    "tool_use.signature",
    says({
      content: [{ type: "tool_use", id: "c", name: "f", kind: "function", input: {}, signature: "s77" }],
    }),
    "s77",
  ],
  ["reasoning.effort", { reasoning: { effort: "low" } }, '"reasoning_effort":"low"'],
  ["reasoning.mode", { reasoning: { mode: "off" } }, '(none|disabled)"'],
  ["reasoning.budget", { reasoning: { mode: "on", budgetTokens: 7777 } }, "(7777|medium|enabled)"],
  ["reasoning.display", { reasoning: { display: "d77" } }, "d77"],
  ["tool.function", { tools: [{ kind: "function", name: "f77", parameters: {} }] }, "f77"],
  [
    "tool.strict",
    { tools: [{ kind: "function", name: "f", parameters: {}, strict: true }] },
    '"strict":true',
  ],
  ["tool.custom", { tools: [{ kind: "custom", name: "p77", format: undefined }] }, "p77"],
  [
    "tool.server",
    { tools: [{ kind: "server", name: "w77", dialect: "other", value: { type: "w77" } }] },
    "w77",
  ],
  [
    "tool.namespace",
    { tools: [{ kind: "function", name: "f", namespace: "n77", parameters: {} }] },
    "n77__f",
  ],
  ["tool_choice.auto", { toolChoice: { mode: "auto" } }, '"tool_choice":"auto"'],
  ["tool_choice.none", { toolChoice: { mode: "none" } }, '"tool_choice":"none"'],
  ["tool_choice.required", { toolChoice: { mode: "required" } }, '"tool_choice":"required"'],
  ["tool_choice.tool", { toolChoice: { mode: "tool", name: "f77" } }, "f77"],
  ["parallel_tool_calls", { parallelToolCalls: false }, '"parallel_tool_calls":false'],
  [
    "tool_use",
    says({ content: [{ type: "tool_use", id: "c77", name: "f", kind: "function", input: {} }] }),
    "c77",
  ],
  [
    "tool_use.custom",
    says({
      content: [{ type: "tool_use", id: "c", name: "f", kind: "custom", input: undefined, inputText: "i77" }],
    }),
    "i77",
  ],
  [
    "tool_result.text",
    user({ type: "tool_result", id: "c", kind: "function", content: [{ type: "text", text: "t77" }] }),
    "t77",
  ],
  [
    "tool_result.media",
    user({
      type: "tool_result",
      id: "c",
      kind: "function",
      content: [{ type: "image", source: { kind: "url", url: "u77" } }],
    }),
    "u77",
  ],
  [
    "tool_result.error",
    user({
      type: "tool_result",
      id: "c",
      kind: "function",
      content: [{ type: "text", text: "t77" }],
      isError: true,
    }),
    "Error: t77",
  ],
  ["opaque", user({ type: "opaque", dialect: "other", kind: "k", value: { v: "v77" } }), "v77"],
  ["output.json", { output: { kind: "json" } }, "json_object"],
  ["output.json_schema", { output: { kind: "json_schema", schema: { title: "t77" } } }, "t77"],
  ["output.strict", { output: { kind: "json_schema", schema: {}, strict: true } }, '"strict":true'],
  ["modalities", { modalities: ["audio"] }, "audio"],
  ["verbosity", { verbosity: "v77" }, "v77"],
  ["max_output_tokens", { maxOutputTokens: 7777 }, "7777"],
  ["stop", { stop: ["s77"] }, "s77"],
  ["temperature", { sampling: { temperature: 0.77 } }, "0.77"],
  ["top_p", { sampling: { topP: 0.77 } }, "0.77"],
  ["top_k", { sampling: { topK: 7777 } }, "7777"],
  ["seed", { sampling: { seed: 7777 } }, "7777"],
  ["frequency_penalty", { sampling: { frequencyPenalty: 0.77 } }, "0.77"],
  ["presence_penalty", { sampling: { presencePenalty: 0.77 } }, "0.77"],
  ["logit_bias", { sampling: { logitBias: { 7777: 1 } } }, "7777"],
  ["logprobs", { sampling: { logprobs: { top: 3 } } }, '"logprobs":true,"top_logprobs":3'],
  ["candidates", { sampling: { candidates: 7 } }, '"n":7'],
  ["stream", { stream: { enabled: true } }, '"stream":true'],
  ["stream.usage", { stream: { enabled: true, usage: true } }, '"include_usage":true'],
  ["cache.hint", user({ type: "text", text: "x", cache: { ttl: "30m" } }), '"ttl":"30m"'],
  ["cache.key", { cache: { key: "k77" } }, "k77"],
  ["user", { user: "u77" }, "u77"],
  ["metadata", { metadata: { a: "m77" } }, "m77"],
  ["service_tier", { serviceTier: "flex" }, "flex"],
  ["store", { store: true }, '"store":true'],
  ["previous", { previous: "p77" }, "p77"],
];

describe.each([openai, kimi, copilot].map((one) => [one.id, one] as const))(
  "the feature table of %s",
  (_, dialect) => {
    it.each(probes)("is true of %s", (feature, members, mark) => {
      const whole = conversation(members);
      expect(listUsedFeatures(whole).map((one) => one.feature)).toContain(feature);
      const { body } = write(dialect, wrapTools(whole, dialect).conversation);
      const isCarried = dialect.features[feature].is !== "none";
      const pattern = mark.startsWith("(") || mark.includes("(") ? new RegExp(mark) : mark;
      const found =
        typeof pattern === "string"
          ? JSON.stringify(body).includes(pattern)
          : pattern.test(JSON.stringify(body));
      expect(found).toBe(isCarried);
    });
  },
);
