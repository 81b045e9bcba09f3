import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { SseReader } from "../../lib/index.ts";
import { answers, chatCompletion, type Script, scriptedEngine } from "../fixtures/scripted-engine.ts";
import { claudeSearch, fakeSearch, searchedCall, searchingWith } from "../fixtures/searched-call.ts";

const TOOL = "gateway_web_search";

type Members = Record<string, unknown>;
type Step = { say?: string; search?: string; call?: string };

// Names and ids of another vendor's model: the loop may depend on neither.
function message({ say, search, call }: Step): Members {
  const calls = [
    ...(search === undefined ? [] : [{ name: TOOL, arguments: JSON.stringify({ query: search }) }]),
    ...(call === undefined ? [] : [{ name: call, arguments: "{}" }]),
  ].map((fn, index) => ({ id: `call_${index}`, type: "function", index, function: fn }));
  return { role: "assistant", content: say ?? null, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

function whole(step: Step): Script {
  const body = message(step);
  const finish_reason = body["tool_calls"] === undefined ? "stop" : "tool_calls";
  return answers(200, { ...chatCompletion(""), choices: [{ index: 0, message: body, finish_reason }] });
}

const frame = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

function streamed(step: Step): Script {
  const base = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m" };
  const body = message(step);
  const finish_reason = body["tool_calls"] === undefined ? "stop" : "tool_calls";
  return (handler) => {
    handler.onHead(200, ["content-type", "text/event-stream"]);
    for (const piece of [
      frame({ ...base, choices: [{ index: 0, delta: body, finish_reason: null }] }),
      frame({ ...base, choices: [{ index: 0, delta: {}, finish_reason }] }),
      frame({ ...base, choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }),
      "data: [DONE]\n\n",
    ])
      handler.onData(Buffer.from(piece));
    handler.onEnd();
  };
}

function engineOf(steps: readonly Step[], form: (step: Step) => Script, dialect = "openai") {
  let round = 0;
  // A real engine answers after `dispatch` has returned.
  return scriptedEngine(
    "e",
    dialect,
    (handler, request) => void setImmediate(() => form(steps[round++] ?? { say: "over" })(handler, request)),
  );
}

const bodies = (engine: ReturnType<typeof engineOf>) =>
  engine.requests.map(({ body }) => JSON.parse(String(Buffer.from(body as Uint8Array))) as Members);

function eventsOf(text: string): Members[] {
  const events: Members[] = [];
  const reader = new SseReader((data) => events.push(JSON.parse(data)));
  reader.push(Buffer.from(text));
  reader.end();
  return events;
}

const steps: readonly Step[] = [{ say: "let me see", search: "cats" }, { say: "cats are fine" }];

describe("a call whose vendor searches when its arguments come back", () => {
  const input = '{ "search_result":{"id":"7"},"usage":{"total_tokens":100} }';
  const builtin = {
    id: "ws:0",
    type: "builtin_function",
    index: 0,
    function: { name: "$web_search", arguments: input },
  };

  function kimi(streams: boolean, rounds = 1) {
    let round = 0;
    return scriptedEngine("e", "kimi", (handler, request) => {
      const isSearch = round++ < rounds;
      const body = isSearch
        ? { role: "assistant", content: "", tool_calls: [builtin] }
        : message({ say: "found" });
      const finish_reason = isSearch ? "tool_calls" : "stop";
      const script: Script = streams
        ? (given) => {
            const base = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
            given.onHead(200, ["content-type", "text/event-stream"]);
            given.onData(
              Buffer.from(frame({ ...base, choices: [{ index: 0, delta: body, finish_reason: null }] })),
            );
            given.onData(Buffer.from(frame({ ...base, choices: [{ index: 0, delta: {}, finish_reason }] })));
            given.onData(Buffer.from("data: [DONE]\n\n"));
            given.onEnd();
          }
        : answers(200, { ...chatCompletion(""), choices: [{ index: 0, message: body, finish_reason }] });
      setImmediate(() => script(handler, request));
    });
  }

  it.each([false, true])(
    "is answered after an echo, with stream %s and without a provider",
    async (stream) => {
      const engine = kimi(stream);
      const { sink, call, ledger } = searchedCall(engine, claudeSearch({}, { stream }), undefined);
      call.start();
      await sink.over;
      await call.recorded;
      const [first, second] = bodies(engine);
      expect(first).toMatchObject({
        tools: [{ type: "builtin_function", function: { name: "$web_search" } }],
        thinking: { type: "disabled" },
      });
      expect(first!["tool_choice"]).toBeUndefined();
      const messages = second!["messages"] as Members[];
      expect(messages[1]).toMatchObject({
        role: "assistant",
        tool_calls: [{ type: "builtin_function", function: { name: "$web_search", arguments: input } }],
      });
      const [{ id }] = messages[1]!["tool_calls"] as [{ id: string }];
      expect(messages[2]).toEqual({ role: "tool", tool_call_id: id, name: "$web_search", content: input });
      expect(sink.status).toBe(200);
      expect(sink.text).toContain("found");
      expect(sink.text).not.toContain("$web_search");
      expect(sink.header("x-abp-loss")).toContain("by web_search.echo");
      expect(sink.text).toContain('"web_search_requests":1');
      expect(ledger.receipts[0]!.observed!["searches"]).toBeUndefined();
      expect(ledger.receipts[0]).toMatchObject({ observed: { upstream_calls: [{}, {}] } });
    },
  );

  it("counts the rounds, and takes the tool away at the caller's limit", async () => {
    const engine = kimi(false, 9);
    const { sink, call } = searchedCall(engine, claudeSearch({ max_uses: 2 }), undefined);
    call.start();
    await sink.over;
    expect(engine.requests).toHaveLength(3);
    expect(bodies(engine)[2]!["tool_choice"]).toBe("none");
    expect(sink.json).toMatchObject({
      stop_reason: "end_turn",
      // The vendor bills every reply that ends in this call, also the last one.
      usage: { server_tool_use: { web_search_requests: 3 } },
    });
  });

  it("is refused with a list of domains, which the vendor cannot keep", async () => {
    const engine = kimi(false);
    const { sink, call } = searchedCall(engine, claudeSearch({ allowed_domains: ["a.com"] }), undefined);
    call.start();
    await sink.over;
    expect(sink.status).toBe(400);
    expect(engine.requests).toHaveLength(0);
  });

  it("is searched by the gateway's provider if there is a list of domains", async () => {
    const kimiEngine = engineOf(steps, whole, "kimi");
    const provider = fakeSearch();
    const body = claudeSearch({ allowed_domains: ["a.com"] });
    const { sink, call } = searchedCall(kimiEngine, body, searchingWith(provider));
    call.start();
    await sink.over;
    expect(provider.asked).toMatchObject([{ allow: ["a.com"] }]);
  });
});

describe.each([false, true])(
  "a searched answer of a model that cannot be forced (streamed: %s)",
  (stream) => {
    const MISSING = "The model did not make the tool call that was required";

    async function ask(tool_choice: object, steps: readonly Step[]) {
      const engine = engineOf(steps, stream ? streamed : whole);
      const { tools } = claudeSearch();
      const fn = { name: "fn", input_schema: { type: "object", properties: {} } };
      const more = { model: "claude-opus-5-5", tools: [...tools, fn], tool_choice, stream };
      const { sink, call, ledger } = searchedCall(
        engine,
        claudeSearch({}, more),
        searchingWith(fakeSearch()),
      );
      call.start();
      await sink.over;
      await call.recorded;
      expect(sink.status).toBe(200);
      const loss = stream ? sink.trailers["x-abp-loss"] : sink.header("x-abp-loss");
      return [String(loss).includes(MISSING), JSON.stringify(ledger.receipts[0]!.observed).includes(MISSING)];
    }

    it("is marked, for the caller and in the receipt, if it lacks the call that was required", async () => {
      expect(await ask({ type: "any" }, [{ say: "no" }])).toEqual([true, true]);
      expect(await ask({ type: "tool", name: "fn" }, [{ say: "no" }])).toEqual([true, true]);
      expect(await ask({ type: "tool", name: "fn" }, [{ call: "fn" }])).toEqual([false, false]);
    });

    it("is not marked after a search, which is such a call", async () => {
      expect(await ask({ type: "any" }, steps)).toEqual([false, false]);
    });
  },
);

describe("a call whose search the gateway runs", () => {
  it("is answered whole, after a round with the results", async () => {
    const engine = engineOf(steps, whole);
    const provider = fakeSearch();
    const body = claudeSearch({ allowed_domains: ["a.com"] });
    const { sink, call, ledger } = searchedCall(engine, body, searchingWith(provider));
    call.start();
    await sink.over;
    await call.recorded;
    expect(sink.status).toBe(200);
    expect(sink.header("x-abp-loss")).toContain("emulated $.tools[0] by web_search.gateway");
    expect(provider.asked).toMatchObject([{ query: "cats", limit: 5, allow: ["a.com"] }]);
    const [first, second] = bodies(engine);
    expect(first).toMatchObject({
      tools: [{ function: { name: TOOL } }],
      tool_choice: { type: "function", function: { name: TOOL } },
    });
    expect(second!["tool_choice"]).not.toEqual(first!["tool_choice"]);
    expect(second!["messages"]).toMatchObject([
      { role: "user" },
      { role: "assistant", content: "let me see", tool_calls: [{ function: { name: TOOL } }] },
      { role: "tool", content: expect.stringContaining("https://a.com/1") },
    ]);
    expect(sink.text).not.toContain(TOOL);
    expect(sink.json).toMatchObject({
      stop_reason: "end_turn",
      usage: { input_tokens: 6, output_tokens: 4, server_tool_use: { web_search_requests: 1 } },
    });
    const content = sink.json["content"] as Members[];
    expect(content.filter(({ type }) => type === "text").map(({ text }) => text)).toEqual([
      "let me see",
      "cats are fine",
    ]);
    const receipt = ledger.receipts[0]!;
    expect(receipt.observed).toMatchObject({
      searches: [{ provider: "fake", cost_usd: 0.01 }],
      upstream_calls: [{ usage: { input_tokens: 3 } }, { usage: { input_tokens: 3 } }],
    });
    expect(JSON.stringify(receipt)).not.toContain("cats");
    expect(receipt.usage).toMatchObject({ input_tokens: 6, output_tokens: 4 });
  });

  it("is streamed as one message, with each round's text as it comes", async () => {
    const engine = engineOf(steps, streamed);
    const { sink, call } = searchedCall(
      engine,
      claudeSearch({}, { stream: true }),
      searchingWith(fakeSearch()),
    );
    call.start();
    await sink.over;
    await call.recorded;
    const events = eventsOf(sink.text);
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type === "message_start")).toHaveLength(1);
    expect(types.filter((type) => type === "message_stop")).toHaveLength(1);
    expect(types.at(-1)).toBe("message_stop");
    const starts = events.filter(({ type }) => type === "content_block_start").map(({ index }) => index);
    expect(starts).toEqual(starts.map((_, index) => index));
    expect(sink.text).not.toContain(TOOL);
    const texts = events.flatMap(({ delta }) => (delta as Members | undefined)?.["text"] ?? []);
    expect(texts.join("")).toBe("let me seecats are fine");
    expect(events.find(({ type }) => type === "message_delta")).toMatchObject({
      delta: { stop_reason: "end_turn" },
      usage: { input_tokens: 6, output_tokens: 4 },
    });
  });

  it("sends heartbeats while the provider works, and the first text before it", async () => {
    const engine = engineOf(steps, streamed);
    let answer: () => void = () => undefined;
    const provider = fakeSearch([], () => {
      return new Promise((resolve) => {
        answer = () => resolve({ results: [], cost: 0 });
      });
    });
    const body = claudeSearch({}, { stream: true });
    const { sink, call, context } = searchedCall(engine, body, searchingWith(provider));
    call.start();
    await until(() => provider.asked.length > 0);
    expect(sink.text).toContain("let me see");
    expect(sink.isEnded).toBe(false);
    context.advance(2000);
    context.heartbeats.tick();
    expect(sink.text).toContain("event: ping");
    answer();
    await sink.over;
    expect(sink.text).toContain("cats are fine");
  });

  it("gives a turn with the caller's own call to the caller", async () => {
    const engine = engineOf([{ search: "cats", call: "mine" }], whole);
    const tools = [
      { type: "web_search_20250305", name: "web_search" },
      { name: "mine", input_schema: { type: "object", properties: {} } },
    ];
    const body = claudeSearch({}, { tools, tool_choice: { type: "auto" } });
    const { sink, call } = searchedCall(engine, body, searchingWith(fakeSearch()));
    call.start();
    await sink.over;
    expect(engine.requests).toHaveLength(1);
    expect(sink.json).toMatchObject({ stop_reason: "tool_use" });
    const names = (sink.json["content"] as Members[]).filter(({ type }) => type === "tool_use");
    expect(names).toMatchObject([{ name: "mine" }]);
  });

  it("stops provider and engine when the caller leaves", async () => {
    const engine = engineOf(steps, streamed);
    let signal: AbortSignal | undefined;
    const provider = fakeSearch([], (_, given) => {
      signal = given;
      return new Promise((_resolve, reject) =>
        given.addEventListener("abort", () => reject(new Error("stopped"))),
      );
    });
    const body = claudeSearch({}, { stream: true });
    const { call } = searchedCall(engine, body, searchingWith(provider));
    call.start();
    await until(() => signal !== undefined);
    call.leave("client_gone");
    await call.recorded;
    expect(signal?.aborted).toBe(true);
    await nextTurn();
    expect(engine.requests).toHaveLength(1);
  });

  it.each([whole, streamed])("ends with the vendor's error if a later round fails", async (form) => {
    let round = 0;
    const engine = scriptedEngine("e", "openai", (handler, request) => {
      const script =
        round++ === 0
          ? form(steps[0]!)
          : answers(500, { error: { message: "broken", type: "server_error" } });
      setImmediate(() => script(handler, request));
    });
    const body = claudeSearch({}, { stream: form === streamed });
    const { sink, call, ledger } = searchedCall(engine, body, searchingWith(fakeSearch()));
    call.start();
    await sink.over;
    await call.recorded;
    if (form === whole) expect(sink.status).toBe(500);
    else expect(eventsOf(sink.text).at(-1)).toMatchObject({ type: "error" });
    expect(ledger.receipts[0]).toMatchObject({ observed: { searches: [{ provider: "fake" }] } });
  });

  it("is not searched for other engines, other keys, or in strict mode", async () => {
    for (const [settings, headers] of [
      [{ engines: ["other"] }, {}],
      [{ keys: ["other-*"] }, {}],
      [{}, { mode: "strict" as const }],
      [undefined, {}],
    ] as const) {
      const engine = engineOf(steps, whole);
      const searching = settings === undefined ? undefined : searchingWith(fakeSearch(), settings as object);
      const { sink, call } = searchedCall(engine, claudeSearch(), searching, headers);
      call.start();
      await sink.over;
      expect(engine.requests).toHaveLength(0);
      expect(sink.status).toBe(400);
    }
  });

  it("is not searched after results of the caller's tools if the operator forbids it", async () => {
    const engine = engineOf([{ say: "no search" }], whole);
    const messages = [
      { role: "user", content: "find cats" },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "mine", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "x" }] },
    ];
    const tools = [
      { type: "web_search_20250305", name: "web_search" },
      { name: "mine", input_schema: { type: "object", properties: {} } },
    ];
    const body = claudeSearch({}, { messages, tools, tool_choice: { type: "auto" } });
    const searching = searchingWith(fakeSearch(), { after_tool_results: false });
    const { sink, call } = searchedCall(engine, body, searching);
    call.start();
    await sink.over;
    expect(JSON.stringify(bodies(engine)[0]!["tools"])).not.toContain(TOOL);
  });
});
