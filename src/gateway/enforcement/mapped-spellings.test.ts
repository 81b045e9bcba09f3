import { describe, expect, test } from "vitest";
import type { PolicyProfile, Reply } from "../../contract/index.ts";
import { findDialect } from "../../dialects/index.ts";
import { writeAnswer } from "../fixtures/policed-call.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { answers, type Script, scriptedEngine } from "../fixtures/scripted-engine.ts";
import { fakeSearch, searchingWith } from "../fixtures/searched-call.ts";
import { admissionTo, bodyOf, testCaller, testContext } from "../fixtures/test-context.ts";
import { SPELLINGS } from "../fixtures/tool-spellings.ts";
import { createGateway } from "../gateway.ts";
import { CallPolicies } from "./call-policy.ts";

type Lists = Partial<PolicyProfile>;

const messages = [{ role: "user", content: "hi" }];
const BODIES: Readonly<Record<string, readonly [path: string, body: object]>> = {
  claude: ["/claude/v1/messages", { model: "m", max_tokens: 9, messages }],
  codex: ["/codex/v1/responses", { model: "m", input: "hi" }],
  gemini: [
    "/gemini/v1beta/models/m:generateContent",
    { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  ],
  kimi: ["/kimi/v1/chat/completions", { model: "m", messages }],
};
const ENGINES = ["claude", "codex", "gemini", "kimi", "openai", "copilot"];

interface Question {
  readonly dialect: string;
  readonly engine: string;
  readonly tools: readonly object[];
  readonly lists: Lists;
  readonly script?: Script;
  readonly searches?: boolean;
  readonly approves?: boolean;
}

/** Serves a call to its end. `result` is `sent`, `denied`, `unapproved` or `refused` by the mapping; `tools` are those that were sent. */
async function serve({ dialect, engine, tools, lists, script, searches = false, approves }: Question) {
  const plain = writeAnswer(findDialect(engine), replyWith(), false);
  const one = scriptedEngine("e", engine, script ?? answers(200, JSON.parse(plain)));
  const context = testContext({
    engines: [one],
    defaultEngine: "e",
    more: {
      ...(searches ? { searching: searchingWith(fakeSearch([])) } : {}),
      ...(approves === undefined ? {} : { approver: { approve: async () => approves } }),
    },
  });
  const [path, body] = BODIES[dialect]!;
  const sink = new RecordingSink();
  const caller = testCaller({ policies: new CallPolicies([], {}).ofKey("dev", lists) });
  const call = createGateway(context, {}).call(
    admissionTo(path, [], caller),
    bodyOf({ ...body, tools }),
    sink,
  );
  await sink.over;
  await call.recorded;
  const error = sink.header("x-abp-error");
  const results: Record<string, string> = { E005: "denied", E004: "unapproved" };
  const result = one.requests.length > 0 ? "sent" : (results[error ?? ""] ?? "refused");
  const sent = one.requests[0] === undefined ? {} : JSON.parse(String(one.requests[0].body));
  return { result, sent, error, status: sink.status, observed: context.ledger.receipts[0]?.observed };
}

function replyWith(...content: Reply["candidates"][0]["content"]): Reply {
  const blocks = content.length === 0 ? [{ type: "text", text: "ok" } as const] : content;
  return { id: "r", model: "m", candidates: [{ index: 0, content: blocks, stop: { reason: "end_turn" } }] };
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const typeOf = (tool: object) =>
  "type" in tool && tool.type !== "builtin_function" ? String(tool.type) : undefined;
const cases = SPELLINGS.flatMap(([dialect, canonical, tools]) =>
  tools.map((tool) => [`${dialect} ${JSON.stringify(tool)}`, { dialect, canonical, tool }] as const),
);

/** The names, types or members under which the tools of a request stand. */
function namesSent(sent: { readonly tools?: readonly SentTool[] }): string[] {
  return (sent.tools ?? []).flatMap((tool) => {
    const { type, name, function: inner, functionDeclarations } = tool;
    if (functionDeclarations !== undefined) return functionDeclarations.map((one) => one.name);
    if (inner !== undefined) return [inner.name];
    return type === undefined || type === "function" ? [name ?? Object.keys(tool)[0]!] : [type];
  });
}

interface SentTool {
  readonly type?: string;
  readonly name?: string;
  readonly function?: { readonly name: string };
  readonly functionDeclarations?: readonly { readonly name: string }[];
}

describe.each(cases)("the tool %s, mapped", (_, { dialect, canonical, tool }) => {
  const names = [...new Set([canonical, snake(canonical), typeOf(tool) ?? canonical])];
  const engines = ENGINES.filter((engine) => engine !== dialect);

  test("is sent under a rule that allows one of its names wherever it is sent without rules", async () => {
    for (const engine of engines) {
      const free = await serve({ dialect, engine, tools: [tool], lists: {} });
      for (const name of names) {
        const lists = { allowed_tools: [name] };
        const { result, sent } = await serve({ dialect, engine, tools: [tool], lists });
        expect([engine, name, result, sent]).toEqual([engine, name, free.result, free.sent]);
      }
      const other = await serve({ dialect, engine, tools: [tool], lists: { allowed_tools: ["Read"] } });
      expect([engine, other.result]).toEqual([engine, "denied"]);
    }
  });

  test("is not sent under a name that a rule denies, or asks for", async () => {
    for (const engine of engines) {
      const free = await serve({ dialect, engine, tools: [tool], lists: {} });
      for (const name of namesSent(free.sent)) {
        const { result, observed } = await serve({
          dialect,
          engine,
          tools: [tool],
          lists: { disallowed_tools: [name] },
        });
        expect([engine, name, result]).toEqual([engine, name, "denied"]);
        expect(observed?.policy_decisions).toMatchObject([
          { verdict: "denied", rule: "keys.dev.policy.disallowed_tools[0]" },
        ]);
        const asked = { dialect, engine, tools: [tool], lists: { require_approval_for: [name] } };
        expect([engine, name, (await serve(asked)).result]).toEqual([engine, name, "unapproved"]);
      }
    }
  });
});

test("a tool that was approved under its own name is sent under that of the engine", async () => {
  const question = { dialect: "gemini", engine: "claude", tools: [{ googleSearch: {} }] };
  for (const rule of ["googleSearch", "*earch*"]) {
    const { result } = await serve({ ...question, lists: { require_approval_for: [rule] }, approves: true });
    expect([rule, result]).toEqual([rule, "sent"]);
  }
});

test("a search that the gateway runs is judged as the tool that the caller offers", async () => {
  const question = { dialect: "codex", engine: "openai", tools: [{ type: "web_search" }], searches: true };
  expect(await serve({ ...question, lists: { disallowed_tools: ["other"] } })).toMatchObject({
    result: "sent",
    status: 200,
  });
  for (const rule of ["web_search", "googleSearch"])
    expect((await serve({ ...question, lists: { disallowed_tools: [rule] } })).result).toBe("denied");
  expect(await serve({ ...question, lists: { allowed_tools: ["web_search"] } })).toMatchObject({
    result: "sent",
    status: 200,
  });
});

describe("an answer that calls a tool by another of its names", () => {
  const call = (name: string, input: object) =>
    ({ type: "tool_use", id: "call_1", name, kind: "function", input }) as const;
  const typed = { type: "text_editor_20250728", name: "str_replace_based_edit_tool" };
  const calling = (engine: string, reply: Reply) =>
    answers(200, JSON.parse(writeAnswer(findDialect(engine), reply, false)));

  test.each(["text_editor", "text_editor_20250728", "str_replace_based_edit_tool"])(
    "passes where the rule allows the offer: %s",
    async (rule) => {
      const script = calling("openai", replyWith(call(typed.name, { command: "view", path: "/x" })));
      const question = { dialect: "claude", engine: "openai", tools: [typed], script };
      const { status, observed } = await serve({ ...question, lists: { allowed_tools: [rule] } });
      expect([status, observed?.policy_decisions]).toEqual([200, undefined]);
    },
  );

  test("is denied if it was not offered", async () => {
    const script = calling("openai", replyWith(call("bash", { command: "ls" })));
    const question = { dialect: "claude", engine: "openai", tools: [typed], script };
    const { error, observed } = await serve({ ...question, lists: { allowed_tools: ["text_editor"] } });
    expect([error, observed?.policy_decisions]).toEqual([
      "E005",
      [expect.objectContaining({ operation: "call_tool", verdict: "denied", subject: "bash" })],
    ]);
  });

  const searched = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  test.each([
    ["gemini", { googleSearch: {} }, "googleSearch", "web_search", "web_search_tool_result"],
    [
      "codex",
      { type: "web_search_2025_08_26" },
      "web_search_2025_08_26",
      "web_search",
      "web_search_tool_result",
    ],
    [
      "codex",
      { type: "code_interpreter", container: { type: "auto" } },
      "code_interpreter",
      "bash_code_execution",
      "bash_code_execution_tool_result",
    ],
  ])("of the vendor's own passes: %s %j", async (dialect, tool, rule, name, kind) => {
    const content = [
      { type: "server_tool_use", id: "srvtoolu_1", name, input: { query: "cats", command: "ls" } },
      { type: kind, tool_use_id: "srvtoolu_1", content: [] },
      { type: "text", text: "ok" },
    ];
    const script = answers(200, { ...searched, content });
    const question = { dialect, engine: "claude", tools: [tool], script };
    const { status, observed } = await serve({ ...question, lists: { allowed_tools: [rule] } });
    expect([status, observed?.policy_decisions]).toEqual([200, undefined]);
  });
});
