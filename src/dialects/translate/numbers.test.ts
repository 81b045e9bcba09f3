import { describe, expect, it } from "vitest";
import type { Block, Reply } from "../../contract/index.ts";
import { parseAsWritten } from "../../lib/index.ts";
import { collapse } from "../collapse.ts";
import type { Dialect } from "../dialect.ts";
import { expand } from "../expand.ts";
import { IdMap } from "../id-map.ts";
import type { Members } from "../members/members.ts";
import { Origins } from "../origins.ts";
import { dialects, findDialect } from "../registry/lookup.ts";
import { translateReply } from "./reply.ts";
import { translateRequest } from "./request.ts";
import { StreamTranslator } from "./stream.ts";

const LITERALS = [
  "9007199254740993",
  "-9007199254740993",
  "18446744073709551616",
  "123456789012345678901234567890",
  "0.12345678901234567890",
  "1.0",
  "2.50",
  "-0",
  "-0.0",
  "1e400",
  "1E+2",
  "1e-400",
  "0.00000010",
];
const LIST = `[${LITERALS.join(",")}]`;
const INPUT = `{"id":9007199254740993,"list":${LIST},"in":{"a":[{"b":1.0}]}}`;

const read = (text: string) => parseAsWritten(text) as Members;
const pairs = dialects.flatMap((from) => dialects.map((to) => [from, to] as const));
const named = pairs.map(([from, to]) => [from.id, to.id, from, to] as const);
const models: Readonly<Record<string, string>> = {
  claude: "claude-opus-5",
  openai: "gpt-4o",
  codex: "gpt-4o",
  gemini: "gemini-3.8-flash",
  kimi: "kimi-k3",
  copilot: "gpt-4.1",
};

/** A request with numbers in the arguments of a call, its result and the schema of a tool. */
const REQUEST = `{"model":"m","max_tokens":100,
  "tools":[{"name":"f","description":"d","input_schema":{"type":"object","required":["id"],"properties":
    {"id":{"type":"integer","enum":[9007199254740993,-9007199254740993]},
     "n":{"type":"number","minimum":-1.0,"maximum":18446744073709551616,"default":2.50}}}}],
  "messages":[{"role":"user","content":"hi"},
    {"role":"assistant","content":[{"type":"tool_use","id":"call_1","name":"f","input":${INPUT}}]},
    {"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"{\\"id\\":9007199254740993,\\"x\\":1.0}"}]}]}`;

/** The request as callers of a dialect send it. */
function requestIn(dialect: Dialect): { text: string; path: string } {
  const { request } = translateRequest(findDialect("claude"), dialect, read(REQUEST), {
    targetModel: models[dialect.id],
  });
  return { text: JSON.stringify(request.body), path: request.path };
}

/** The text of a body without the escapes of texts in it. */
const plain = (body: unknown) => JSON.stringify(body).replaceAll("\\", "");

const call: Block = { type: "tool_use", id: "call_1", name: "f", kind: "function", input: read(INPUT) };
const reply: Reply = {
  id: "r1",
  model: "m",
  candidates: [{ index: 0, content: [{ type: "text", text: "So" }, call], stop: { reason: "tool_use" } }],
  usage: { input: 3, output: 5 },
};
const ids = new IdMap();
const memory = {
  ids,
  tools: { custom: new Set<string>(), namespaced: new Map() },
  streams: true,
  streamUsage: true,
  model: "m",
};
const options = { memory, id: "reply_1", created: 1 };
const writing = { ids, id: "r1", model: "m", created: 1, usage: true };

const inputOf = (one: Reply): unknown => {
  const found = one.candidates[0]?.content.find(({ type }) => type === "tool_use") as
    | { input: unknown; inputText?: string }
    | undefined;
  return found?.inputText ?? JSON.stringify(found?.input);
};

describe("numbers that JavaScript would print in another way", () => {
  it.each(named)("travel as they are written in requests from %s to %s", (_, __, from, to) => {
    const { text, path } = requestIn(from);
    const model = /models\/([^/:]+):/.exec(path)?.[1];
    const target = models[to.id];
    const { request } = translateRequest(from, to, read(text), { model, targetModel: target });
    const written = plain(request.body);
    expect(written).toContain(INPUT);
    expect(written).toContain("[9007199254740993,-9007199254740993]");
    expect(written).toContain('"id":9007199254740993,"x":1.0');
    for (const literal of ["-1.0", "18446744073709551616", "2.50"]) expect(written).toContain(literal);
  });

  it.each(named)("travel as they are written in replies of %s to %s", (_, __, from, to) => {
    const body = read(JSON.stringify(from.writeReply(reply, writing)));
    const written = translateReply(from, to, body, options).body;
    expect(plain(written)).toContain(INPUT);
    expect(inputOf(to.readReply(read(JSON.stringify(written)), new Origins()))).toBe(INPUT);
  });

  it.each(named)("travel as they are written in streams of %s to %s", (_, __, from, to) => {
    let text = "";
    const writer = from.openWriter(writing);
    for (const event of expand(reply)) writer.push(event, (piece) => (text += piece));
    writer.end((piece) => (text += piece));
    const translator = new StreamTranslator(from, to, options);
    const out = translator.push(Buffer.from(text)) + translator.end();
    const events: Parameters<typeof collapse>[0] = [];
    const check = new StreamTranslator(to, to, {
      ...options,
      onEvent: (event) => (events as unknown[]).push(event),
    });
    check.push(Buffer.from(out));
    check.end();
    expect(inputOf(collapse(events).reply)).toBe(INPUT);
  });
});

describe("numbers of settings", () => {
  const chat = (members: string) =>
    translateRequest(
      findDialect("openai"),
      findDialect("gemini"),
      read(`{"model":"m","messages":[{"role":"user","content":"hi"}],${members}}`),
      { targetModel: "gemini-2.5-flash" },
    );

  it("mean their double, however they are written", () => {
    const { request } = chat('"temperature":1.0,"top_p":0.50,"max_tokens":1e2');
    expect(request.body["generationConfig"]).toEqual({ temperature: 1, topP: 0.5, maxOutputTokens: 100 });
    const gemini = translateRequest(
      findDialect("gemini"),
      findDialect("claude"),
      read(
        '{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"generationConfig":{"maxOutputTokens":5000.0,"thinkingConfig":{"thinkingBudget":2048.0}}}',
      ),
      { model: "m", targetModel: "claude-sonnet-4-5" },
    );
    expect(gemini.request.body).toMatchObject({ max_tokens: 5000, thinking: { budget_tokens: 2048 } });
  });

  it("are refused if no double holds them, with their place", () => {
    for (const literal of ["9007199254740993", "1e400"])
      expect(() => chat(`"max_tokens":${literal}`)).toThrow(
        `$.max_tokens is ${literal}, which no double holds, expected a number`,
      );
  });
});
