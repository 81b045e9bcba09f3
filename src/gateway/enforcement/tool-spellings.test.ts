import { describe, expect, test } from "vitest";
import type { PolicyProfile } from "../../contract/index.ts";
import { planTransfer } from "../endpoints/plan-transfer.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";
import { admissionTo, bodyOf, testCaller, testContext } from "../fixtures/test-context.ts";
import { SPELLINGS } from "../fixtures/tool-spellings.ts";
import { createGateway } from "../gateway.ts";
import { type BoundServers, CallPolicies } from "./call-policy.ts";
import { PassedJudge } from "./passed-judge.ts";

type Lists = Partial<PolicyProfile>;
const callerOf = (lists: Lists, servers?: BoundServers) =>
  testCaller({ policies: new CallPolicies([], {}, servers).ofKey("dev", lists) });

const BODIES: Readonly<Record<string, readonly [path: string, body: object]>> = {
  claude: ["/claude/v1/messages", { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] }],
  codex: ["/codex/v1/responses", { model: "m", input: "hi" }],
  gemini: [
    "/gemini/v1beta/models/m:generateContent",
    { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  ],
  kimi: ["/kimi/v1/chat/completions", { model: "m", messages: [{ role: "user", content: "hi" }] }],
  openai: ["/openai/v1/chat/completions", { model: "m", messages: [{ role: "user", content: "hi" }] }],
};

/** Whether a request reaches its engine: `sent`, or refused by the policy. Other refusals are those of the mapping. */
async function ask(dialect: string, engine: string, more: object, lists: Lists, servers?: BoundServers) {
  const one = scriptedEngine("e", engine, undefined, { keepsResponses: engine === "codex" });
  const context = testContext({ engines: [one], defaultEngine: "e" });
  const [path, body] = BODIES[dialect]!;
  const sink = new RecordingSink();
  const admission = admissionTo(path, [], callerOf(lists, servers));
  const call = createGateway(context, {}).call(admission, bodyOf({ ...body, ...more }), sink);
  const deadline = Date.now() + 10_000;
  while (sink.status === undefined && one.requests.length === 0 && Date.now() < deadline)
    await new Promise((resolve) => setImmediate(resolve));
  const isDenied = sink.header("x-abp-error") === "E005";
  const result = one.requests.length > 0 ? "sent" : isDenied ? "denied" : `refused ${sink.status}`;
  call.leave("client_gone");
  await call.recorded;
  return result;
}

const cases = SPELLINGS.flatMap(([dialect, canonical, tools]) =>
  tools.map((tool) => [`${dialect} ${JSON.stringify(tool)}`, dialect, canonical, tool] as const),
);
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const typeOf = (tool: object) =>
  "type" in tool && tool.type !== "builtin_function" ? String(tool.type) : undefined;

describe.each(cases)("the tool %s", (_, dialect, canonical, tool) => {
  const tools = [tool];
  const names = [...new Set([canonical, snake(canonical), typeOf(tool) ?? canonical])];

  test("is denied by each of its names, passed through and mapped", async () => {
    for (const name of [...names, `${canonical.slice(0, 4)}*`]) {
      for (const engine of [dialect, dialect === "claude" ? "codex" : "claude"])
        expect([name, engine, await ask(dialect, engine, { tools }, { disallowed_tools: [name] })]).toEqual([
          name,
          engine,
          "denied",
        ]);
    }
  });

  test("is allowed by each of its names, and by no other", async () => {
    for (const name of names)
      expect([name, await ask(dialect, dialect, { tools }, { allowed_tools: [name] })]).toEqual([
        name,
        "sent",
      ]);
    for (const engine of [dialect, dialect === "claude" ? "codex" : "claude"])
      expect(await ask(dialect, engine, { tools }, { allowed_tools: ["Read"] })).toBe("denied");
  });
});

test.each([
  ["gemini", { tools: [{ googleSearch: {} }] }, "web_search"],
  ["codex", { tools: [{ type: "web_search" }] }, "googleSearch"],
  ["gemini", { tools: [{ code_execution: {} }] }, "code_interpreter"],
  ["claude", { tools: [{ type: "web_fetch_20250910", name: "web_fetch" }] }, "urlContext"],
  ["openai", { web_search_options: {} }, "web_search"],
  [
    "codex",
    { input: [{ type: "additional_tools", tools: [{ type: "web_search_2025_08_26" }] }] },
    "web_search",
  ],
])(
  "%s: %j is denied by a rule for the same tool of another vendor or place: %s",
  async (dialect, more, rule) => {
    expect(await ask(dialect, dialect, more, { disallowed_tools: [rule] })).toBe("denied");
    expect(await ask(dialect, dialect, more, { disallowed_tools: ["other"] })).toBe("sent");
  },
);

