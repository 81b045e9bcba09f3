import { describe, expect, test } from "vitest";
import { AbpError, type Block, type Reply, type StreamEvent } from "../../contract/index.ts";
import { expand, type NamedTool } from "../../dialects/index.ts";
import { AnswerGuard } from "./answer-guard.ts";
import type { CallVerdict } from "./call-judge.ts";

const denial = new AbpError("policy_denied", "no");
const call = (name: string, id = name): Block => ({
  type: "tool_use",
  id,
  name,
  kind: "function",
  input: { a: 1 },
});
const reply = (...content: Block[]): Reply => ({
  candidates: [{ index: 0, content, stop: { reason: "tool_use" } }],
});
const text: Block = { type: "text", text: "hi" };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A judge that answers by name: `Bash` is denied, `Ask…` is asked for, everything else is allowed. */
function judging() {
  const asked: { name: string; answer: (error: AbpError | undefined) => void }[] = [];
  const judged: string[] = [];
  const judgeAnswer = ({ name }: NamedTool): CallVerdict => {
    judged.push(name);
    if (name === "Bash") return denial;
    if (!name.startsWith("Ask")) return "allow";
    const { promise, resolve } = Promise.withResolvers<AbpError | undefined>();
    asked.push({ name, answer: resolve });
    return promise;
  };
  return { judge: { judgeAnswer }, asked, judged };
}

function open(...content: Block[]) {
  const made = judging();
  const guard = new AnswerGuard(made.judge, undefined);
  const passed: StreamEvent[] = [];
  let decided = 0;
  guard.onDecided = () => {
    decided += 1;
    passed.push(...guard.flush());
  };
  for (const event of expand(reply(...content))) passed.push(...guard.push(event));
  passed.push(...guard.end());
  return { ...made, guard, passed, all: [...expand(reply(...content))], decided: () => decided };
}

describe("the guard of a stream", () => {
  test("passes everything that is allowed, and judges each call once", () => {
    const { guard, passed, all, judged } = open(text, call("Read"), call("Grep"));
    expect(passed).toEqual(all);
    expect(judged).toEqual(["Read", "Grep"]);
    expect([guard.isWaiting, guard.isHolding, guard.error]).toEqual([false, false, undefined]);
  });

  test("passes nothing from a denied call on", () => {
    const { guard, passed } = open(text, call("Bash"), call("Read"));
    expect(passed.at(-1)).toMatchObject({ type: "block_stop", block: 0 });
    expect(JSON.stringify(passed)).not.toContain("Bash");
    expect([guard.error, guard.isHolding]).toEqual([denial, true]);
  });

  test("holds a call and what follows until it is approved", async () => {
    const { guard, passed, all, asked, decided } = open(text, call("Ask"), call("Read"));
    expect(JSON.stringify(passed)).not.toContain("Ask");
    expect([guard.isWaiting, guard.isHolding]).toEqual([true, true]);
    expect(guard.flush()).toEqual([]);
    asked[0]?.answer(undefined);
    await settled();
    expect(passed).toEqual(all);
    expect([decided(), guard.isWaiting, guard.isHolding]).toEqual([1, false, false]);
  });

  test("asks for one call after the other", async () => {
    const { guard, passed, all, asked } = open(call("Ask1"), call("Ask2"));
    expect(asked.map(({ name }) => name)).toEqual(["Ask1"]);
    asked[0]?.answer(undefined);
    await settled();
    expect(asked.map(({ name }) => name)).toEqual(["Ask1", "Ask2"]);
    expect(guard.isWaiting).toBe(true);
    expect(JSON.stringify(passed)).not.toContain("Ask2");
    asked[1]?.answer(undefined);
    await settled();
    expect(passed).toEqual(all);
  });

  test("passes nothing of a call that is not approved", async () => {
    const { guard, passed, asked, decided } = open(text, call("Ask"), call("Read"));
    const before = passed.length;
    asked[0]?.answer(denial);
    await settled();
    expect(passed).toHaveLength(before);
    expect([guard.error, guard.isHolding, decided()]).toEqual([denial, true, 1]);
  });

  test("holds the stream open until what was approved is taken out", async () => {
    const { judge, asked } = judging();
    const guard = new AnswerGuard(judge, undefined);
    const start: StreamEvent = { type: "block_start", candidate: 0, block: 0, content: call("Ask") };
    expect(guard.push(start)).toEqual([]);
    asked[0]?.answer(undefined);
    await settled();
    expect([guard.isWaiting, guard.isHolding]).toEqual([false, true]);
    expect(guard.flush()).toEqual([start]);
    expect([guard.isHolding, guard.flush()]).toEqual([false, []]);
  });

  test("has nothing to take out if nothing waited", () => {
    expect(new AnswerGuard(judging().judge, undefined).flush()).toEqual([]);
  });

  test("judges calls once whose ends repeat them, also if they overlap", () => {
    const { judge, judged } = judging();
    const guard = new AnswerGuard(judge, undefined);
    const places = [
      { candidate: 0, block: 0, content: call("Read") },
      { candidate: 0, block: 1, content: call("Grep") },
      { candidate: 1, block: 0, content: call("Glob") },
    ];
    const events: StreamEvent[] = [
      ...places.map((at) => ({ type: "block_start", ...at }) as const),
      ...places.map((at) => ({ type: "block_stop", ...at }) as const),
    ];
    expect(events.flatMap((event) => guard.push(event))).toEqual(events);
    expect(judged).toEqual(["Read", "Grep", "Glob"]);
  });

  test("judges a call again whose end has another name", () => {
    const { judge, judged } = judging();
    const guard = new AnswerGuard(judge, undefined);
    const at = { candidate: 0, block: 0 };
    guard.push({ type: "block_start", ...at, content: call("Read") });
    expect(guard.push({ type: "block_stop", ...at, content: call("Bash") })).toEqual([]);
    expect([judged, guard.error]).toEqual([["Read", "Bash"], denial]);
  });

  test("judges what an emulation makes of the stream, also at its end", () => {
    const { judge } = judging();
    const made: StreamEvent = { type: "block_start", candidate: 0, block: 0, content: call("Bash") };
    const ping: StreamEvent = { type: "ping" };
    const inner = { push: () => [ping], end: () => [made] };
    const guard = new AnswerGuard(judge, inner);
    expect(guard.push({ type: "reply_stop" })).toEqual([ping]);
    expect([guard.end(), guard.error]).toEqual([[], denial]);
  });
});

