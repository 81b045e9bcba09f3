import { describe, expect, it } from "vitest";
import { dialects, findDialect } from "./lookup.ts";

const bearer = { header: "authorization", prefix: "Bearer " };
const heartbeat = ": keep-alive\n";
const requestId = "x-request-id";
const openaiHeaders = ["openai-beta", "openai-organization", "openai-project"];

describe("how calls travel", () => {
  it.each([
    [
      "claude",
      {
        credential: { header: "x-api-key", prefix: "" },
        headers: ["anthropic-version", "2023-06-01"],
        ownHeaders: ["anthropic-beta", "anthropic-version"],
        heartbeat: 'event: ping\ndata: {"type": "ping"}\n\n',
        requestId: "request-id",
      },
    ],
    ["openai", { credential: bearer, headers: [], ownHeaders: openaiHeaders, heartbeat, requestId }],
    [
      "codex",
      {
        credential: bearer,
        headers: [],
        ownHeaders: openaiHeaders,
        heartbeat,
        requestId,
        keyProtocol: "openai-insecure-api-key.",
      },
    ],
    [
      "gemini",
      {
        credential: { header: "x-goog-api-key", prefix: "" },
        headers: [],
        ownHeaders: [],
        heartbeat: "\n",
        requestId,
        besideVersion: ["/upload/", "/ws/"],
      },
    ],
    ["kimi", { credential: bearer, headers: [], ownHeaders: [], heartbeat, requestId }],
    [
      "copilot",
      {
        credential: bearer,
        headers: [],
        ownHeaders: [
          "editor-version",
          "editor-plugin-version",
          "copilot-integration-id",
          "openai-intent",
          "x-initiator",
          "copilot-vision-request",
        ],
        heartbeat,
        requestId,
      },
    ],
  ])("in %s", (id, transport) => expect(findDialect(id).transport).toEqual(transport));
});

describe("the endpoints", () => {
  const paths = (id: string) =>
    findDialect(id)
      .endpoints.filter(({ operation }) => operation !== "pass")
      .map(({ method, path, operation }) => `${method} ${path} ${operation}`);

  it("are those of the vendors", () => {
    const vertex = "/v1/projects/:project/locations/:location/publishers/anthropic/models";
    expect(paths("claude")).toEqual([
      "POST /v1/messages generate",
      "POST /v1/messages/count_tokens count_tokens",
      "GET /v1/models list_models",
      "GET /v1/models/:model get_model",
      `POST ${vertex}/count-tokens:rawPredict count_tokens`,
      `POST ${vertex}/:hosted_model:rawPredict generate`,
      `POST ${vertex}/:hosted_model:streamRawPredict generate`,
    ]);
    expect(paths("openai")).toEqual([
      "POST /v1/chat/completions generate",
      "GET /v1/models list_models",
      "GET /v1/models/:model get_model",
      "POST /v1/embeddings embed",
      "POST /deployments/:hosted_model/chat/completions generate",
      "POST /deployments/:hosted_model/embeddings embed",
    ]);
    expect(paths("codex")).toEqual([
      "POST /v1/responses generate",
      "POST /v1/responses/input_tokens count_tokens",
      "GET /v1/responses/:id get_response",
      "DELETE /v1/responses/:id delete_response",
      "POST /v1/responses/:id/cancel cancel_response",
      "GET /v1/responses/:id/input_items list_response_input",
      "POST /v1/responses/compact generate",
      "POST /v1/conversations create_conversation",
      "GET /v1/conversations/:id get_conversation",
      "POST /v1/conversations/:id update_conversation",
      "DELETE /v1/conversations/:id delete_conversation",
      "POST /v1/conversations/:id/items create_items",
      "GET /v1/conversations/:id/items list_items",
      "GET /v1/conversations/:id/items/:item get_item",
      "DELETE /v1/conversations/:id/items/:item delete_item",
      "POST /v1/alpha/search search",
      "GET /v1/models list_models",
      "GET /v1/models/:model get_model",
      "POST /v1/embeddings embed",
    ]);
    expect(paths("kimi")).toEqual([
      "POST /v1/chat/completions generate",
      "POST /v1/tokenizers/estimate-token-count count_tokens",
      "GET /v1/models list_models",
      "GET /v1/models/:model get_model",
      "POST /coding/v1/chat/completions generate",
      "GET /coding/v1/models list_models",
      "GET /coding/v1/models/:model get_model",
      "POST /v1/embeddings embed",
      "POST /coding/v1/embeddings embed",
    ]);
    expect(paths("copilot")).toEqual([
      "POST /chat/completions generate",
      "GET /models list_models",
      "GET /models/:model get_model",
      "POST /embeddings embed",
    ]);
  });

  it("of Gemini are below six roots, and the path decides on streaming", () => {
    const { endpoints } = findDialect("gemini");
    const roots = [
      "/v1beta/models",
      "/v1/models",
      "/v1beta1/publishers/google/models",
      "/v1/publishers/google/models",
      "/v1beta1/projects/:project/locations/:location/publishers/google/models",
      "/v1/projects/:project/locations/:location/publishers/google/models",
    ];
    expect(endpoints.filter(({ operation }) => operation === "embed")).toEqual(
      [...roots, "/v1alpha/models"].flatMap((root) => [
        { method: "POST", path: `${root}/:model:embedContent`, operation: "embed" },
        { method: "POST", path: `${root}/:model:batchEmbedContents`, operation: "embed" },
      ]),
    );
    const own = endpoints.filter(({ operation }) => operation !== "pass" && operation !== "embed");
    expect(own).toEqual(
      roots.flatMap((root) => [
        { method: "POST", path: `${root}/:model:generateContent`, operation: "generate", streams: false },
        {
          method: "POST",
          path: `${root}/:model:streamGenerateContent`,
          operation: "generate",
          streams: true,
          eventsQuery: "alt=sse",
        },
        { method: "POST", path: `${root}/:model:countTokens`, operation: "count_tokens" },
        { method: "GET", path: root, operation: "list_models" },
        { method: "GET", path: `${root}/:model`, operation: "get_model" },
      ]),
    );
  });
});

