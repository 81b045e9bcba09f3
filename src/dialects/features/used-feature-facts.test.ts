import { describe, expect, it } from "vitest";
import type { Block, Conversation, HostedTool, Message, Tool } from "../../contract/index.ts";
import { markSafetyChecked } from "../typed-tools/safety-checks.ts";
import { hostedFeatures, isVendorRun } from "./hosted-features.ts";
import { listUsedFeatures, type UsedFeature } from "./used-features.ts";

function used(parts: Partial<Conversation>): UsedFeature[] {
  const whole = { model: "m", system: [], tools: [], messages: [], sampling: {}, stop: [], ...parts };
  return listUsedFeatures(whole).slice(1);
}

/** A feature of the request itself. */
const own = (feature: string, more: object = {}) => ({ feature, node: undefined, ...more });
const neutral = { neutral: true };

describe("a feature of the request", () => {
  const automatic = { ttl: "5m" };
  const toolChoice = { mode: "auto" as const, allowed: [], vendor: { codex: { odd: 1 } } };
  it.each<[Partial<Conversation>, object[]]>([
    [{ parallelToolCalls: true }, [own("parallel_tool_calls", neutral)]],
    [{ parallelToolCalls: false }, [own("parallel_tool_calls")]],
    [{ sampling: { frequencyPenalty: 0, topP: 0 } }, [own("top_p"), own("frequency_penalty", neutral)]],
    [
      { sampling: { presencePenalty: 0, candidates: 1 } },
      [own("presence_penalty", neutral), own("candidates", neutral)],
    ],
    [{ sampling: { presencePenalty: 1, candidates: 2 } }, [own("presence_penalty"), own("candidates")]],
    [
      { sampling: { logitBias: {}, topK: 1, seed: 1 } },
      [own("top_k"), own("seed"), own("logit_bias", neutral)],
    ],
    [{ sampling: { logitBias: { 1: 1 }, logprobs: {} } }, [own("logit_bias"), own("logprobs")]],
    [{ output: { kind: "json" } }, [own("output.json")]],
    [{ output: { kind: "enum", values: [] } }, [own("output.enum")]],
    [
      { output: { kind: "json_schema", schema: {}, strict: false } },
      [own("output.json_schema"), own("output.strict", neutral)],
    ],
    [
      { output: { kind: "json_schema", schema: {}, strict: true } },
      [own("output.json_schema"), own("output.strict")],
    ],
    [{ modalities: ["TEXT"] }, [own("modalities", neutral)]],
    [{ modalities: [] }, [own("modalities", neutral)]],
    [{ modalities: ["text", "audio"] }, [own("modalities")]],
    [{ verbosity: "medium" }, [own("verbosity", neutral)]],
    [{ verbosity: "low" }, [own("verbosity")]],
    [{ reasoning: { display: "none" } }, [own("reasoning.display", neutral)]],
    [{ reasoning: { display: "full" } }, [own("reasoning.display")]],
    [
      { reasoning: { mode: "on", effort: "low", budgetTokens: 0 } },
      [own("reasoning.mode"), own("reasoning.effort"), own("reasoning.budget")],
    ],
    [{ stream: { enabled: true } }, [own("stream")]],
    [{ stream: { enabled: true, usage: true } }, [own("stream"), own("stream.usage")]],
    [{ cache: { automatic } }, [own("cache.automatic", { part: automatic })]],
    [
      { cache: { automatic }, vendor: { "claude:cache_control={}": {} } },
      [own("cache.automatic", { part: automatic, issuer: "claude" })],
    ],
    [{ cache: { options: {} } }, [own("cache.options", neutral)]],
    [{ cache: { options: { mode: "implicit" } } }, [own("cache.options", neutral)]],
    [{ cache: { options: { mode: "explicit" } } }, [own("cache.options")]],
    [{ cache: { options: { ttl: "30m" } } }, [own("cache.options")]],
    [{ cache: { key: "" } }, [own("cache.key", neutral)]],
    [{ cache: { key: "k" } }, [own("cache.key")]],
    [{ cache: { retention: "in_memory" } }, [own("cache.key", neutral)]],
    [{ cache: { key: "", retention: "in_memory" } }, [own("cache.key", neutral)]],
    [{ cache: { key: "", retention: "24h" } }, [own("cache.key")]],
    [{ cache: { key: "k", retention: "in_memory" } }, [own("cache.key")]],
    [{ user: "" }, [own("user", neutral)]],
    [{ user: "u" }, [own("user")]],
    [{ metadata: {} }, [own("metadata", neutral)]],
    [{ metadata: { a: "b" } }, [own("metadata")]],
    [{ store: false }, [own("store", neutral)]],
    [{ store: true, previous: "r" }, [own("store"), own("previous")]],
    ...["auto", "default", "standard", "unspecified"].map(
      (serviceTier): [Partial<Conversation>, object[]] => [{ serviceTier }, [own("service_tier", neutral)]],
    ),
    [{ serviceTier: "flex" }, [own("service_tier")]],
    [{ maxOutputTokens: 1, stop: ["x"] }, [own("max_output_tokens"), own("stop")]],
    [
      { toolChoice },
      [
        own("tool_choice.auto"),
        own("tool_choice.allowed"),
        { feature: "vendor", node: toolChoice, vendor: { dialect: "codex", member: "odd", value: 1 } },
      ],
    ],
    [
      { vendor: { acme: { a: 1, b: 2 } } },
      [
        own("vendor", { vendor: { dialect: "acme", member: "a", value: 1 } }),
        own("vendor", { vendor: { dialect: "acme", member: "b", value: 2 } }),
      ],
    ],
  ])("%j has what it says of itself", (parts, features) => expect(used(parts)).toStrictEqual(features));
});

