import { describe, expect, it } from "vitest";
import type { Block, Conversation, Message, Tool } from "../../contract/index.ts";
import { markOptional } from "../members/optional.ts";
import { isInstruction, listUsedFeatures, memberSuffix } from "./used-features.ts";

function conversation(parts: Partial<Conversation> = {}): Conversation {
  return { model: "m", system: [], tools: [], messages: [], sampling: {}, stop: [], ...parts };
}

/** The features that a conversation uses beside its model. */
function used(parts: Partial<Conversation>): string[] {
  const [model, ...rest] = listUsedFeatures(conversation(parts));
  expect(model).toEqual({ feature: "model", node: undefined });
  return rest.map(({ feature }) => feature);
}

function inMessage(block: Block): string[] {
  return used({ messages: [{ role: "user", content: [block] }] });
}

const text: Block = { type: "text", text: "x" };
const base64 = { kind: "base64", mediaType: "image/png", data: "" } as const;
const own: Tool = { kind: "function", name: "mine", parameters: {} };
const hosted: Tool = { kind: "server", name: "search", dialect: "claude", value: {} };

describe("the features of a request", () => {
  it("are the model alone if nothing else is said", () => {
    expect(used({})).toEqual([]);
  });

  it("are found in each member", () => {
    const members: [Partial<Conversation>, string[]][] = [
      [{ maxOutputTokens: 0 }, ["max_output_tokens"]],
      [{ stop: ["x"] }, ["stop"]],
      [{ output: { kind: "json" } }, ["output.json"]],
      [{ output: { kind: "text" } }, []],
      [{ output: { kind: "json_schema", schema: {} } }, ["output.json_schema"]],
      [
        { output: { kind: "json_schema", schema: {}, strict: false } },
        ["output.json_schema", "output.strict"],
      ],
      [{ modalities: ["audio"] }, ["modalities"]],
      [{ verbosity: "low" }, ["verbosity"]],
      [{ reasoning: { mode: "on" } }, ["reasoning.mode"]],
      [{ reasoning: { effort: "low" } }, ["reasoning.effort"]],
      [{ reasoning: { budgetTokens: 1 } }, ["reasoning.budget"]],
      [{ reasoning: { display: "none" } }, ["reasoning.display"]],
      [{ stream: { enabled: false } }, ["stream"]],
      [{ stream: { enabled: true, usage: false } }, ["stream", "stream.usage"]],
      [{ cache: {} }, []],
      [{ cache: { key: "k" } }, ["cache.key"]],
      [{ cache: { retention: "24h" } }, ["cache.key"]],
      [{ cache: { automatic: {} } }, ["cache.automatic"]],
      [{ cache: { options: {} } }, ["cache.options"]],
      [{ user: "u" }, ["user"]],
      [{ metadata: {} }, ["metadata"]],
      [{ store: true }, ["store"]],
      [{ previous: "r" }, ["previous"]],
      [{ serviceTier: "flex" }, ["service_tier"]],
      [{ parallelToolCalls: false }, ["parallel_tool_calls"]],
      [{ toolChoice: { mode: "auto" } }, ["tool_choice.auto"]],
      [{ toolChoice: { mode: "auto", allowed: ["a"] } }, ["tool_choice.auto", "tool_choice.allowed"]],
      [{ vendor: { acme: { a: 1 }, "acme:spelled": {} } }, ["vendor"]],
    ];
    for (const [parts, expected] of members) expect(used(parts)).toEqual(expected);
  });

  it("are found in each setting of the sampling", () => {
    const sampling = {
      temperature: 0,
      topP: 0,
      topK: 0,
      seed: 0,
      frequencyPenalty: 1,
      presencePenalty: 1,
      logitBias: { 1: 2 },
      logprobs: {},
      candidates: 2,
    };
    expect(used({ sampling })).toEqual([
      "temperature",
      "top_p",
      "top_k",
      "seed",
      "frequency_penalty",
      "presence_penalty",
      "logit_bias",
      "logprobs",
      "candidates",
    ]);
  });

  it("are neutral if the value is the one that every vendor assumes", () => {
    const neutral = (parts: Partial<Conversation>) => listUsedFeatures(conversation(parts))[1]?.neutral;
    for (const sampling of [
      { frequencyPenalty: 0 },
      { presencePenalty: 0 },
      { logitBias: {} },
      { candidates: 1 },
    ])
      expect(neutral({ sampling })).toBe(true);
    for (const sampling of [
      { frequencyPenalty: 1 },
      { presencePenalty: -1 },
      { logitBias: { 1: 1 } },
      { candidates: 2 },
      { temperature: 0 },
      { temperature: 1 },
    ])
      expect(neutral({ sampling })).toBeUndefined();
    expect(neutral({ modalities: ["text", "TEXT"] })).toBe(true);
    expect(neutral({ modalities: ["text", "audio"] })).toBeUndefined();
    expect(neutral({ parallelToolCalls: true })).toBe(true);
    expect(neutral({ parallelToolCalls: false })).toBeUndefined();
    expect(neutral({ store: false })).toBe(true);
    expect(neutral({ store: true })).toBeUndefined();
  });

  it("name the members that only one dialect knows, with their values", () => {
    const [, one] = listUsedFeatures(conversation({ vendor: { acme: { a: 1 } } }));
    expect(one).toEqual({
      feature: "vendor",
      node: undefined,
      vendor: { dialect: "acme", member: "a", value: 1 },
    });
    const block: Block = { ...text, vendor: { acme: { b: 2 } } };
    const inBlock = listUsedFeatures(conversation({ messages: [{ role: "user", content: [block] }] })).at(-1);
    expect(inBlock).toEqual({
      feature: "vendor",
      node: block,
      vendor: { dialect: "acme", member: "b", value: 2 },
    });
  });
});

