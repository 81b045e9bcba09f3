import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AbpError, type Conversation, type Tool, type ToolChoice } from "../../contract/index.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import type { PlacedTool } from "../hosted/placement.ts";
import { findDialect } from "../registry/lookup.ts";
import { placeHostedTools } from "./hosted-tools.ts";
import { translateRequest } from "./request.ts";

const models = {
  claude: "claude-sonnet-4-5",
  codex: "gpt-5",
  gemini: "gemini-3-pro-preview",
  openai: "gpt-4o-search-preview",
  kimi: "kimi-k2",
  copilot: "gpt-4o",
} as const;
type Id = keyof typeof models;
const ids = Object.keys(models) as Id[];

function body(from: Id, tools: readonly object[], more: object = {}): object {
  const named = { ...(tools.length === 0 ? {} : { tools }), ...more };
  if (from === "codex") return { model: "m", input: "go", ...named };
  if (from === "gemini") return { contents: [{ role: "user", parts: [{ text: "go" }] }], ...named };
  const messages = [{ role: "user", content: "go" }];
  return { model: "m", ...(from === "claude" ? { max_tokens: 99 } : {}), messages, ...named };
}

function translate(from: Id, to: Id, request: object, options: object = {}) {
  const { request: written, report } = translateRequest(findDialect(from), findDialect(to), request, {
    model: "m",
    targetModel: models[to],
    ...options,
  });
  const lost = report.entries.filter(({ disposition }) => disposition !== "mapped");
  return {
    body: written.body as Record<string, unknown>,
    lost: Object.fromEntries(lost.map(({ feature, disposition }) => [feature, disposition])),
  };
}

function refusal(from: Id, to: Id, request: object, options: object = {}): string | undefined {
  try {
    translate(from, to, request, options);
    return undefined;
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    return String(error.details?.["feature"]);
  }
}

const functions: Record<string, object> = {
  claude: { name: "f", input_schema: { type: "object" } },
  codex: { type: "function", name: "f", parameters: { type: "object" }, strict: false },
  gemini: { functionDeclarations: [{ name: "f" }] },
};

const claudeSearch = { type: "web_search_20250305", name: "web_search" };
const alone = { tool_choice: { type: "tool", name: "web_search" } };
const location = { type: "approximate", city: "Bern", country: "CH" };

describe("Claude Code's search, which is the only tool and forced", () => {
  const request = body("claude", [{ ...claudeSearch, max_uses: 8 }], alone);

  it("is OpenAI's search, forced, with as many calls and its sources", () => {
    const { body: written, lost } = translate("claude", "codex", request);
    expect(written).toMatchObject({
      tools: [{ type: "web_search" }],
      tool_choice: { type: "web_search" },
      max_tool_calls: 8,
      include: ["reasoning.encrypted_content", "web_search_call.action.sources"],
    });
    expect(lost).toEqual({});
  });

  it("is Google's search, which cannot be forced or counted", () => {
    const { body: written, lost } = translate("claude", "gemini", request, { targetModel: "gemini-2.5-pro" });
    expect(written["tools"]).toEqual([{ googleSearch: {} }]);
    expect(written).not.toHaveProperty("toolConfig");
    expect(lost).toEqual({
      "tool.web_search.max_uses": "disclosed",
      "tool_choice.server": "disclosed",
    });
    expect(refusal("claude", "gemini", request, { strict: true })).toBe("tool.web_search.max_uses");
  });

  it("is disclosed if some tool must be called, and Google's search is the only one", () => {
    const required = body("claude", [claudeSearch], { tool_choice: { type: "any" } });
    const options = { targetModel: "gemini-2.5-pro" };
    const { body: written, lost } = translate("claude", "gemini", required, options);
    expect(written).not.toHaveProperty("toolConfig");
    expect(lost).toEqual({ "tool_choice.required": "disclosed" });
    const beside = body("claude", [claudeSearch, functions["claude"]!], { tool_choice: { type: "auto" } });
    expect(translate("claude", "gemini", beside, options).lost).not.toHaveProperty("tool_choice.required");
  });

  it("says that a search was left out, if it was merely offered", () => {
    const offered = body("claude", [claudeSearch, functions["claude"]!]);
    const { report } = translateRequest(findDialect("claude"), findDialect("openai"), offered, {
      targetModel: "gpt-4o",
    });
    expect(report.entries).toContainEqual(
      expect.objectContaining({
        path: "$.tools[0]",
        disposition: "disclosed",
        reason: expect.stringMatching(/^left out: /),
      }),
    );
  });

  it("is a search model's own search in Chat Completions, and refused for other models", () => {
    const { body: written } = translate("claude", "openai", request);
    expect(written["web_search_options"]).toEqual({});
    expect(written).not.toHaveProperty("tools");
    expect(written).not.toHaveProperty("tool_choice");
    expect(refusal("claude", "openai", request, { targetModel: "gpt-5" })).toBe("tool.web_search");
    expect(refusal("claude", "copilot", request)).toBe("tool.web_search");
  });
});