describe("a feature of a message", () => {
  const first: Message = { role: "user", content: [] };
  it.each<[Omit<Message, "content">, object[]]>([
    [{ role: "system" }, [{ feature: "role.system_midway" }]],
    [{ role: "developer" }, [{ feature: "role.system_midway" }, { feature: "role.developer" }]],
    [{ role: "user", name: "" }, [{ feature: "message.name", ...neutral }]],
    [{ role: "user", name: "n" }, [{ feature: "message.name" }]],
    [{ role: "assistant", prefill: false }, [{ feature: "message.prefill" }]],
    [
      { role: "user", vendor: { acme: { a: 1 } } },
      [{ feature: "vendor", vendor: { dialect: "acme", member: "a", value: 1 } }],
    ],
  ])("%j stands at it", (members, features) => {
    const node = { content: [], ...members } as Message;
    expect(used({ messages: [first, node] })).toStrictEqual(features.map((one) => ({ node, ...one })));
  });
});

describe("a feature of a block", () => {
  const base64 = { kind: "base64", mediaType: "image/png", data: "" } as const;
  const cache = { ttl: "1h" };
  const unit = { type: "opaque", dialect: "claude", kind: "x", value: {} } as const;
  it.each<[Block, object[]]>([
    [{ type: "text", text: "", cache }, [{ feature: "text" }, { feature: "cache.hint", part: cache }]],
    [
      { type: "text", text: "", cache, vendor: { "claude:cache_control={}": {} } },
      [{ feature: "text" }, { feature: "cache.hint", part: cache, issuer: "claude" }],
    ],
    [
      { type: "image", source: base64, detail: "auto" },
      [{ feature: "image.base64" }, { feature: "image.detail", ...neutral }],
    ],
    [
      { type: "image", source: base64, detail: "low" },
      [{ feature: "image.base64" }, { feature: "image.detail" }],
    ],
    [
      { type: "document", source: base64, citations: false, address: "a" },
      [
        { feature: "document.base64" },
        { feature: "document.text.address" },
        { feature: "document.citations", ...neutral },
      ],
    ],
    [
      { type: "document", source: base64, citations: true },
      [{ feature: "document.base64" }, { feature: "document.citations" }],
    ],
    [
      { type: "thinking", text: "", signature: "", sealed: "" },
      [{ feature: "thinking.signature", ...neutral }, { feature: "thinking.sealed" }],
    ],
    [{ type: "thinking", text: "", signature: "s" }, [{ feature: "thinking.signature" }]],
    [unit, [{ feature: "opaque" }]],
    [{ ...unit, vendor: { "abp:optional": {} } }, [{ feature: "opaque", optional: true }]],
    [{ ...unit, kind: "compaction_trigger" }, [{ feature: "compaction" }]],
    [{ ...unit, search: { id: "s" } }, [{ feature: "tool_use.server" }]],
    [{ ...unit, rendering: "r" } as Block, [{ feature: "tool_use.server" }]],
    [{ ...unit, toolChange: {} } as unknown as Block, [{ feature: "tool.midway" }]],
  ])("%j stands at it", (node, features) => {
    expect(used({ messages: [{ role: "user", content: [node] }] })).toStrictEqual(
      features.map((one) => ({ node, ...one })),
    );
  });
});

