import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { ModelCallsRecord, type Receipt } from "../../src/contract/index.ts";
import type { GatewayAccount } from "../../src/gateway/index.ts";
import { sha256Hex } from "../../src/lib/index.ts";
import type { CallerAnswer } from "./faults/caller-line.ts";
import {
  answerWhole,
  asChunk,
  beginStream,
  LAST_CHUNK,
  type UpstreamExchange,
} from "./faults/raw-upstream.ts";
import { speeches } from "./faults/speech.ts";
import { CALLER_KEY, DIALECTS, type DialectName, openStack, type Stack } from "./faults/stack.ts";

/** Kimi and Copilot speak like OpenAI, Copilot without the version in its paths. */
const speechOf = (dialect: DialectName) =>
  dialect === "kimi" || dialect === "copilot" ? speeches.openai : speeches[dialect];
const pathOf = (dialect: DialectName, stream: boolean) => {
  const path = speechOf(dialect).path(stream);
  return `/${dialect}${dialect === "copilot" ? path.replace("/v1/", "/") : path}`;
};

const SPEECH_OF_PATH = [
  ["/messages", speeches.claude],
  ["/chat/completions", speeches.openai],
  ["/responses", speeches.codex],
  [":", speeches.gemini],
] as const;

/** Stands in for every vendor: 11 tokens in and 5 out for each call, whole or as a stream. */
function answer(exchange: UpstreamExchange): void {
  const { target } = exchange;
  const [, speech] = SPEECH_OF_PATH.find(([part]) => target.includes(part))!;
  const streams = target.includes(":stream") || exchange.body.toString().includes('"stream":true');
  if (!streams) {
    answerWhole(exchange, 200, JSON.stringify(speech.reply));
    return;
  }
  beginStream(exchange);
  for (const event of speech.events) exchange.socket.write(asChunk(event));
  exchange.socket.write(LAST_CHUNK);
}

/** What one call costs by the configured prices: 11 tokens at 1,000 USD and 5 at 10,000 USD for a million. */
const CALL_USD = 0.061;

let stack: Stack;
beforeAll(async () => {
  stack = await openStack(answer, {
    keys: { ada: { token: CALLER_KEY }, bob: { token: "key-of-bob" } },
    prices: { "test-model": { input: 1000, output: 10_000 } },
  });
});
afterAll(() => stack.close());
beforeEach(() => stack.upstream.forget());

/** The calls of a dialect to an engine, with a key, below a run. */
function call(
  key: string,
  run: string | undefined,
  dialect: DialectName,
  engine: DialectName = dialect,
  stream = false,
): Promise<CallerAnswer> {
  const path = pathOf(dialect, stream);
  return stack.call({
    path: run === undefined ? path : `/r/${run}${path}`,
    headers: ["content-type", "application/json", "authorization", `Bearer ${key}`, "x-abp-engine", engine],
    body: JSON.stringify(speechOf(dialect).request(stream)),
  });
}

async function receiptsOf(run: string): Promise<Receipt[]> {
  return (await stack.receipts()).filter(({ observed }) => observed?.call?.parent_run === run);
}

const sum = (receipts: readonly Receipt[], count: (receipt: Receipt) => number | null | undefined) =>
  receipts.reduce((total, receipt) => total + (count(receipt) ?? 0), 0);

const statusOf = ({ status }: CallerAnswer) => status;