describe("a web search beside functions", () => {
  it("goes from OpenAI to Claude with its list, and says what has no place", () => {
    const search = {
      type: "web_search",
      filters: { allowed_domains: ["a.com"] },
      search_context_size: "low",
      user_location: location,
    };
    const { body: written, lost } = translate(
      "codex",
      "claude",
      body("codex", [search, functions["codex"]!]),
    );
    expect(written["tools"]).toMatchObject([
      { ...claudeSearch, allowed_domains: ["a.com"], user_location: location },
      { name: "f" },
    ]);
    expect(lost).toEqual({ "tool.web_search.context_size": "disclosed" });
  });

  it("goes to Gemini 3 in the mode that goes with it, and is left out before", () => {
    const request = body("codex", [{ type: "web_search" }, functions["codex"]!], { tool_choice: "auto" });
    expect(translate("codex", "gemini", request).body).toMatchObject({
      tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: "f" }] }],
      toolConfig: {
        functionCallingConfig: { mode: "VALIDATED" },
        includeServerSideToolInvocations: true,
      },
    });
    const older = translate("codex", "gemini", request, { targetModel: "gemini-2.5-flash" });
    expect(older.body["tools"]).toEqual([{ functionDeclarations: [expect.objectContaining({ name: "f" })] }]);
    expect(older.lost).toEqual({ "tool.web_search": "disclosed" });
    const chosen = { ...request, tool_choice: { type: "web_search" } };
    expect(refusal("codex", "gemini", chosen, { targetModel: "gemini-2.5-flash" })).toBe("tool.web_search");
  });

  it("goes from Gemini to Claude and OpenAI, and never without its times", () => {
    const request = body("gemini", [{ google_search: {} }, functions["gemini"]!]);
    expect(translate("gemini", "claude", request).body["tools"]).toMatchObject([claudeSearch, { name: "f" }]);
    expect(translate("gemini", "codex", request).body["tools"]).toMatchObject([
      { type: "web_search" },
      { name: "f" },
    ]);
    const timed = { googleSearch: { timeRangeFilter: { startTime: "2026-01-01T00:00:00Z" } } };
    expect(refusal("gemini", "claude", body("gemini", [timed]))).toBe("tool.web_search.time_range");
    const spare = translate("gemini", "codex", body("gemini", [timed, functions["gemini"]!]));
    expect(JSON.stringify(spare.body["tools"])).not.toContain("web_search");
    expect(spare.lost).toMatchObject({
      "tool.web_search.time_range": "disclosed",
      "tool.web_search": "disclosed",
    });
  });

  it("is never live if stored pages were asked for", () => {
    const stored = { type: "web_search", external_web_access: false };
    for (const to of ["claude", "gemini", "openai"] as const) {
      expect(refusal("codex", to, body("codex", [stored]))).toBe("tool.web_search.stored");
      const { body: written } = translate("codex", to, body("codex", [stored, functions["codex"]!]));
      expect(JSON.stringify(written)).not.toMatch(/web_search|googleSearch/);
    }
  });

  it("is left out with a limit that nobody knows yet, and loses other settings", () => {
    const odd = { ...claudeSearch, trusted_sites_only: true };
    expect(refusal("claude", "codex", body("claude", [odd]))).toBe("tool.limit");
    const settings = { response_inclusion: "full", allowed_callers: ["direct"], tone: "dry" };
    const { lost } = translate("claude", "codex", body("claude", [{ ...claudeSearch, ...settings }]));
    expect(lost).toEqual({ vendor: "disclosed" });
  });

  it("keeps its number of uses only if it is the only tool that the vendor runs", () => {
    const tools = [
      { ...claudeSearch, max_uses: 2 },
      { type: "code_execution_20250825", name: "code_execution" },
    ];
    const { body: written, lost } = translate("claude", "codex", body("claude", tools));
    expect(written["tools"]).toEqual([
      { type: "web_search" },
      { type: "code_interpreter", container: { type: "auto" } },
    ]);
    expect(written).not.toHaveProperty("max_tool_calls");
    expect(lost).toEqual({ "tool.web_search.max_uses": "disclosed" });
  });

  it("keeps one list for Claude if the other one changes nothing", () => {
    const lists = (allowed: string[], blocked: string[]) =>
      body("codex", [
        { type: "web_search", filters: { allowed_domains: allowed, blocked_domains: blocked } },
      ]);
    expect(translate("codex", "claude", lists(["a.com"], ["b.com"])).body["tools"]).toEqual([
      { ...claudeSearch, allowed_domains: ["a.com"] },
    ]);
    for (const blocked of ["a.com", "x.a.com", "com"])
      expect(refusal("codex", "claude", lists(["a.com"], [blocked]))).toBe("tool.web_search.both_lists");
  });

  it("is written for a Chat search model with its place and size", () => {
    const options = {
      search_context_size: "high",
      user_location: { type: "approximate", approximate: { city: "Bern" } },
    };
    const request = body("openai", [], { web_search_options: options });
    expect(translate("openai", "codex", request).body["tools"]).toEqual([
      {
        type: "web_search",
        search_context_size: "high",
        user_location: { type: "approximate", city: "Bern" },
      },
    ]);
    const back = body("codex", [
      {
        type: "web_search",
        search_context_size: "high",
        user_location: { type: "approximate", city: "Bern" },
      },
    ]);
    expect(translate("codex", "openai", back).body["web_search_options"]).toEqual(options);
  });
});

