import { describe, expect, it, vi } from "vitest";
import type { Block, Conversation } from "../../contract/index.ts";
import { limitsFor, type ModelLimits } from "../../models/index.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import { applyRules } from "./apply-rules.ts";
import { conversation } from "./fixtures/applying.ts";
import { modelRules } from "./model-rules.ts";

const text = (said: string): Block => ({ type: "text", text: said });
const image: Block = { type: "image", source: { kind: "base64", mediaType: "image/tiff", data: "AA-_" } };
const thinking: Block = { type: "thinking", text: "hm" };
const call: Block = { type: "tool_use", id: "1", name: "f", kind: "function", input: {} };
const result: Block = { type: "tool_result", id: "2", kind: "function", content: [image] };

const parts: Partial<Conversation> = {
  tools: [
    {
      kind: "function",
      name: "f",
      strict: true,
      parameters: { anyOf: [{ type: "object" }], type: "object" },
    },
  ],
  toolChoice: { mode: "required" },
  parallelToolCalls: false,
  sampling: { temperature: 5, topP: 0.5, topK: 3, logprobs: { top: 2 }, candidates: 3, logitBias: { a: 1 } },
  stop: ["a", "b", "c", "d", "e", "f", " "],
  maxOutputTokens: 1_000_000,
  output: { kind: "json" },
  reasoning: { mode: "on", effort: "max", budgetTokens: 10 },
  verbosity: "high",
  user: "someone@example.com".repeat(20),
  metadata: { a: "b".repeat(1000) },
  cache: { key: "k".repeat(100) },
};

/** Conversations that between them concern every rule. */
const conversations: readonly Conversation[] = [
  conversation({ messages: [{ role: "user", content: [text("hi")] }] }),
  conversation({ ...parts, tools: [], messages: [{ role: "assistant", content: [text("hi")] }] }),
  conversation({
    ...parts,
    messages: [
      { role: "assistant", content: [thinking, call] },
      { role: "tool", content: [result] },
      { role: "user", content: [text(""), image] },
      { role: "assistant", content: [text("")] },
    ],
  }),
];

const models = [
  ["openai", "gpt-4o"],
  ["openai", "gpt-5.2"],
  ["codex", "gpt-5"],
  ["claude", "claude-opus-4-7"],
  ["claude", "claude-3-5-haiku-20241022"],
  ["gemini", "gemini-2.5-flash"],
  ["gemini", "gemini-3-pro"],
  ["kimi", "kimi-k2.5"],
  ["openai", "unknown"],
] as const;

/** The rules one by one, none left out. */
function applyAll(before: Conversation, limits: ModelLimits) {
  const notes: WriterNote[] = [];
  let after = before;
  for (const rule of modelRules)
    after = rule.apply(after, limits, (note) => notes.push({ ...note, rule: rule.id }));
  return { after, notes };
}

function applied(before: Conversation, limits: ModelLimits) {
  const notes: WriterNote[] = [];
  const after = applyRules(before, limits, (note) => notes.push(note));
  return { after, notes };
}

describe("the rules of a model", () => {
  it.each(models)(
    "for %s %s do the same as every rule in its order, without those that do nothing",
    (api, model) => {
      for (const one of conversations)
        expect(applied(one, limitsFor(api, model))).toEqual(applyAll(one, limitsFor(api, model)));
    },
  );

  it("are noted by their names, in their order", () => {
    const { notes } = applied(conversations[2]!, limitsFor("openai", "gpt-4o"));
    const ids = modelRules.map(({ id }) => id);
    const places = notes.map(({ rule }) => ids.indexOf(rule ?? ""));
    expect(places.length).toBeGreaterThan(3);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  it("give a conversation that needs no change back as it is", () => {
    const [plain] = conversations;
    expect(applyRules(plain!, limitsFor("openai", "gpt-4o"), () => undefined)).toBe(plain);
  });

  it.each(modelRules.map((rule) => [rule.id, rule] as const))(
    "%s does nothing without its limit",
    (_, rule) => {
      for (const [api, model] of models) {
        const { [rule.limit]: _limit, ...others } = limitsFor(api, model);
        for (const one of conversations) {
          const note = vi.fn();
          expect(rule.apply(one, others, note)).toBe(one);
          expect(note).not.toHaveBeenCalled();
        }
      }
    },
  );
});