const OK = "https://mcp.ok.test/sse";
const servers = (url: string): readonly (readonly [string, object])[] => [
  ["codex", { tools: [{ type: "mcp", server_label: "ok", server_url: url }] }],
  ["claude", { mcp_servers: [{ type: "url", name: "ok", url }] }],
  [
    "claude",
    {
      mcp_servers: [{ type: "url", name: "ok", url }],
      tools: [{ type: "mcp_toolset", mcp_server_name: "ok" }],
    },
  ],
  ["gemini", { tools: [{ mcpServers: [{ name: "ok", streamableHttpTransport: { url } }] }] }],
  ["gemini", { tools: [{ mcp_servers: [{ name: "ok", streamable_http_transport: { url } }] }] }],
  [
    "gemini",
    { tools: [{ mcpServers: [], mcp_servers: [{ name: "ok", streamable_http_transport: { url } }] }] },
  ],
];

describe("an MCP server that a request calls `ok`", () => {
  const bound = { ok: ["mcp.ok.test"] };
  test.each(servers(OK))(
    "of %s is allowed by its host, and by its name where it is bound: %j",
    async (dialect, more) => {
      const by = (allowed: string, binding?: BoundServers) =>
        ask(dialect, dialect, more, { allowed_tools: [allowed] }, binding);
      expect(await by("mcp__mcp.ok.test__*")).toBe("sent");
      expect(await by("mcp__*.ok.test__*")).toBe("sent");
      expect(await by("mcp__*")).toBe("sent");
      expect(await by("mcp__ok__*")).toBe("denied");
      expect(await by("{mcp__ok__*,x}")).toBe("denied");
      expect(await by("mcp__ok__*", bound)).toBe("sent");
      expect(await by("mcp__ok__*", { ok: ["other.test"] })).toBe("denied");
      expect(await by("mcp__ok__*", { constructor: ["mcp.ok.test"] })).toBe("denied");
    },
  );

  test.each(servers("https://evil.test/"))("of %s elsewhere is not: %j", async (dialect, more) => {
    for (const allowed of ["mcp__ok__*", "mcp__mcp.ok.test__*"])
      expect(await ask(dialect, dialect, more, { allowed_tools: [allowed] }, bound)).toBe("denied");
    expect(await ask(dialect, dialect, more, { disallowed_tools: ["mcp__evil.test__*"] })).toBe("denied");
    expect(await ask(dialect, dialect, more, { disallowed_tools: ["mcp__ok__*"] })).toBe("denied");
  });

  test("with two addresses has to be allowed at both", async () => {
    const tool = { type: "mcp", server_label: "ok", server_url: OK, url: "https://evil.test" };
    const rules = { allowed_tools: ["mcp__mcp.ok.test__*"] };
    expect(await ask("codex", "codex", { tools: [tool] }, rules, bound)).toBe("denied");
    expect(await ask("codex", "codex", { tools: [{ ...tool, server_url: undefined }] }, rules, bound)).toBe(
      "denied",
    );
    expect(await ask("codex", "codex", { tools: [{ type: "mcp", server_label: "ok" }] }, rules, bound)).toBe(
      "denied",
    );
  });
});

test.each([
  ["codex", { tools: [{ type: "image_generation", model: "big" }] }],
  ["codex", { input: [{ type: "additional_tools", tools: [{ type: "image_generation", model: "big" }] }] }],
  ["claude", { tools: [{ type: "advisor_20260301", name: "advisor", model: "big" }] }],
  ["claude", { fallbacks: ["big"] }],
  ["claude", { fallbacks: [{ model: "big" }] }],
  ["openai", { models: ["m", "big"] }],
])("%s: a model inside %j is judged by the rules for models", async (dialect, more) => {
  expect(await ask(dialect, dialect, more, { disallowed_models: ["big"] })).toBe("denied");
  expect(await ask(dialect, dialect, more, { allowed_models: ["m"] })).toBe("denied");
  expect(await ask(dialect, dialect, more, { allowed_models: ["m", "big"] })).toBe("sent");
});