describe("other tools that vendors run", () => {
  it("read pages and run code if the target has such a tool", () => {
    const fetch = { type: "web_fetch_20250910", name: "web_fetch" };
    const code = { type: "code_execution_20250825", name: "code_execution" };
    expect(translate("claude", "gemini", body("claude", [fetch, code])).body["tools"]).toEqual([
      { urlContext: {} },
      { codeExecution: {} },
    ]);
    expect(refusal("claude", "codex", body("claude", [fetch]))).toBe("tool.web_fetch");
    expect(refusal("claude", "gemini", body("claude", [{ ...fetch, allowed_domains: ["a.com"] }]))).toBe(
      "tool.web_fetch.domains",
    );
    expect(
      refusal("claude", "gemini", body("claude", [{ ...fetch, url_sources: { user_input: "only" } }])),
    ).toBe("tool.limit");
    const interpreter = (container: unknown) => body("codex", [{ type: "code_interpreter", container }]);
    expect(translate("codex", "gemini", interpreter({ type: "auto" })).body["tools"]).toEqual([
      { codeExecution: {} },
    ]);
    for (const container of ["cntr_1", { type: "auto", file_ids: ["f"] }])
      expect(refusal("codex", "gemini", interpreter(container))).toBe("tool.code_execution.kept");
    const closed = { type: "auto", network_policy: { type: "disabled" } };
    expect(refusal("codex", "gemini", interpreter(closed))).toBe("tool.limit");
    const large = translate("codex", "claude", interpreter({ type: "auto", memory_limit: "4g" }));
    expect(large.body["tools"]).toMatchObject([{ type: "code_execution_20250825" }]);
    expect(large.lost).toEqual({ vendor: "disclosed" });
  });

  it("search the web if a caller of OpenRouter asks for its search", () => {
    const parameters = { max_uses: 1, search_context_size: "medium", engine: "exa" };
    const tool = { type: "openrouter:web_search", parameters };
    const plain = translate("openai", "claude", body("openai", [tool]));
    expect(plain.body["tools"]).toEqual([{ ...claudeSearch, max_uses: 1 }]);
    expect(plain.lost).toEqual({ "tool.web_search.context_size": "disclosed", vendor: "disclosed" });
    const limited = { ...tool, parameters: { allowed_domains: ["a.com"], excluded_domains: ["b.org"] } };
    expect(translate("openai", "codex", body("openai", [limited])).body["tools"]).toEqual([
      { type: "web_search", filters: { allowed_domains: ["a.com"], blocked_domains: ["b.org"] } },
    ]);
    expect(refusal("openai", "gemini", body("openai", [limited]))).toBe("tool.web_search.allowed_domains");
    const unknown = { ...tool, parameters: { only_sources: ["x"] } };
    expect(refusal("openai", "codex", body("openai", [unknown]))).toBe("tool.limit");
  });

  it("are not connected to an MCP server with the caller's credential for another vendor", () => {
    const mcp = {
      type: "mcp",
      server_label: "s",
      server_url: "https://s.example",
      require_approval: "never",
    };
    for (const to of ids.filter((id) => id !== "codex"))
      expect(refusal("codex", to, body("codex", [{ ...mcp, authorization: "secret" }]))).toBeDefined();
  });
});