describe("the features of the system prompt", () => {
  it("are its text and, from the second block on, its list of blocks", () => {
    expect(used({ system: [text] })).toEqual(["system.text"]);
    expect(used({ system: [text, text] })).toEqual(["system.text", "system.block_list"]);
    expect(used({ system: [{ ...text, cache: {} }] })).toEqual(["system.text", "cache.hint"]);
  });
});

describe("the features of messages", () => {
  it("are roles, names and text to be continued", () => {
    const messages: [Message, string[]][] = [
      [{ role: "user", content: [] }, []],
      [{ role: "developer", content: [] }, ["role.developer"]],
      [{ role: "user", name: "n", content: [] }, ["message.name"]],
      [{ role: "assistant", prefill: true, content: [] }, ["message.prefill"]],
      [{ role: "user", content: [], vendor: { acme: { a: 1 } } }, ["vendor"]],
    ];
    for (const [message, expected] of messages) expect(used({ messages: [message] })).toEqual(expected);
  });

  it("tell a system message after the first turn from one at the start", () => {
    const system: Message = { role: "system", content: [] };
    const user: Message = { role: "user", content: [] };
    expect(used({ messages: [system, user] })).toEqual([]);
    expect(used({ messages: [system, system] })).toEqual([]);
    expect(used({ messages: [user, system] })).toEqual(["role.system_midway"]);
    expect(isInstruction(system)).toBe(true);
    expect(isInstruction({ role: "developer", content: [] })).toBe(true);
    expect(isInstruction(user)).toBe(false);
  });
});

describe("the features of blocks", () => {
  it("are those of their kind", () => {
    const blocks: [Block, string[]][] = [
      [text, ["text"]],
      [{ ...text, citations: [] }, ["text"]],
      [{ ...text, citations: [{ kind: "x" }] }, ["text", "citation"]],
      [{ ...text, cache: {} }, ["text", "cache.hint"]],
      [{ type: "image", source: base64 }, ["image.base64"]],
      [{ type: "image", source: { kind: "text", text: "<svg/>" } }, ["image.base64"]],
      [{ type: "image", source: { kind: "url", url: "u" }, detail: "low" }, ["image.url", "image.detail"]],
      [{ type: "image", source: { kind: "file", id: "f" } }, ["image.file"]],
      [
        { type: "document", source: { kind: "text", text: "" }, title: "t", context: "c", citations: false },
        ["document.text", "document.text.title", "document.text.context", "document.citations"],
      ],
      [
        { type: "document", source: { kind: "text", text: "" }, address: "u" },
        ["document.text", "document.text.address"],
      ],
      [
        { type: "document", source: base64, title: "t", context: "c" },
        ["document.base64", "document.title", "document.context"],
      ],
      [{ type: "document", source: base64 }, ["document.base64"]],
      [{ type: "audio", source: { kind: "url", url: "u" } }, ["audio.url"]],
      [{ type: "audio", source: { kind: "text", text: "" } }, ["audio.base64"]],
      [{ type: "video", source: base64 }, ["video"]],
      [{ type: "refusal", text: "no" }, ["refusal"]],
      [{ type: "tool_use", id: "c", name: "f", kind: "function", input: {} }, ["tool_use"]],
      [
        { type: "tool_use", id: "c", name: "f", kind: "custom", input: undefined, signature: "s" },
        ["tool_use.custom", "tool_use.signature"],
      ],
      [{ type: "tool_result", id: "c", kind: "function", content: [] }, ["tool_result.text"]],
      [
        {
          type: "tool_result",
          id: "c",
          kind: "function",
          isError: true,
          content: [text, { type: "image", source: base64 }],
        },
        ["tool_result.text", "tool_result.media", "tool_result.error", "text", "image.base64"],
      ],
      [
        { type: "tool_result", id: "c", kind: "function", isError: false, content: [text] },
        ["tool_result.text", "text"],
      ],
      [{ type: "thinking", text: "" }, []],
      [
        { type: "thinking", text: "t", signature: "s", sealed: "e" },
        ["thinking.text", "thinking.signature", "thinking.sealed"],
      ],
      [{ type: "redacted_thinking", data: "d" }, ["thinking.redacted"]],
      [{ type: "opaque", dialect: "codex", kind: "x", value: {} }, ["opaque"]],
      [{ type: "opaque", dialect: "codex", kind: "compaction_trigger", value: {} }, ["compaction"]],
    ];
    for (const [block, expected] of blocks) expect(inMessage(block)).toEqual(expected);
  });

  it("are optional for a unit that only records an action of its vendor", () => {
    const unit = markOptional<Block>({ type: "opaque", dialect: "codex", kind: "x", value: {} });
    const found = listUsedFeatures(conversation({ messages: [{ role: "user", content: [unit] }] }));
    expect(found[1]).toEqual({ feature: "opaque", node: unit, optional: true });
  });
});