describe("the names", () => {
  it("of dialects, their titles and the prefixes of their models", () => {
    expect(dialects.map(({ id, title, modelPrefix }) => [id, title, modelPrefix])).toEqual([
      ["claude", "Anthropic Messages", "anthropic"],
      ["openai", "OpenAI Chat Completions", "openai"],
      ["codex", "OpenAI Responses", "openai"],
      ["gemini", "Gemini generateContent", "google"],
      ["kimi", "Moonshot Chat Completions", "moonshot"],
      ["copilot", "GitHub Copilot Chat", "copilot"],
    ]);
  });

  it("of tool calls that each dialect accepts", () => {
    const accepts = (id: string, name: string) => {
      const rule = findDialect(id).toolCallIds;
      return rule === undefined || (name.length <= rule.maxLength && rule.pattern.test(name));
    };
    expect(accepts("claude", "a-B_9")).toBe(true);
    for (const name of ["a.b", "", "a:b"]) expect(accepts("claude", name)).toBe(false);
    for (const [id, length] of [
      ["claude", 64],
      ["codex", 64],
      ["openai", 40],
    ] as const) {
      expect(accepts(id, "x".repeat(length))).toBe(true);
      expect(accepts(id, "x".repeat(length + 1))).toBe(false);
      expect(accepts(id, "")).toBe(false);
    }
    expect(accepts("codex", "functions.f:0\n")).toBe(true);
    for (const id of ["gemini", "kimi", "copilot"]) expect(accepts(id, "anything at all")).toBe(true);
  });
});

describe("members that an answer depends on", () => {
  it("bind the call to the vendor that keeps or promises something", () => {
    const bound = (id: string, member: string, value: unknown = 1) => findDialect(id).binds(member, value);
    expect(bound("claude", "mcp_servers")).toBe(true);
    expect(bound("claude", "container")).toBe(true);
    expect(bound("claude", "inference_geo", "us")).toBe(true);
    expect(bound("claude", "inference_geo", "global")).toBe(false);
    expect(bound("claude", "other")).toBe(false);
    expect(bound("codex", "conversation")).toBe(true);
    expect(bound("codex", "prompt")).toBe(true);
    expect(bound("codex", "other")).toBe(false);
    expect(bound("gemini", "cachedContent")).toBe(true);
    expect(bound("gemini", "cached_content")).toBe(true);
    expect(bound("gemini", "other")).toBe(false);
    for (const id of ["openai", "kimi", "copilot"]) expect(bound(id, "container")).toBe(false);
  });
});