describe("a list of domains", () => {
  const domain = fc.constantFrom("a.com", "b.org", "x.a.com", "c.net/path", "d.io");
  const list = fc.option(fc.uniqueArray(domain, { maxLength: 4 }), { nil: undefined });
  const makers: Partial<Record<Id, (allowed?: string[], blocked?: string[]) => object>> = {
    claude: (allowed, blocked) => ({
      ...claudeSearch,
      ...(allowed === undefined ? {} : { allowed_domains: allowed }),
      ...(blocked === undefined ? {} : { blocked_domains: blocked }),
    }),
    codex: (allowed, blocked) => ({
      type: "web_search",
      filters: {
        ...(allowed === undefined ? {} : { allowed_domains: allowed }),
        ...(blocked === undefined ? {} : { blocked_domains: blocked }),
      },
    }),
    gemini: (_, blocked) => ({ googleSearch: blocked === undefined ? {} : { excludeDomains: blocked } }),
  };

  it("is never widened, from any dialect to any other", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Id[]>("claude", "codex", "gemini"),
        fc.constantFrom(...ids),
        list,
        list,
        fc.boolean(),
        (from, to, allowed, blocked, beside) => {
          if (from === to) return;
          const asked = from === "gemini" ? undefined : allowed;
          const tool = makers[from]!(asked, blocked);
          const request = body(from, beside ? [tool, functions[from]!] : [tool]);
          let written: Record<string, unknown>;
          try {
            written = translate(from, to, request).body;
          } catch (error) {
            if (!AbpError.is(error)) throw error;
            return;
          }
          const tools = (written["tools"] ?? []) as Record<string, unknown>[];
          const search = tools.find((one) => /web_search|googleSearch/.test(JSON.stringify(one)));
          if (search === undefined && written["web_search_options"] === undefined) return;
          const lists = (search?.["filters"] ?? search ?? {}) as Record<string, unknown>;
          if (asked !== undefined) expect(lists["allowed_domains"]).toEqual(asked);
          if (blocked !== undefined && blocked.length > 0) {
            const isOutside = asked !== undefined && !("blocked_domains" in lists);
            if (!isOutside) expect(lists["blocked_domains"]).toEqual(blocked);
            else for (const one of blocked) expect(asked.some((other) => touches(one, other))).toBe(false);
          }
        },
      ),
      { numRuns: 600 },
    );
  });
});

// Written apart from the code that it judges: two entries share a host, or one lies below the other.
function touches(one: string, other: string): boolean {
  const [left, right] = [one, other].map((entry) => entry.split("/")[0]!.split(".").reverse());
  return left!.every((part, index) => right![index] === undefined || right![index] === part);
}

describe("the choice of tools beside tools that a vendor runs", () => {
  const search: Tool = {
    kind: "server",
    name: "web_search",
    dialect: "claude",
    value: {},
    hosted: { kind: "web_search" },
  };
  const read: Tool = { kind: "function", name: "read", parameters: {} };
  const free: ToolChoice = { mode: "auto", vendor: { codex: { free: true } } };
  const forced: ToolChoice = { mode: "tool", name: "own_search" };

  function chosen(own: Partial<PlacedTool>, toolChoice: ToolChoice | undefined, tools: Tool[] = [search]) {
    const target = {
      ...findDialect("codex"),
      placeHosted: () => ({ name: "own_search", value: {}, ...own }),
    };
    const conversation: Conversation = {
      model: "m",
      system: [],
      tools,
      messages: [],
      sampling: {},
      stop: [],
      ...(toolChoice === undefined ? {} : { toolChoice }),
    };
    const notes: WriterNote[] = [];
    const placed = placeHostedTools(conversation, target, (note) => notes.push(note));
    return { choice: placed.toolChoice, notes };
  }

  it("forces the tool by the target's own choice, or else leaves the model as free as it must be told", () => {
    const named: ToolChoice = { mode: "tool", name: "web_search" };
    expect(chosen({ choice: forced, free }, named).choice).toBe(forced);
    expect(chosen({ free }, named).choice).toBe(free);
    expect(chosen({}, named).choice).toBeUndefined();
  });

  it("leaves the model free in the target's words if the caller does", () => {
    expect(chosen({ free }, undefined).choice).toBe(free);
    expect(chosen({ free }, { mode: "auto" }).choice).toBe(free);
    expect(chosen({}, undefined).choice).toBeUndefined();
    const auto: ToolChoice = { mode: "auto" };
    expect(chosen({}, auto, [search, read]).choice).toBe(auto);
  });

  it("names the tool by the target's name in a list of allowed tools", () => {
    const allowed: ToolChoice = { mode: "auto", allowed: ["web_search", "read"] };
    expect(chosen({ free }, allowed, [search, read]).choice).toEqual({
      mode: "auto",
      allowed: ["own_search", "read"],
    });
  });

  it("is not written if only tools are left that cannot be forced, and says so if one must be called", () => {
    const { choice, notes } = chosen({}, { mode: "required" });
    expect(choice).toBeUndefined();
    expect(notes).toEqual([
      expect.objectContaining({ at: "$.tool_choice", feature: "tool_choice.required" }),
    ]);
    expect(chosen({}, { mode: "none" })).toEqual({ choice: undefined, notes: [] });
    const required: ToolChoice = { mode: "required" };
    expect(chosen({}, required, [search, read])).toEqual({ choice: required, notes: [] });
    expect(chosen({ choice: forced }, required).choice).toBe(required);
  });
});