describe("a feature of a tool", () => {
  const server = { kind: "server", name: "s", dialect: "claude", value: {} } as const;
  const f = { kind: "function", name: "f", parameters: {} } as const;
  const cache = { ttl: "1h" };
  it.each<[Tool, object[]]>([
    [{ ...f, strict: false }, [{ feature: "tool.function" }, { feature: "tool.strict", ...neutral }]],
    [{ ...f, strict: true }, [{ feature: "tool.function" }, { feature: "tool.strict" }]],
    [
      { ...f, vendor: { 'codex:typed={"type":"shell"}': {} } },
      [{ feature: "tool.function" }, { feature: "tool.typed", issuer: "codex" }],
    ],
    [
      { ...f, cache, namespace: "n" },
      [{ feature: "tool.function" }, { feature: "tool.namespace" }, { feature: "cache.hint", part: cache }],
    ],
    [server, [{ feature: "tool.server" }]],
    [markSafetyChecked<Tool>({ ...server }), [{ feature: "tool.computer_use" }]],
    [
      { ...server, hosted: { kind: "web_search", maxUses: 1, others: ["a", "b.c", "d.e.f"] } },
      [
        { feature: "tool.web_search" },
        { feature: "tool.web_search.max_uses" },
        { feature: "vendor", vendor: { dialect: "claude", member: "a" } },
        { feature: "vendor", vendor: { dialect: "claude", member: "b.c", path: ".b.c" } },
        { feature: "vendor", vendor: { dialect: "claude", member: "d.e.f" } },
      ],
    ],
  ])("%j stands at it", (node, features) => {
    expect(used({ tools: [node] })).toStrictEqual(features.map((one) => ({ node, ...one })));
  });

  it("is optional if the model may answer without it", () => {
    const node: Tool = { ...server, hosted: { kind: "web_search", maxUses: 1 } };
    expect(used({ tools: [node, f] })).toStrictEqual([
      { feature: "tool.web_search", node, optional: true },
      { feature: "tool.web_search.max_uses", node, optional: true },
      { feature: "tool.function", node: f },
    ]);
  });

  it("may be the choice of it, which its form adds nothing to", () => {
    const hosted: Tool = { ...server, hosted: { kind: "web_search" } };
    const toolChoice = { mode: "tool", name: "s", vendor: { claude: { type: "t" } } } as const;
    expect(used({ tools: [hosted], toolChoice }).slice(1)).toStrictEqual([
      own("tool_choice.server", { issuer: "claude" }),
    ]);
    expect(used({ tools: [server], toolChoice }).slice(1)).toStrictEqual([
      own("tool_choice.server", { vendor: { dialect: "claude", member: "tool_choice" } }),
      { feature: "vendor", node: toolChoice, vendor: { dialect: "claude", member: "type", value: "t" } },
    ]);
  });
});

describe("a tool that a vendor runs", () => {
  const search = { kind: "web_search" } as const;
  const fetch = { kind: "web_fetch" } as const;
  const mcp = { kind: "mcp", server: "s", url: "u" } as const;
  it.each<[HostedTool, string[]]>([
    [search, []],
    [{ ...search, allowedDomains: ["a.test"] }, [".allowed_domains"]],
    [{ ...search, blockedDomains: ["a.test/b"] }, [".blocked_domains", ".paths"]],
    [
      { ...search, allowedDomains: ["a.test/b"], blockedDomains: [] },
      [".allowed_domains", ".blocked_domains", ".both_lists", ".paths"],
    ],
    [{ ...search, live: false }, [".stored"]],
    [{ ...search, live: true }, []],
    [{ ...search, after: "a" }, [".time_range"]],
    [{ ...search, before: "b" }, [".time_range"]],
    [
      { ...search, maxUses: 1, location: {}, contextSize: "low" },
      [".max_uses", ".location", ".context_size"],
    ],
    [fetch, []],
    [{ ...fetch, allowedDomains: [] }, [".domains"]],
    [{ ...fetch, blockedDomains: [] }, [".domains"]],
    [{ ...fetch, maxUses: 1 }, [".settings"]],
    [{ ...fetch, maxContentTokens: 1 }, [".settings"]],
    [{ ...fetch, citations: false }, [".settings"]],
    [mcp, []],
    [{ ...mcp, authorization: "a" }, [".authorization"]],
    [{ ...mcp, headers: ["h"] }, [".headers"]],
    [{ ...mcp, needsApproval: true }, [".approval"]],
    [{ ...mcp, needsApproval: false }, []],
    [{ ...mcp, allowedTools: [] }, [".allowed_tools"]],
    [{ kind: "code_execution" }, []],
    [{ kind: "code_execution", usesKept: true }, [".kept"]],
  ])("%j uses its settings", (hosted, settings) => {
    const features = ["", ...settings].map((setting) => `tool.${hosted.kind}${setting}`);
    expect(hostedFeatures(hosted)).toEqual(features);
    expect(hostedFeatures({ ...hosted, restrictions: [] })).toEqual(features);
    expect(hostedFeatures({ ...hosted, restrictions: ["x"] })).toEqual([...features, "tool.limit"]);
  });

  it.each([
    ["tool.server", true],
    ["tool.web_search", true],
    ["tool.web_fetch", true],
    ["tool.code_execution", true],
    ["tool.mcp", true],
    ["tool.mcp.headers", false],
    ["a.tool.mcp", false],
    ["tool.function", false],
    [undefined, false],
  ])("has the feature %s: %j", (feature, is) => expect(isVendorRun(feature)).toBe(is));
});
