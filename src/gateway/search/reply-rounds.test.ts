import { describe, expect, it } from "vitest";
import type { Block, Reply, StreamEvent } from "../../contract/index.ts";
import { collapse, expand } from "../../dialects/index.ts";
import { callsOf, ReplyRounds } from "./reply-rounds.ts";

const TOOL = "gateway_web_search";
const text = (value: string): Block => ({ type: "text", text: value });
const call = (name: string, input: unknown, id = `call_${name}`): Block => ({
  type: "tool_use",
  id,
  name,
  kind: "function",
  input,
});

const reply = (content: Block[], reason: "tool_use" | "end_turn" | "max_tokens" = "end_turn"): Reply => ({
  id: "r",
  model: "m",
  candidates: [{ index: 0, content, stop: { reason } }],
  usage: { input: 10, output: 2 },
});

function push(rounds: ReplyRounds, one: Reply): StreamEvent[] {
  return [...[...expand(one)].flatMap((event) => rounds.push(event)), ...rounds.end()];
}

const unit = (id: string) => ({
  id,
  call: { action: "search" as const, queries: ["q"] },
  results: [{ url: "https://a.com/" }],
});

describe("the rounds of a reply", () => {
  it("pass a reply without searches on as it is, with its usage at the end", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    const whole = reply([text("hello"), call("other", { a: 1 })], "tool_use");
    expect(collapse(push(rounds, whole)).reply).toEqual(whole);
    expect(rounds.isHolding).toBe(false);
  });

  it("make one reply of several, with the searches between them", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    const events = push(rounds, reply([text("let me see"), call(TOOL, { query: "q" })], "tool_use"));
    expect(rounds.isPending).toBe(true);
    expect(rounds.ownCalls).toEqual([{ id: `call_${TOOL}`, input: '{"query":"q"}' }]);
    rounds.addSearches([unit("s1")]);
    expect(rounds.isHolding).toBe(true);
    events.push(...rounds.flush());
    rounds.startRound(false);
    events.push(...push(rounds, reply([text("found")])));
    expect(collapse(events).reply).toEqual({
      id: "r",
      model: "m",
      candidates: [
        {
          index: 0,
          content: [
            text("let me see"),
            {
              type: "opaque",
              dialect: "gateway",
              kind: "web_search",
              id: "s1",
              value: null,
              search: unit("s1"),
            },
            text("found"),
          ],
          stop: { reason: "end_turn" },
        },
      ],
      usage: { input: 20, output: 4, serverTools: { web_search: 1 } },
    });
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type === "reply_start")).toHaveLength(1);
    expect(types.filter((type) => type === "reply_stop")).toHaveLength(1);
    expect(types.at(-1)).toBe("reply_stop");
    const places = events.flatMap((event) => (event.type === "block_start" ? [event.block] : []));
    expect(places).toEqual([0, 1, 2]);
    expect(JSON.stringify(events)).not.toContain(TOOL);
  });

  it("give a turn with the caller's calls to the caller, after the search", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    const turn = [call(TOOL, { query: "q" }), call("other", { a: 1 })];
    const events = push(rounds, reply(turn, "tool_use"));
    expect(rounds).toMatchObject({ isPending: true, isCallers: true });
    rounds.addSearches([unit("s1")]);
    events.push(...rounds.flush());
    const [candidate] = collapse(events).reply.candidates;
    expect(candidate!.content.map(({ type }) => type)).toEqual(["tool_use", "opaque"]);
    expect(candidate!.stop).toEqual({ reason: "tool_use" });
    expect(rounds.isHolding).toBe(false);
  });

  it("drop a call of ours in the last round, which then ends as an answer", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    push(rounds, reply([call(TOOL, { query: "q" })], "tool_use"));
    rounds.addSearches([]);
    rounds.startRound(true);
    const events = push(rounds, reply([text("x"), call(TOOL, { query: "again" })], "tool_use"));
    expect(rounds.isPending).toBe(false);
    expect(collapse(events).reply.candidates[0]).toMatchObject({
      content: [text("x")],
      stop: { reason: "end_turn" },
    });
  });

  it("do not search for a call that was cut off", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    const events = push(rounds, reply([call(TOOL, { query: "q" })], "max_tokens"));
    expect(rounds.isPending).toBe(false);
    expect(collapse(events).reply.candidates[0]!.stop).toEqual({ reason: "max_tokens" });
  });

  it("do not count a search that failed", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    push(rounds, reply([call(TOOL, { query: "q" })], "tool_use"));
    rounds.addSearches([{ id: "s", error: "unavailable" }]);
    expect(rounds.usage).toEqual({ input: 10, output: 2 });
  });

  it("keep thinking with its signature, and no empty text, for the next round", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    const thinking: Block = { type: "thinking", text: "hm", signature: "sig" };
    push(rounds, reply([thinking, text(""), call(TOOL, { query: "q" })], "tool_use"));
    expect(rounds.turn).toEqual([thinking, call(TOOL, { query: "q" })]);
  });

  it("pass an error on and nothing after it", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    const error: StreamEvent = { type: "error", code: "overloaded", message: "m" };
    expect(rounds.push({ type: "reply_start" })).toHaveLength(1);
    expect(rounds.push(error)).toEqual([error]);
    expect(rounds.push({ type: "reply_stop" })).toEqual([]);
    expect(rounds.end()).toEqual([]);
    expect(rounds.isHolding).toBe(false);
  });

  it("rewrite each round by a rewriter of its own", () => {
    let opened = 0;
    const rounds = new ReplyRounds(callsOf(TOOL), () => {
      const mark = ++opened;
      return {
        push: (event) =>
          event.type === "text_delta" ? [{ ...event, text: `${mark}${event.text}` }] : [event],
        end: () => [],
      };
    });
    const events = push(rounds, reply([text("a"), call(TOOL, { query: "q" })], "tool_use"));
    rounds.addSearches([]);
    rounds.startRound(false);
    events.push(...push(rounds, reply([text("b")])));
    expect(collapse(events).reply.candidates[0]!.content).toEqual([text("1a"), text("2b")]);
  });

  it("read arguments that come in pieces, parsed, or not at all", () => {
    const at = { candidate: 0 };
    const start = (block: number, more: object = {}): StreamEvent => ({
      type: "block_start",
      ...at,
      block,
      content: { type: "tool_use", id: `c${block}`, name: TOOL, kind: "function", input: {}, ...more },
    });
    const rounds = new ReplyRounds(callsOf(TOOL));
    const events: StreamEvent[] = [
      { type: "reply_start" },
      start(0),
      { type: "input_delta", ...at, block: 0, text: '{"query":' },
      { type: "input_delta", ...at, block: 0, text: '"a"}' },
      { type: "block_stop", ...at, block: 0 },
      start(1, { inputText: '{"query":"b"}' }),
      { type: "block_stop", ...at, block: 1 },
      start(2, { input: { query: "c" } }),
      { type: "block_stop", ...at, block: 2 },
      { type: "candidate_stop", candidate: 0, stop: { reason: "tool_use" } },
      { type: "reply_stop" },
    ];
    expect(events.flatMap((event) => rounds.push(event))).toEqual([{ type: "reply_start" }]);
    expect(rounds.isPending).toBe(false);
    expect(rounds.end()).toEqual([]);
    expect(rounds.isPending).toBe(true);
    expect(rounds.ownCalls).toEqual([
      { id: "c0", input: '{"query":"a"}' },
      { id: "c1", input: '{"query":"b"}' },
      { id: "c2", input: '{"query":"c"}' },
    ]);
    expect(rounds.isCallers).toBe(false);
  });

  it.each(["max_tokens", "context_window", "refusal", "content_filter", "malformed", "error"] as const)(
    "do not search after a turn that ended by %s",
    (reason) => {
      const rounds = new ReplyRounds(callsOf(TOOL));
      const whole = reply([call(TOOL, { query: "q" })]);
      push(rounds, { ...whole, candidates: [{ ...whole.candidates[0]!, stop: { reason } }] });
      expect(rounds.isHolding).toBe(false);
    },
  );

  it("do not search after a reply that broke off", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    const events = [...expand(reply([call(TOOL, { query: "q" })], "tool_use"))];
    for (const event of events) if (event.type !== "reply_stop") rounds.push(event);
    expect(rounds.end().map(({ type }) => type)).not.toContain("reply_stop");
    expect(rounds.isPending).toBe(false);
  });

  it("count a vendor's searches once, whether its usage has them or not", () => {
    for (const [serverTools, count] of [
      [undefined, 1],
      [{ web_search: 3 }, 3],
    ] as const) {
      const rounds = new ReplyRounds(callsOf(TOOL));
      const usage = { input: 1, output: 1, ...(serverTools === undefined ? {} : { serverTools }) };
      push(rounds, { ...reply([call(TOOL, { query: "q" })], "tool_use"), usage });
      rounds.addSearches([unit("s")], true);
      expect(rounds.usage?.serverTools).toEqual({ web_search: count });
    }
    const rounds = new ReplyRounds(callsOf(TOOL));
    const usage = { input: 1, output: 1, serverTools: { web_search: 3, other: 1 } };
    push(rounds, { ...reply([call(TOOL, { query: "q" })], "tool_use"), usage });
    rounds.addSearches([unit("s"), unit("t")]);
    expect(rounds.usage?.serverTools).toEqual({ web_search: 5, other: 1 });
  });

  it("give out the searches once, and nothing before they are known", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    push(rounds, reply([call(TOOL, { query: "q" })], "tool_use"));
    expect(rounds.flush()).toEqual([]);
    rounds.addSearches([unit("s1"), unit("s2")]);
    expect(rounds.isPending).toBe(false);
    expect(rounds.flush().map((event) => event.type === "block_start" && event.block)).toEqual([
      0,
      false,
      1,
      false,
    ]);
    expect(rounds.flush()).toEqual([]);
  });

  it("forget the calls, the turn and the usage of a round at the next one", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    push(rounds, reply([text("a"), call(TOOL, { query: "q" })], "tool_use"));
    expect(rounds.roundUsage).toEqual({ input: 10, output: 2 });
    rounds.addSearches([]);
    rounds.startRound(false);
    expect(rounds.isHolding).toBe(false);
    expect([rounds.ownCalls, rounds.turn, rounds.roundUsage]).toEqual([[], [], undefined]);
    expect(rounds.usage).toEqual({ input: 10, output: 2 });
  });

  it("keep the last count of a usage that is sent twice", () => {
    const rounds = new ReplyRounds(callsOf(TOOL));
    rounds.push({ type: "reply_start", usage: { input: 10, output: 1 } });
    rounds.push({ type: "usage", usage: { input: 10, output: 5 } });
    expect(rounds.usage).toEqual({ input: 10, output: 5 });
  });
});
