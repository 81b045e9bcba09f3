import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { findDialect } from "../registry/lookup.ts";
import { translateRequest } from "./request.ts";

const models = {
  claude: "claude-sonnet-4-5",
  codex: "gpt-5",
  gemini: "gemini-3-pro-preview",
  openai: "gpt-4o",
  kimi: "kimi-k2",
  copilot: "gpt-4o",
} as const;
type Id = keyof typeof models;
const ids = Object.keys(models) as Id[];

const url = "https://hub.example/mcp";
const definition = { type: "url", name: "hub", url };
const toolset = { type: "mcp_toolset", mcp_server_name: "hub" };
const server = { type: "mcp", server_label: "hub", server_url: url, require_approval: "never" };
const transport = { name: "hub", streamableHttpTransport: { url } };

function claude(servers: readonly object[], tools: readonly object[] = []): object {
  const messages = [{ role: "user", content: "go" }];
  return {
    model: "m",
    max_tokens: 99,
    messages,
    ...(tools.length > 0 ? { tools } : {}),
    mcp_servers: servers,
  };
}

function codex(tools: readonly object[], more: object = {}): object {
  return { model: "m", input: "go", tools, ...more };
}

function gemini(...servers: readonly object[]): object {
  return { contents: [{ role: "user", parts: [{ text: "go" }] }], tools: [{ mcpServers: servers }] };
}

function translate(from: Id, to: Id, request: object) {
  const options = { model: "m", targetModel: models[to] };
  const { request: written, report } = translateRequest(findDialect(from), findDialect(to), request, options);
  const lost = report.entries.filter(({ disposition }) => disposition !== "mapped");
  return { ...written, lost: lost.map(({ path, feature }) => `${feature} ${path}`) };
}

function refused(from: Id, to: Id, request: object): readonly Refused[] {
  try {
    translate(from, to, request);
    return [];
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    return error.details?.["refused"] as readonly Refused[];
  }
}

interface Refused {
  readonly path: string;
  readonly feature: string;
  readonly reason: string;
}

describe("an MCP server of a Claude request", () => {
  it("is connected by the Responses API without asking for consent", () => {
    for (const request of [claude([definition]), claude([definition], [toolset])]) {
      const { body, lost } = translate("claude", "codex", request);
      expect(body["tools"]).toEqual([server]);
      expect(lost).toEqual([]);
    }
  });

  it("is connected by Gemini", () => {
    const { body } = translate("claude", "gemini", claude([definition, { ...definition, name: "two" }]));
    expect(body["tools"]).toEqual([{ mcpServers: [transport, { ...transport, name: "two" }] }]);
    const events = translate("claude", "gemini", claude([{ ...definition, url: "https://hub.example/sse" }]));
    expect(events.lost).toEqual(["tool.mcp $.mcp_servers[0]"]);
  });

  it("keeps its list of allowed tools, in the newer and the older form", () => {
    const configs = { a: { enabled: true }, b: {} };
    const newer = claude([definition], [{ ...toolset, default_config: { enabled: false }, configs }]);
    const older = claude([{ ...definition, tool_configuration: { enabled: true, allowed_tools: ["a"] } }]);
    for (const request of [newer, older]) {
      expect(translate("claude", "codex", request).body["tools"]).toEqual([
        { ...server, allowed_tools: ["a"] },
      ]);
      expect(refused("claude", "gemini", request)).toMatchObject([{ feature: "tool.mcp.allowed_tools" }]);
    }
  });

  it("is refused if tools are switched off or pinned one by one", () => {
    const off = claude([definition], [{ ...toolset, configs: { a: { enabled: false } } }]);
    const pinned = claude([definition], [{ ...toolset, tools: [{ name: "a" }] }]);
    for (const request of [off, pinned])
      expect(refused("claude", "codex", request)).toMatchObject([
        { feature: "tool.limit", path: "$.tools[0]" },
      ]);
  });

  it("is refused as a whole by APIs that connect to none", () => {
    for (const to of ["openai", "kimi", "copilot"] as const)
      expect(refused("claude", to, claude([definition]))[0]).toMatchObject({ path: "$.mcp_servers[0]" });
  });

  it("gets a label that the Responses API takes", () => {
    const { body, lost } = translate("claude", "codex", claude([{ ...definition, name: "2 hubs" }]));
    expect(body["tools"]).toMatchObject([{ server_label: "server_2_hubs" }]);
    expect(lost).toEqual(["tool.mcp $.mcp_servers[0]"]);
  });

  it("goes back to its own API as it came", () => {
    const token = { ...definition, authorization_token: "t", tool_configuration: { enabled: true } };
    for (const [request, beta] of [
      [claude([token, { ...definition, name: "two" }]), "mcp-client-2025-04-04"],
      [claude([definition], [toolset]), "mcp-client-2025-11-20"],
    ] as const) {
      const written = translate("claude", "claude", request);
      expect(written.body).toEqual({ ...request, model: models.claude });
      expect(written.headers).toEqual(["anthropic-beta", beta]);
    }
  });
});