describe("lists of models", () => {
  const model = { id: "m", name: "M", created: 5, owner: "o", contextWindow: 9, maxOutput: 3 };

  it("have each vendor's shape", () => {
    const state = {
      capabilities: null,
      deprecated_at: null,
      lifecycle: "active",
      line: null,
      retires_at: null,
    };
    const { writeModel: claude } = findDialect("claude");
    expect(claude(model)).toEqual({
      type: "model",
      id: "m",
      display_name: "M",
      created_at: "1970-01-01T00:00:05Z",
      max_input_tokens: 9,
      max_tokens: 3,
      ...state,
    });
    expect(claude({ id: "m" })).toEqual({
      type: "model",
      id: "m",
      display_name: "m",
      created_at: "1970-01-01T00:00:00Z",
      max_input_tokens: null,
      max_tokens: null,
      ...state,
    });
    const { writeModel: codex } = findDialect("codex");
    expect(codex(model)).toEqual({ id: "m", object: "model", created: 5, owned_by: "o" });
    expect(codex({ id: "m" })).toEqual({ id: "m", object: "model", created: 0, owned_by: "system" });
    const methods = { supportedGenerationMethods: ["generateContent", "countTokens"] };
    const { writeModel: gemini } = findDialect("gemini");
    expect(gemini(model)).toEqual({
      name: "models/m",
      displayName: "M",
      inputTokenLimit: 9,
      outputTokenLimit: 3,
      ...methods,
    });
    expect(gemini({ id: "m" })).toEqual({ name: "models/m", displayName: "m", ...methods });
    const { writeModel: openai } = findDialect("openai");
    expect(openai(model)).toEqual({ id: "m", object: "model", created: 5, owned_by: "o" });
    expect(openai({ id: "m" })).toEqual({ id: "m", object: "model", created: 0, owned_by: "openai" });
    const { writeModel: copilot } = findDialect("copilot");
    expect(copilot(model)).toEqual({
      id: "m",
      object: "model",
      created: 5,
      vendor: "o",
      name: "M",
      capabilities: { type: "chat", limits: { max_context_window_tokens: 9, max_output_tokens: 3 } },
    });
    expect(copilot({ id: "m" })).toEqual({
      id: "m",
      object: "model",
      created: 0,
      vendor: "copilot",
      name: "m",
    });
  });

  it("are read in every shape that servers send", () => {
    expect(
      findDialect("codex").readModels({ models: [{ slug: "s", display_name: "S", context_window: 9 }] }),
    ).toEqual([{ id: "s", name: "S", contextWindow: 9 }]);
    expect(findDialect("codex").readModels({ data: [{ id: "a", created: 1, owned_by: "o" }] })).toEqual([
      { id: "a", created: 1, owner: "o" },
    ]);
    expect(findDialect("codex").readModels({})).toEqual([]);
    expect(() => findDialect("codex").readModels({ data: [{}] })).toThrow("$.data[0].slug is required");
    const gemini = findDialect("gemini");
    expect(gemini.readModels({ publisherModels: [{ name: "publishers/google/models/a" }] })).toEqual([
      { id: "a" },
    ]);
    expect(
      gemini.readModels({
        models: [{ name: "models/a", displayName: "A", inputTokenLimit: 9, outputTokenLimit: 3 }],
      }),
    ).toEqual([{ id: "a", name: "A", contextWindow: 9, maxOutput: 3 }]);
    expect(gemini.readModels({})).toEqual([]);
    expect(() => gemini.readModels({ models: [{}] })).toThrow("$.models[0].name is required");
    const claude = findDialect("claude");
    const dated = (created_at: string) => claude.readModels({ data: [{ id: "a", created_at }] });
    expect(dated("1970-01-01T00:00:05Z")).toEqual([{ id: "a", created: 5 }]);
    expect(dated("1970-01-01T00:00:00Z")).toEqual([{ id: "a" }]);
    expect(dated("no date")).toEqual([{ id: "a" }]);
    expect(() => claude.readModels({})).toThrow("$.data is required");
    expect(claude.writeModels([{ id: "a" }, { id: "b" }])).toMatchObject({
      has_more: false,
      first_id: "a",
      last_id: "b",
    });
    expect(claude.writeModels([])).toEqual({ data: [], has_more: false, first_id: null, last_id: null });
    expect(() => findDialect("openai").readModels({})).toThrow("$.data is required");
    expect(findDialect("openai").readModels({ data: [{ id: "a", name: "A", context_length: 9 }] })).toEqual([
      { id: "a", name: "A", contextWindow: 9 },
    ]);
  });
});

describe("counts of tokens", () => {
  it.each([
    ["claude", { input_tokens: 5 }],
    ["codex", { object: "response.input_tokens", input_tokens: 5 }],
    ["gemini", { totalTokens: 5 }],
    ["openai", { input_tokens: 5 }],
    ["kimi", { data: { total_tokens: 5 } }],
    ["copilot", { input_tokens: 5 }],
  ])("have the shape of %s", (id, body) => {
    expect(findDialect(id).writeTokenCount(5)).toEqual(body);
    expect(findDialect(id).readTokenCount(body)).toBe(5);
  });

  it("are required, but for Gemini, which leaves a zero out", () => {
    expect(findDialect("gemini").readTokenCount({})).toBe(0);
    for (const id of ["claude", "codex", "openai"])
      expect(() => findDialect(id).readTokenCount({})).toThrow("$.input_tokens is required");
    expect(() => findDialect("kimi").readTokenCount({})).toThrow("$.data is required");
  });
});