test("tools in items of a conversation are judged where they are stored, and where they are put in", async () => {
  const item = { type: "additional_tools", tools: [{ type: "web_search_2025_08_26" }] };
  const lists = { disallowed_tools: ["web_search"] };
  const serve = async (keepsResponses: boolean, path: string, body: object) => {
    const engine = scriptedEngine("e", "codex", undefined, { keepsResponses });
    const context = testContext({ engines: [engine], defaultEngine: "e" });
    await context.ledger.conversations.create({ id: "conv_here", createdAt: new Date(0), metadata: {} }, [
      { id: "at_1", item },
    ]);
    context.ledger.engineIds.set("conv_there", new Map([["e", "own"]]));
    const sink = new RecordingSink();
    const call = createGateway(context, {}).call(admissionTo(path, [], callerOf(lists)), bodyOf(body), sink);
    await sink.over;
    await call.recorded;
    return [sink.header("x-abp-error"), engine.requests.length];
  };
  expect(await serve(true, "/codex/v1/conversations", { items: [item] })).toEqual(["E005", 0]);
  expect(await serve(true, "/codex/v1/conversations/conv_there/items", { items: [item] })).toEqual([
    "E005",
    0,
  ]);
  const turn = { model: "m", input: "go on", conversation: "conv_here" };
  expect(await serve(false, "/codex/v1/responses", turn)).toEqual(["E005", 0]);
});

describe("tools at endpoints that pass through", () => {
  const engines = ["openai", "claude", "gemini"].map((id) =>
    fakeEngine(id, id, { isSimulated: false, location: "https://api.test" }),
  );
  const caller = callerOf({
    disallowed_tools: ["web_search", "googleSearch", "Bash"],
    require_approval_for: ["Ask"],
  });
  const plan = (method: string, target: string) =>
    planTransfer(
      testContext({ engines }),
      admissionTo(target, [], caller, method),
      undefined,
      new PassedJudge(caller.policies, Date.now),
    );
  const codeOf = async (target: string, body: unknown) => {
    const watch = (await plan("POST", target)).openBodyWatch("application/json")!;
    watch.push(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
    return watch.end().then(
      () => "passed",
      (error: { code: string }) => error.code,
    );
  };

  test.each([
    [
      "/claude/v1/messages/batches",
      { requests: [{ params: { tools: [{ name: "Bash", input_schema: {} }] } }] },
      "policy_denied",
    ],
    [
      "/claude/v1/messages/batches",
      { requests: [{ params: { tools: [{ type: "web_search_20250305", name: "web_search" }] } }] },
      "policy_denied",
    ],
    ["/claude/v1/messages/batches", { requests: [{ params: { tools: [{ name: "Read" }] } }] }, "passed"],
    ["/gemini/v1beta/cachedContents", { tools: [{ google_search: {} }] }, "policy_denied"],
    [
      "/gemini/v1beta/cachedContents",
      { tools: [{ functionDeclarations: [{ name: "Bash" }] }] },
      "policy_denied",
    ],
    ["/gemini/v1beta/cachedContents", { tools: [{ functionDeclarations: [{ name: "Read" }] }] }, "passed"],
    [
      "/gemini/v1beta/models/m:batchGenerateContent",
      { batch: { input_config: { file_name: "files/1" } } },
      "policy_denied",
    ],
    [
      "/gemini/v1beta/models/m:batchGenerateContent",
      { batch: { requests: [{ request: { cachedContent: "cachedContents/1" } }] } },
      "policy_denied",
    ],
    ["/openai/v1/batches", { input_file_id: "file-1" }, "policy_denied"],
    [
      "/openai/v1/assistants",
      { model: "m", tools: [{ type: "function", function: { name: "Bash" } }] },
      "policy_denied",
    ],
    [
      "/openai/v1/assistants",
      { model: "m", tools: [{ type: "function", function: { name: "Ask" } }] },
      "policy_approval_required",
    ],
    [
      "/openai/v1/realtime/client_secrets",
      { session: { tools: [{ type: "function", name: "Bash" }] } },
      "policy_denied",
    ],
    ["/openai/v1/images/generations", { model: "m", prompt: "the tools of a smith" }, "passed"],
    ["/openai/v1/assistants", "{tools:[{type:'web_search'}]}", "policy_denied"],
  ])("%s with %j is %s", async (target, body, expected) => expect(await codeOf(target, body)).toBe(expected));

  test("in messages of a session end it", async () => {
    const check = async (target: string, message: object) => {
      const watch = (await plan("GET", target)).openMessageWatch!()!;
      try {
        await watch.check(Buffer.from(JSON.stringify(message)));
        return "passed";
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const realtime = "/openai/v1/realtime?model=m";
    const live = "/gemini/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";
    const update = (session: object) => ({ type: "session.update", session });
    expect(await check(realtime, update({ tools: [{ type: "function", name: "Bash" }] }))).toBe(
      "policy_denied",
    );
    expect(await check(realtime, update({ tools: [{ type: "function", name: "Read" }] }))).toBe("passed");
    expect(await check(realtime, update({ instructions: "no tools" }))).toBe("passed");
    expect(await check(live, { setup: { model: "m", tools: [{ google_search: {} }] } })).toBe(
      "policy_denied",
    );
    expect(await check(live, { setup: { model: "m", tools: [{ codeExecution: {} }] } })).toBe("passed");
  });
});