describe("the features of tools", () => {
  it("are their kind, strictness, namespace, cache hint and own members", () => {
    const tools: [Tool, string[]][] = [
      [own, ["tool.function"]],
      [{ ...own, strict: false }, ["tool.function", "tool.strict"]],
      [{ ...own, namespace: "n" }, ["tool.function", "tool.namespace"]],
      [{ ...own, cache: {} }, ["tool.function", "cache.hint"]],
      [{ ...own, vendor: { acme: { a: 1 } } }, ["tool.function", "vendor"]],
      [{ kind: "custom", name: "c", format: undefined }, ["tool.custom"]],
      [hosted, ["tool.server"]],
    ];
    for (const [tool, expected] of tools) expect(used({ tools: [tool] })).toEqual(expected);
  });

  it("are optional for a hosted tool that the model can answer without", () => {
    const isOptional = (parts: Partial<Conversation>) =>
      listUsedFeatures(conversation(parts)).find(({ feature }) => feature === "tool.server")?.optional ===
      true;
    expect(isOptional({ tools: [hosted] })).toBe(false);
    expect(isOptional({ tools: [hosted, own] })).toBe(true);
    expect(isOptional({ tools: [hosted], toolChoice: { mode: "none" } })).toBe(true);
    expect(isOptional({ tools: [hosted, own], toolChoice: { mode: "tool", name: "search" } })).toBe(false);
    expect(isOptional({ tools: [hosted, own], toolChoice: { mode: "tool", name: "mine" } })).toBe(true);
    expect(isOptional({ tools: [hosted, own], toolChoice: { mode: "auto", allowed: ["mine"] } })).toBe(true);
    expect(isOptional({ tools: [hosted, own], toolChoice: { mode: "auto", allowed: ["search"] } })).toBe(
      false,
    );
  });

  it("name the dialect of the hosted tool that the choice forces", () => {
    const forced = (parts: Partial<Conversation>) =>
      listUsedFeatures(conversation(parts)).find(({ feature }) => feature.startsWith("tool_choice."));
    const toolChoice = { mode: "tool", name: "search" } as const;
    expect(forced({ tools: [hosted], toolChoice })).toEqual({
      feature: "tool_choice.server",
      node: undefined,
      vendor: { dialect: "claude", member: "tool_choice" },
    });
    const named = { ...own, name: "search" };
    expect(forced({ tools: [hosted, named], toolChoice })?.feature).toBe("tool_choice.tool");
    const flat = { ...own, namespace: "ns", name: "search" };
    expect(forced({ tools: [flat], toolChoice: { mode: "tool", name: "ns__search" } })?.feature).toBe(
      "tool_choice.tool",
    );
    expect(forced({ tools: [], toolChoice })?.feature).toBe("tool_choice.tool");
    const vendor = { "codex:custom": {}, codex: { type: "web_search" } };
    expect(forced({ tools: [], toolChoice: { ...toolChoice, vendor } })?.vendor?.dialect).toBe("codex");
    expect(
      forced({ tools: [], toolChoice: { ...toolChoice, vendor: { "codex:custom": {} } } })?.feature,
    ).toBe("tool_choice.tool");
    expect(forced({ tools: [hosted], toolChoice: { mode: "required" } })?.feature).toBe(
      "tool_choice.required",
    );
  });
});

describe("a member at the end of a path", () => {
  it.each([
    ["name", ".name"],
    ["input[3]", ".input[3]"],
    ["tools[2].description", ".tools[2].description"],
    ["two words", '["two words"]'],
    ["a.b", '["a.b"]'],
    ["x".repeat(100), `.${"x".repeat(100)}`],
  ])("is written the same way every time: %s", (name, suffix) => {
    expect([memberSuffix(name), memberSuffix(name)]).toEqual([suffix, suffix]);
  });
});