describe("an MCP server of a Responses request", () => {
  it("is connected by Claude, with the beta header", () => {
    const request = codex([{ ...server, allowed_tools: { tool_names: ["a"] } }]);
    const { body, headers, lost } = translate("codex", "claude", request);
    expect(body["mcp_servers"]).toEqual([definition]);
    const some = { default_config: { enabled: false }, configs: { a: { enabled: true } } };
    expect(body["tools"]).toEqual([{ ...toolset, ...some }]);
    expect(headers).toEqual(["anthropic-beta", "mcp-client-2025-11-20"]);
    expect(lost).toEqual([]);
  });

  it("stands beside others and beside functions", () => {
    const f = { type: "function", name: "hub", parameters: { type: "object" }, strict: false };
    const { body } = translate("codex", "claude", codex([f, server, { ...server, server_label: "two" }]));
    expect(body["tools"]).toMatchObject([{ name: "hub" }, toolset, { mcp_server_name: "two" }]);
    expect(body["mcp_servers"]).toMatchObject([{ name: "hub" }, { name: "two" }]);
  });

  it("is not defined if the list of allowed tools leaves it out", () => {
    const f = { type: "function", name: "f", parameters: { type: "object" }, strict: false };
    const allowed = { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "f" }] };
    const { body, headers } = translate("codex", "claude", codex([f, server], { tool_choice: allowed }));
    expect(body["tools"]).toHaveLength(1);
    expect(body["mcp_servers"]).toBeUndefined();
    expect(headers).toBeUndefined();
  });

  it("is forced if it is the only tool", () => {
    const choice = { tool_choice: { type: "mcp", server_label: "hub" } };
    const { body } = translate("codex", "claude", codex([server], choice));
    expect(body["tool_choice"]).toEqual({ type: "any" });
    const two = codex([server, { type: "web_search" }], choice);
    expect(refused("codex", "claude", two)).toMatchObject([{ feature: "tool_choice.server" }]);
  });

  it("has no header if there is no server", () => {
    expect(translate("codex", "claude", codex([])).headers).toBeUndefined();
  });

  it.each([
    ["absent", undefined],
    ["always", "always"],
    ["for some tools", { always: { tool_names: ["a"] } }],
    ["not for some tools", { never: { tool_names: ["a"] } }],
  ])("is refused if consent is wanted: %s", (_, require_approval) => {
    for (const to of ["claude", "gemini"] as const) {
      const found = refused("codex", to, codex([{ ...server, require_approval }]));
      expect(found).toMatchObject([{ feature: "tool.mcp.approval", path: "$.tools[0].require_approval" }]);
      expect(found[0]!.reason).toMatch(/without asking/);
    }
  });

  it("needs no consent if all of its allowed tools need none", () => {
    const free = { allowed_tools: ["a"], require_approval: { never: { tool_names: ["a", "b"] } } };
    expect(refused("codex", "claude", codex([{ ...server, ...free }]))).toEqual([]);
  });

  it.each([
    ["read-only tools", { allowed_tools: { read_only: true } }, "tool.limit"],
    ["headers", { headers: { "x-team": "t" } }, "tool.mcp.headers"],
    ["a connector", { server_url: undefined, connector_id: "connector_gmail" }, "tool.server"],
    ["a tunnel", { server_url: undefined, tunnel_id: "t" }, "tool.server"],
  ])("is refused with %s", (_, more, feature) => {
    for (const to of ["claude", "gemini"] as const)
      expect(refused("codex", to, codex([{ ...server, ...more }]))).toMatchObject([{ feature }]);
  });

  it("is refused by Claude at an address without encryption", () => {
    const plain = codex([{ ...server, server_url: "http://hub.example" }]);
    expect(refused("codex", "claude", plain)).toMatchObject([{ feature: "tool.mcp" }]);
  });
});