describe("the guard of a whole reply", () => {
  test("returns the reply and judges all of its calls", () => {
    const { judge, judged } = judging();
    const guard = new AnswerGuard(judge, undefined);
    const whole = reply(text, call("Read"), call("Grep"));
    expect(guard.inspect(whole)).toBe(whole);
    expect([judged, guard.error, guard.isWaiting]).toEqual([["Read", "Grep"], undefined, false]);
  });

  test("stops at a denied call", () => {
    const { judge, judged } = judging();
    const guard = new AnswerGuard(judge, undefined);
    guard.inspect(reply(call("Bash"), call("Read")));
    expect([judged, guard.error]).toEqual([["Bash"], denial]);
  });

  test("tells once all approvals are answered, and goes on after each", async () => {
    const { judge, judged, asked } = judging();
    const guard = new AnswerGuard(judge, undefined);
    let decided = 0;
    guard.onDecided = () => {
      decided += 1;
    };
    guard.inspect(reply(call("Ask1"), call("Read"), call("Ask2")));
    expect(guard.isWaiting).toBe(true);
    asked[0]?.answer(undefined);
    await settled();
    expect([judged, decided, guard.isWaiting]).toEqual([["Ask1", "Read", "Ask2"], 0, true]);
    asked[1]?.answer(undefined);
    await settled();
    expect([decided, guard.isWaiting, guard.error]).toEqual([1, false, undefined]);
  });

  test("holds the reply while an approval is open, also if nobody listens for the answer", async () => {
    const { judge, asked } = judging();
    const guard = new AnswerGuard(judge, undefined);
    guard.inspect(reply(call("Ask")));
    expect(guard.isHolding).toBe(true);
    asked[0]?.answer(undefined);
    await settled();
    expect([guard.isWaiting, guard.isHolding, guard.error]).toEqual([false, false, undefined]);
  });

  test("asks no further after a call that is not approved", async () => {
    const { judge, judged, asked } = judging();
    const guard = new AnswerGuard(judge, undefined);
    let decided = 0;
    guard.onDecided = () => {
      decided += 1;
    };
    guard.inspect(reply(call("Ask1"), call("Read")));
    asked[0]?.answer(denial);
    await settled();
    expect([judged, decided, guard.error]).toEqual([["Ask1"], 1, denial]);
  });
});

describe("an answer that another rewriter holds open", () => {
  test("stays open, and what comes later is judged too", () => {
    const { judge, judged } = judging();
    let isHolding = true;
    const late: StreamEvent = { type: "block_start", candidate: 0, block: 1, content: call("Bash") };
    const guard = new AnswerGuard(judge, {
      push: (event) => [event],
      end: () => [],
      flush: () => [late],
      get isHolding() {
        return isHolding;
      },
    });
    for (const event of expand(reply(text))) guard.push(event);
    guard.end();
    expect(guard.isHolding).toBe(true);
    isHolding = false;
    expect(guard.isHolding).toBe(false);
    expect(guard.flush()).toEqual([]);
    expect(judged).toEqual(["Bash"]);
    expect(guard.error).toBe(denial);
  });
});
