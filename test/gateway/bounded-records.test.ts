import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Receipt } from "../../src/contract/index.ts";
import { BoundedCache } from "../../src/lib/index.ts";
import { fetchReceipt } from "./clients/receipt-check.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

const LONG = 400_000;
/** The largest receipt: a thousand losses with a path and a reason each. */
const MAX_RECEIPT_BYTES = 256 * 1024;
const KEY = "key-of-ada-1234567";

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const chat = (more: object = {}, message: object = {}) => ({
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "ok", ...message }, finish_reason: "stop" }],
  usage,
  ...more,
});
const claude = (more: object = {}) => ({
  id: "msg",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "ok" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
  ...more,
});

const long = (letter: string) => letter.repeat(LONG);
const toolUse = (id: string, name: string) => ({
  stop_reason: "tool_use",
  content: [{ type: "tool_use", id, name, input: {} }],
});
const toolCalls = (id: string, name: string) => ({
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: "{}" } }],
});
const many = (make: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [make(at), 1]));

/** What engines answer, by their dialects. */
const answered: Readonly<Record<string, readonly [object, object]>> = {
  model: [claude({ model: long("m") }), chat({ model: long("m") })],
  id: [claude({ id: long("i") }), chat({ id: long("i") })],
  "tool name": [claude(toolUse("t", long("n"))), chat({}, toolCalls("t", long("n")))],
  "tool id": [claude(toolUse(long("t"), "f")), chat({}, toolCalls(long("t"), "f"))],
  usage: [
    claude({ usage: { input_tokens: 1, output_tokens: 1, x: long("x"), [long("y")]: 1 } }),
    chat({ usage: { ...usage, x: long("x"), [long("y")]: 1 } }),
  ],
  "usage of many members": [
    claude({ usage: { input_tokens: 1, output_tokens: 1, ...many((at) => `u${at}`) } }),
    chat({ usage: { ...usage, ...many((at) => `u${at}`) } }),
  ],
  member: [claude({ [long("z")]: 1 }), chat({ [long("z")]: 1 })],
  "stop reason": [
    claude({ stop_reason: long("s") }),
    chat({
      choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: long("s") }],
    }),
  ],
};

/** What callers send. */
const sent: Readonly<Record<string, object>> = {
  member: { [long("u")]: 1 },
  "many members": many((at) => `an_unknown_member_with_a_long_name_${at}`),
  "tool name": {
    tools: [{ type: "function", function: { name: long("t"), parameters: { type: "object" } } }],
  },
  "tool type": { tools: [{ type: long("t") }] },
  user: { user: long("u"), metadata: { a: long("m") } },
  role: { messages: [{ role: long("r"), content: "x" }] },
  format: { response_format: { type: long("f") } },
  choice: { tool_choice: long("c") },
};

let engines: Server;
let gateway: TestGateway;
let answer: readonly [number, readonly [object, object]] = [200, [claude(), chat()]];

beforeAll(async () => {
  engines = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const [status, [ofClaude, ofOpenai]] = answer;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(request.url?.includes("/messages") ? ofClaude : ofOpenai));
    });
  });
  await new Promise<void>((resolve) => engines.listen(0, "127.0.0.1", resolve));
  const base_url = `http://127.0.0.1:${(engines.address() as AddressInfo).port}`;
  const engine = (dialect: "openai" | "claude") => ({ dialect, base_url, credential: "none" as const });
  gateway = await openTestGateway({
    engines: { openai: engine("openai"), claude: engine("claude") },
    keys: { ada: { token: KEY } },
  });
});
afterAll(async () => {
  await gateway.close();
  await new Promise((resolve) => engines.close(resolve));
});

/** The run of the latest call. */
let run = "";

async function call(engine: string, more: object): Promise<number> {
  const answer = await fetch(`${gateway.baseUrl}/openai/v1/chat/completions`, {
    method: "POST",
    headers: { "x-abp-key": KEY, "x-abp-engine": engine, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }], ...more }),
  });
  await answer.arrayBuffer();
  run = answer.headers.get("x-abp-run-id") ?? "none";
  return answer.status;
}

/** The receipt of the latest call. */
async function lastReceipt(): Promise<Receipt> {
  await gateway.recorded();
  return fetchReceipt(gateway, run);
}

async function lastReceiptBytes(): Promise<number> {
  return JSON.stringify(await lastReceipt()).length;
}

describe.each(["claude", "openai"])("the receipt of a call to an engine of %s", (engine) => {
  it.each(Object.entries(answered))("is small, however long the %s in the answer is", async (_, answers) => {
    answer = [200, answers];
    expect(await call(engine, {})).toBe(200);
    expect(await lastReceiptBytes()).toBeLessThan(MAX_RECEIPT_BYTES);
  });

  it("is small, however long the error is", async () => {
    const error = { type: "error", error: { type: long("t"), message: long("m"), code: long("c") } };
    answer = [400, [error, error]];
    expect(await call(engine, {})).toBe(400);
    expect(await lastReceiptBytes()).toBeLessThan(MAX_RECEIPT_BYTES);
  });

  it.each(Object.entries(sent))("is small, however long the %s in the request is", async (_, more) => {
    answer = [200, [claude(), chat()]];
    await call(engine, more);
    expect(await lastReceiptBytes()).toBeLessThan(MAX_RECEIPT_BYTES);
  });
});

it("a model that an engine names is recorded as far as 512 characters", async () => {
  answer = [200, answered["model"]!];
  await call("claude", {});
  const { observed } = await lastReceipt();
  expect(observed?.call?.reported_model).toBe("m".repeat(512));
});

it("usage that is too long is left out of the receipt, and the counts stay", async () => {
  answer = [200, answered["usage"]!];
  await call("claude", {});
  const receipt = await lastReceipt();
  expect(receipt.usage_raw).toEqual({ omitted: "longer than 16384" });
  expect(receipt.usage).toMatchObject({ input_tokens: 1, output_tokens: 1 });
});

it("no cache grows beyond its limits with the names that callers and engines choose", async () => {
  const caches = new Set<BoundedCache<unknown>>();
  const { set } = BoundedCache.prototype;
  vi.spyOn(BoundedCache.prototype, "set").mockImplementation(function (
    this: BoundedCache<unknown>,
    key: string,
    value: unknown,
    bytes?: number,
  ) {
    caches.add(this);
    set.call(this, key, value, bytes);
  });
  try {
    for (let at = 0; at < 24; at += 1) {
      const name = `${at}-${"n".repeat(500)}`;
      answer = [200, [claude({ model: `${name}${long("m")}` }), chat({ model: `${name}${long("m")}` })]];
      await call(at % 2 === 0 ? "claude" : "openai", { model: name, user: `${at}${long("u")}` });
    }
    await gateway.recorded();
  } finally {
    vi.restoreAllMocks();
  }
  expect(caches.size).toBeGreaterThan(4);
  const bytes = [...caches].map((cache) => cache.bytes);
  expect(Math.max(...bytes)).toBeLessThan(2 * 1024 * 1024);
});