describe("an MCP server of a Gemini request", () => {
  it("is connected by Claude and by the Responses API", () => {
    const slow = { ...transport, streamableHttpTransport: { url, timeout: "10s" } };
    const { body, lost } = translate("gemini", "codex", gemini(slow, { ...transport, name: "two" }));
    expect(body["tools"]).toEqual([server, { ...server, server_label: "two" }]);
    expect(lost).toEqual(["vendor $.tools[0].mcpServers[0].streamableHttpTransport.timeout"]);
    expect(translate("gemini", "claude", gemini(transport)).body).toMatchObject({
      tools: [toolset],
      mcp_servers: [definition],
    });
  });

  it("goes back to its own API as it came", () => {
    const request = gemini(transport, { ...transport, name: "two" });
    expect(translate("gemini", "gemini", request).body).toMatchObject(request);
  });
});

describe("a credential for an MCP server", () => {
  const secret = "token-9f2c";
  const makers: Partial<Record<Id, (beside: boolean) => object>> = {
    claude: (beside) =>
      claude(
        [{ ...definition, authorization_token: secret }],
        beside ? [toolset, { name: "f", input_schema: { type: "object" } }] : [],
      ),
    codex: (beside) =>
      codex([
        beside ? { ...server, headers: { authorization: secret } } : { ...server, authorization: secret },
        ...(beside ? [{ type: "function", name: "f", parameters: { type: "object" }, strict: false }] : []),
      ]),
    gemini: () =>
      gemini({ ...transport, streamableHttpTransport: { url, headers: { authorization: secret } } }),
  };

  it("is refused by name", () => {
    const pathOf = (from: Id, to: Id) => refused(from, to, makers[from]!(false)).map(({ path }) => path);
    expect(pathOf("claude", "codex")).toEqual(["$.mcp_servers[0].authorization_token"]);
    expect(pathOf("codex", "claude")).toEqual(["$.tools[0].authorization"]);
    expect(pathOf("gemini", "codex")).toEqual(["$.tools[0].mcpServers[0].streamableHttpTransport.headers"]);
  });

  it("never reaches another vendor", () => {
    const sources = fc.constantFrom<Id[]>("claude", "codex", "gemini");
    fc.assert(
      fc.property(sources, fc.constantFrom(...ids), fc.boolean(), (from, to, beside) => {
        if (from === to) return;
        const request = makers[from]!(beside);
        try {
          const { lost, ...written } = translate(from, to, request);
          expect(JSON.stringify(written)).not.toContain(secret);
          expect(JSON.stringify(written)).not.toContain(url);
          expect(lost).not.toEqual([]);
        } catch (error) {
          if (!AbpError.is(error)) throw error;
          expect(JSON.stringify([error.message, error.details])).not.toContain(secret);
        }
      }),
    );
  });
});
