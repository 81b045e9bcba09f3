import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../eventually.ts";
import { scanErrorAnswers } from "./error-answers.ts";
import { answerWhole, asChunk, beginStream, LAST_CHUNK, type Script } from "./raw-upstream.ts";
import { callTo, speeches } from "./speech.ts";
import { CALLER_KEY, openStack, type Settings, type Stack } from "./stack.ts";

const JSON_TYPE = ["content-type", "application/json"];
const whole: Script = (exchange) => answerWhole(exchange, 200, JSON.stringify(speeches.claude.reply));
const busy =
  (status: number, headers: readonly string[]): Script =>
  (exchange) =>
    answerWhole(exchange, status, JSON.stringify(speeches.claude.error("busy")), [...JSON_TYPE, ...headers]);

/** Answers the first call by one script and the others by another. */
const first = (one: Script, others: Script): Script => {
  let count = 0;
  return (exchange) => {
    count += 1;
    (count === 1 ? one : others)(exchange);
  };
};

describe("an engine that is overloaded", () => {
  let stack: Stack | undefined;
  afterEach(async () => {
    await stack?.close();
    stack = undefined;
  });
  const open = async (script: Script, settings: Settings = {}, engine = {}): Promise<Stack> => {
    stack = await openStack(script, settings, engine);
    return stack;
  };

  it.each([429, 503, 529])(
    "G22: is asked once more after status %i, where the call was translated",
    async (status) => {
      const { call, upstream } = await open(first(busy(status, ["retry-after", "0"]), whole));
      expect((await call(callTo("openai", "claude", false))).status).toBe(200);
      expect(upstream.exchanges).toHaveLength(2);
      expect(upstream.exchanges[0]!.body.equals(upstream.exchanges[1]!.body)).toBe(true);
    },
  );

  it("G22: is asked only once in the caller's own dialect, whose client tries again by itself", async () => {
    const { call, upstream } = await open(first(busy(503, ["retry-after", "0"]), whole));
    const answer = await call(callTo("claude", "claude", false));
    expect([answer.status, answer.header("retry-after")]).toEqual([503, "0"]);
    expect(upstream.exchanges).toHaveLength(1);
  });

  it.each([
    ["a client that already tries again", busy(503, ["retry-after", "0"]), ["x-stainless-retry-count", "1"]],
    ["no time that was named", busy(503, []), []],
    ["a time that is too long", busy(503, ["retry-after", "3600"]), []],
    ["another error", busy(500, ["retry-after", "0"]), []],
    ["a call that is wrong", busy(400, ["retry-after", "0"]), []],
  ])("G22: is asked only once for %s", async (_, script, headers) => {
    const { call, upstream } = await open(first(script, whole));
    expect((await call(callTo("openai", "claude", false, { headers }))).status).toBeGreaterThanOrEqual(400);
    expect(upstream.exchanges).toHaveLength(1);
  });

  it("G22: is never asked again after its first byte, nor when nobody knows whether it has begun", async () => {
    const cut: Script = (exchange) => {
      beginStream(exchange);
      exchange.socket.end(asChunk(speeches.claude.events.slice(0, 4).join("")));
    };
    const one = await open(first(cut, whole));
    await one.call(callTo("openai", "claude", true));
    expect(one.upstream.exchanges).toHaveLength(1);
    await one.close();
    const two = await open(first(({ socket }) => socket.destroy(), whole));
    expect((await two.call(callTo("openai", "claude", false))).status).toBe(503);
    expect(two.upstream.exchanges).toHaveLength(1);
  });

  it("G22: is not asked again for more than a tenth of its calls", async () => {
    const { call, upstream } = await open(busy(503, ["retry-after", "0"]));
    for (let count = 0; count < 20; count += 1) await call(callTo("openai", "claude", false));
    expect(upstream.exchanges.length).toBeGreaterThan(20);
    expect(upstream.exchanges.length).toBeLessThanOrEqual(20 + 3);
  });

  it("G24: is left alone after five failures in a row, and its callers learn when to come back", async () => {
    const { call, upstream, receiptOf } = await open(({ socket }) => socket.destroy());
    for (let count = 0; count < 5; count += 1) await call(callTo("claude", "claude", false));
    const before = upstream.connections;
    for (const caller of ["claude", "openai", "codex", "gemini"] as const) {
      const answer = await call(callTo(caller, "claude", false));
      expect([answer.status, answer.header("x-abp-error")]).toEqual([
        caller === "claude" ? answer.status : 503,
        "circuit_breaker_open",
      ]);
      expect([503, 529]).toContain(answer.status);
      expect(Number(answer.header("retry-after"))).toBeGreaterThan(0);
      expect(speeches[caller].isError(JSON.parse(answer.text))).toBe(true);
      expect((await receiptOf(answer)).outcome).toBe("failed");
    }
    expect(upstream.connections).toBe(before);
  });

  it("G24: has no part in the failures of another engine", async () => {
    const { call } = await open((exchange) =>
      exchange.target.includes("messages")
        ? exchange.socket.destroy()
        : answerWhole(exchange, 200, JSON.stringify(speeches.openai.reply)),
    );
    for (let count = 0; count < 6; count += 1) await call(callTo("claude", "claude", false));
    expect((await call(callTo("openai", "openai", false))).status).toBe(200);
  });

  it("G24: a key has only so many calls under way, and they are free again when a caller leaves", async () => {
    const { call, line, upstream } = await open(
      (exchange) => {
        if (exchange.header("x-hold") === undefined) whole(exchange);
      },
      { keys: { tester: { token: CALLER_KEY, max_concurrent: 2 }, other: { token: "caller-key-other" } } },
    );
    const held = [line(), line()];
    const answers = held.map((one) =>
      one.send(callTo("claude", "claude", false, { headers: ["x-hold", "1"] })),
    );
    await until(() => upstream.exchanges.length === 2);
    const refused = await call(callTo("claude", "claude", false));
    expect([refused.status, refused.header("retry-after")]).toEqual([429, "1"]);
    expect(speeches.claude.isError(JSON.parse(refused.text))).toBe(true);
    const { path, body, headers } = callTo("claude", "claude", false);
    const others = headers.map((value) => (value === CALLER_KEY ? "caller-key-other" : value));
    expect((await call({ path, body, headers: others })).status).toBe(200);
    for (const one of held) one.leave();
    await Promise.all(answers);
    let status = 429;
    while (status === 429) ({ status } = await call(callTo("claude", "claude", false)));
    expect(status).toBe(200);
  });

  it("G24: another engine takes over before the first byte, and the answer says so", async () => {
    const script: Script = (exchange) => {
      if (exchange.target.includes("messages")) exchange.socket.destroy();
      else {
        beginStream(exchange);
        exchange.socket.write(asChunk(speeches.openai.events.join("")));
        exchange.socket.write(LAST_CHUNK);
      }
    };
    const { call, receiptOf } = await open(script, {
      routes: { any: { models: ["test-*"], engine: "claude", fallback: ["openai"] } },
    });
    const { path, body, headers } = callTo("claude", "claude", true);
    const answer = await call({ path, body, headers: headers.slice(0, 4) });
    expect([answer.status, answer.isComplete, answer.header("x-abp-fallback")]).toEqual([
      200,
      true,
      "openai",
    ]);
    expect(speeches.claude.hasNormalEnd(answer.text)).toBe(true);
    const receipt = await receiptOf(answer);
    expect(JSON.stringify(receipt.observed)).toContain("backend_unavailable");
  });

  it("G27: the errors tell nothing of our insides", () => {
    expect(scanErrorAnswers().leaks).toEqual([]);
  });
});