describe("a run with a key of its own", () => {
  it("meters what its receipts say, in all dialects, passed through and mapped, whole and streamed", async () => {
    const run = randomUUID();
    const account = stack.openRun(run, "ada");
    const spent: number[] = [];
    account.onSpent = (usd) => spent.push(usd);
    let calls = 0;
    for (const dialect of DIALECTS)
      for (const engine of [dialect, dialect === "claude" ? "openai" : "claude"] as const)
        for (const stream of [false, true]) {
          const made = await call(account.token, run, dialect, engine, stream);
          expect([dialect, engine, stream, made.status, made.isComplete], made.text).toEqual([
            dialect,
            engine,
            stream,
            200,
            true,
          ]);
          calls += 1;
          // Known before the next call can begin.
          expect(account.spentUsd()).toBeCloseTo(calls * CALL_USD, 9);
        }
    const record = await account.close();
    const receipts = await receiptsOf(run);
    expect([calls, record.calls, record.refused, receipts.length]).toEqual([24, 24, 0, 24]);
    expect(record.usage).toMatchObject({
      input_tokens: sum(receipts, ({ usage }) => usage.input_tokens),
      output_tokens: sum(receipts, ({ usage }) => usage.output_tokens),
    });
    expect([record.usage.input_tokens, record.usage.output_tokens]).toEqual([24 * 11, 24 * 5]);
    expect(record.usage.estimated_cost_usd).toBeCloseTo(
      sum(receipts, ({ cost }) => cost?.usd),
      9,
    );
    expect(spent).toHaveLength(24);
    expect(new Set(record.receipts.map(({ run_id }) => run_id))).toEqual(
      new Set(receipts.map(({ meta }) => meta.run_id)),
    );
    expect(record.models.map(({ engine }) => engine).sort()).toEqual([...DIALECTS].sort());
    expect(record.models.every(({ requested, reported }) => requested === reported)).toBe(true);
    expect(new Set(receipts.map(({ observed }) => observed?.call?.caller))).toEqual(new Set(["ada"]));
    expect(ModelCallsRecord.safeParse(record).success).toBe(true);
    const written = JSON.stringify(receipts) + JSON.stringify(record) + stack.reports.join();
    expect(written).not.toContain(account.token);
    for (const exchange of stack.upstream.exchanges)
      expect(exchange.headers.join()).not.toContain(account.token);
  });

  it("names the hashes that the log has", async () => {
    const run = randomUUID();
    const account = stack.openRun(run, "ada");
    const made = await call(account.token, run, "claude");
    const { receipts } = await account.close();
    const path = `/v1/runs/${made.header("x-abp-run-id")}/receipt`;
    const own = await stack.call({ path, headers: ["x-api-key", CALLER_KEY] });
    expect([own.status, receipts]).toEqual([
      200,
      [{ run_id: made.header("x-abp-run-id"), sha256: sha256Hex(own.body) }],
    ]);
    const others = await stack.call({ path, headers: ["x-api-key", "key-of-bob"] });
    expect(others.status).toBe(404);
  });

  it.each(DIALECTS)("takes no other key, nor its own after its end: %s", async (dialect) => {
    const run = randomUUID();
    const account = stack.openRun(run, "ada");
    const other = stack.openRun(randomUUID(), "ada");
    const { isError } = speechOf(dialect);
    const before = [CALLER_KEY, "key-of-bob", "nobody's key", other.token];
    for (const key of before) {
      const refused = await call(key, run, dialect);
      expect([key, refused.status, refused.header("x-abp-error")]).toEqual([key, 404, "run_not_found"]);
      expect([isError(JSON.parse(refused.text)), refused.header("x-should-retry")]).toEqual([true, "false"]);
    }
    for (const elsewhere of [undefined, randomUUID(), "label"])
      expect((await call(account.token, elsewhere, dialect)).status).toBe(401);
    const record = await account.close();
    for (const key of [...before, account.token]) {
      const refused = await call(key, run, dialect);
      expect([key, refused.status, isError(JSON.parse(refused.text))]).toEqual([key, 404, true]);
    }
    await other.close();
    expect([record.calls, record.usage.estimated_cost_usd]).toEqual([0, 0]);
    expect([stack.upstream.exchanges.length, (await receiptsOf(run)).length]).toEqual([0, 0]);
  });

  it.each(DIALECTS)("is stopped by its budget in the middle: %s", async (dialect) => {
    const run = randomUUID();
    const account = stack.openRun(run, "ada", 2 * CALL_USD);
    const answers: CallerAnswer[] = [];
    for (const stream of [true, false, true, false])
      answers.push(await call(account.token, run, dialect, dialect, stream));
    expect(answers.map(statusOf)).toEqual([200, 200, 409, 409]);
    const refused = answers[3]!;
    expect([refused.header("x-abp-error"), refused.header("x-should-retry")]).toEqual([
      "run_budget_exceeded",
      "false",
    ]);
    expect(speechOf(dialect).isError(JSON.parse(refused.text))).toBe(true);
    const { calls, refused: refusals, usage, receipts } = await account.close();
    expect([calls, refusals, receipts.length, stack.upstream.exchanges.length]).toEqual([4, 2, 4, 2]);
    expect(usage.estimated_cost_usd).toBeCloseTo(2 * CALL_USD, 9);
  });

  it("waits at its end for the receipts of calls whose callers left", async () => {
    const run = randomUUID();
    const account = stack.openRun(run, "ada");
    stack.upstream.script = () => undefined;
    try {
      const asked = stack.upstream.next();
      const line = stack.line();
      void line.send({
        path: `/r/${run}/claude/v1/messages`,
        headers: ["content-type", "application/json", "x-api-key", account.token, "x-abp-engine", "claude"],
        body: JSON.stringify(speeches.claude.request(false)),
      });
      const { closed } = await asked;
      line.leave();
      const record = await account.close();
      await closed;
      expect([record.calls, record.receipts.length, record.usage.estimated_cost_usd]).toEqual([1, 1, null]);
      expect((await receiptsOf(run)).map(({ termination }) => termination?.reason)).toEqual(["cancelled"]);
    } finally {
      stack.upstream.script = answer;
    }
  });
});

describe("a run over WebSocket", () => {
  const connect = async (run: string, key: string): Promise<WebSocket> => {
    const web = new WebSocket(`${stack.baseUrl.replace("http", "ws")}/r/${run}/v1/responses`, {
      headers: { authorization: `Bearer ${key}`, "x-abp-engine": "claude" },
    });
    await once(web, "open");
    return web;
  };
  const turn = async (web: WebSocket): Promise<Record<string, unknown>> => {
    const last = new Promise<Record<string, unknown>>((resolve) => {
      web.on("message", function take(data) {
        const message = JSON.parse(String(data)) as Record<string, unknown>;
        if (message["type"] !== "response.completed" && message["type"] !== "error") return;
        web.off("message", take);
        resolve(message);
      });
    });
    web.send(JSON.stringify({ type: "response.create", model: "test-model", input: "hi" }));
    return last;
  };

  it("meters each turn, stops at its budget, and refuses turns after its end", async () => {
    const run = randomUUID();
    const account: GatewayAccount = stack.openRun(run, "ada", 2 * CALL_USD);
    await expect(connect(run, CALLER_KEY)).rejects.toThrow("404");
    const web = await connect(run, account.token);
    try {
      const types = [await turn(web), await turn(web), await turn(web)].map(({ type }) => type);
      expect(types).toEqual(["response.completed", "response.completed", "error"]);
      const record = await account.close();
      expect([record.calls, record.refused, record.usage.input_tokens]).toEqual([3, 1, 22]);
      expect(await turn(web)).toMatchObject({ type: "error", status: 404 });
      expect(await receiptsOf(run)).toHaveLength(3);
    } finally {
      web.terminate();
    }
  });
});
