import { describe, expect, it } from "vitest";
import type { Conversation, Tool } from "../../../contract/index.ts";
import { type Dialect, findDialect } from "../../../dialects/index.ts";
import { answered, ask, callsOf, firstOf, textOf, weather } from "../fixtures/asking.ts";
import { openTestSim, post, readStream, readWhole, requestOf, saying, send } from "../fixtures/calling.ts";

import type { Limited } from "../script/limit.ts";
import { makeReply } from "./reply.ts";

describe("an answer, where dialects differ", () => {
  const streaming = (dialect: Dialect, text: string, query: string) => {
    const request = requestOf(dialect, saying(text), true);
    return { ...request, path: request.path.split("?")[0] + query };
  };

  it("streams a JSON list to a Gemini caller who does not ask for events", async () => {
    const gemini = findDialect("gemini");
    const answer = await send(openTestSim(gemini), streaming(gemini, "sim: repeat 5 word", ""));
    expect(answer.headers["content-type"]).toBe("application/json; charset=UTF-8");
    expect(answer.chunks.length).toBeGreaterThan(4);
    expect((JSON.parse(answer.text) as unknown[]).length).toBeGreaterThan(4);
    const read = readStream(gemini, answer);
    expect(read.faults).toEqual([]);
    expect(textOf(read.reply)).toBe("word word word word word");
  });

  it("counts a whole Gemini request that is wrapped", async () => {
    const gemini = findDialect("gemini");
    const { body } = requestOf(gemini, saying("count these words"));
    const wrapped = `{"generateContentRequest":${String(body)}}`;
    const answer = await send(openTestSim(gemini), post("/v1beta/models/sim-model:countTokens", wrapped));
    expect(gemini.readTokenCount(JSON.parse(answer.text))).toBe(5);
  });

  it("seals reasoning for those who include it", async () => {
    const codex = findDialect("codex");
    const body = {
      model: "m",
      input: "hi",
      reasoning: { effort: "low", summary: "auto" },
      include: ["reasoning.encrypted_content"],
    };
    for (const stream of [false, true]) {
      const answer = await send(
        openTestSim(codex),
        post("/v1/responses", JSON.stringify({ ...body, stream })),
      );
      const reply = stream ? readStream(codex, answer).reply : readWhole(codex, answer);
      const thinking = firstOf(reply, "thinking");
      expect(thinking).toMatchObject({ summary: true, text: '[simulated] Thinking about "hi".' });
      expect(Buffer.from(thinking?.sealed ?? "", "base64").toString()).toMatch(
        /^simulated-sealed-reasoning:/,
      );
    }
    const plain = await send(
      openTestSim(codex),
      post("/v1/responses", JSON.stringify({ ...body, include: [] })),
    );
    expect(firstOf(readWhole(codex, plain), "thinking")?.sealed).toBeUndefined();
  });

  it("gives freeform tools text", async () => {
    const codex = findDialect("codex");
    const patch: Tool = { kind: "custom", name: "apply_patch", format: undefined };
    const reply = await ask(
      openTestSim(codex),
      saying("sim: call apply_patch *** Begin && End", { tools: [patch] }),
    );
    expect(callsOf(reply)).toMatchObject([
      { kind: "custom", name: "apply_patch", inputText: "*** Begin && End" },
    ]);
  });

  it("gives several answers if several are asked for", async () => {
    const openai = findDialect("openai");
    const reply = await ask(openTestSim(openai), saying("hi", { sampling: { candidates: 3 } }));
    expect(reply.candidates.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it("names the stop sequence that was met", async () => {
    const claude = findDialect("claude");
    const reply = await ask(openTestSim(claude), saying("sim: say a STOP b", { stop: ["STOP"] }));
    expect(reply.candidates[0]?.stop).toMatchObject({ reason: "stop_sequence", sequence: "STOP" });
  });

  it("takes one scripted call at a time if parallel calls are off", async () => {
    const openai = findDialect("openai");
    const text = "sim: call get_weather Rome && call get_weather Oslo";
    const conversation = saying(text, { tools: [weather], parallelToolCalls: false });
    const first = await ask(openTestSim(openai), conversation);
    expect(callsOf(first)).toMatchObject([{ input: { city: "Rome" } }]);
    const second = await ask(
      openTestSim(openai),
      answered(conversation, first, () => "sun"),
    );
    expect(callsOf(second)).toMatchObject([{ input: { city: "Oslo" } }]);
  });

  it("dates replies by the clock it is given", async () => {
    const openai = findDialect("openai");
    const engine = openTestSim(openai, { now: () => 1_800_000_000_500 });
    expect(readWhole(openai, await send(engine, requestOf(openai, saying("x")))).created).toBe(1_800_000_000);
  });
});

describe("the reply of an answer", () => {
  const digest = "0123456789abcdef".repeat(4);
  const limited = (own: Partial<Limited> = {}): Limited => ({
    thinking: undefined,
    pieces: ["ab", "c"],
    calls: [],
    stop: { reason: "end_turn" },
    thinkingLength: 0,
    length: 9,
    ...own,
  });
  const make = (own: Partial<Limited> = {}, more: Partial<Conversation> = {}, dialect = "claude") =>
    makeReply(limited(own), saying("abcdefgh", more), { dialect: findDialect(dialect), digest, created: 5 });
  const decode = (text: string | undefined) => Buffer.from(text ?? "", "base64").toString();

  it("has its id, model, time, content and tokens", () => {
    expect(make()).toEqual({
      id: "msg_sim0123456789abcdef01234567",
      model: "sim-model",
      created: 5,
      candidates: [{ index: 0, content: [{ type: "text", text: "abc" }], stop: { reason: "end_turn" } }],
      usage: { input: 2, output: 3, total: 5 },
    });
  });

  it("counts thinking on its own", () => {
    expect(make({ thinking: "hmhmh", thinkingLength: 5 }).usage).toEqual({
      input: 2,
      output: 3,
      total: 5,
      reasoning: 2,
    });
    expect(make({ thinking: "", thinkingLength: 0 }).usage).toHaveProperty("reasoning", 0);
  });

  it.each([
    [undefined, 1],
    [0, 1],
    [-1, 1],
    [3, 3],
    [8, 8],
    [9, 8],
  ])("has for %s wanted candidates %i, each billed", (candidates, count) => {
    const reply = make(
      { thinking: "hmhm", thinkingLength: 4 },
      { sampling: candidates === undefined ? {} : { candidates } },
      "openai",
    );
    expect(reply.candidates.map(({ index }) => index)).toEqual(
      Array.from({ length: count }, (_, index) => index),
    );
    expect(reply.usage).toEqual({ input: 2, output: 3 * count, total: 2 + 3 * count, reasoning: count });
  });

  it("has one candidate in a dialect that has no more", () => {
    expect(make({}, { sampling: { candidates: 3 } }, "claude").candidates).toHaveLength(1);
  });

  it("has no text block without a text, and a refusal for a refusal", () => {
    expect(make({ pieces: [] }).candidates[0]?.content).toEqual([]);
    expect(make({ pieces: [""] }).candidates[0]?.content).toEqual([]);
    expect(make({ stop: { reason: "refusal" } }).candidates[0]?.content).toEqual([
      { type: "refusal", text: "abc" },
    ]);
  });

  it("gives each call an id of its own that depends on request, candidate and place", () => {
    const call = { name: "f", kind: "function", input: {} } as const;
    const ids = (text: string) =>
      makeReply(limited({ pieces: [], calls: [call, call] }), saying("x", { sampling: { candidates: 2 } }), {
        dialect: findDialect("openai"),
        digest: text,
        created: 1,
      }).candidates.flatMap(({ content }) =>
        content.map((block) => (block.type === "tool_use" ? block.id : "")),
      );
    const all = [...ids("a"), ...ids("b")];
    expect(new Set(all).size).toBe(8);
    for (const id of all) expect(id).toMatch(/^call_[0-9a-f]{24}$/);
    expect(ids("a")).toEqual(ids("a"));
    const { content } = make({ pieces: [], calls: [{ ...call, input: { a: 1 } }] }).candidates[0]!;
    expect(content).toMatchObject([{ type: "tool_use", name: "f", kind: "function", input: { a: 1 } }]);
  });

  it("signs the first call after thinking, in a dialect that signs calls", () => {
    const call = { name: "f", kind: "function", input: {} } as const;
    const signatures = (own: Partial<Limited>, dialect: string) =>
      make({ calls: [call, call], ...own }, {}, dialect).candidates[0]!.content.flatMap((block) =>
        block.type === "tool_use" ? [block.signature] : [],
      );
    const [first, second] = signatures({ thinking: "hm" }, "gemini");
    expect(decode(first)).toMatch(/^simulated-signature:[0-9a-f]{32}$/);
    expect(second).toBeUndefined();
    expect(signatures({}, "gemini")).toEqual([undefined, undefined]);
    expect(signatures({ thinking: "hm" }, "claude")).toEqual([undefined, undefined]);
  });

  it.each([
    ["claude", undefined, { type: "thinking", text: "hm", isSigned: true }],
    ["claude", "full", { type: "thinking", text: "hm", isSigned: true }],
    ["claude", "summary", { type: "thinking", text: "hm", summary: true, isSigned: true }],
    ["claude", "none", { type: "thinking", text: "", isSigned: true }],
    ["claude", "omitted", { type: "thinking", text: "", isSigned: true }],
    ["openai", undefined, { type: "thinking", text: "hm", isSigned: false }],
    ["openai", "none", undefined],
    ["openai", "omitted", undefined],
  ])("shows thinking in %s with display %s as %j", (dialect, display, expected) => {
    const reasoning = display === undefined ? { mode: "on" } : { mode: "on", display };
    const block = make({ thinking: "hm" }, { reasoning: reasoning as never }, dialect).candidates[0]!
      .content[0]!;
    if (expected === undefined) return expect(block.type).toBe("text");
    if (block.type !== "thinking") throw new Error("no thinking");
    const { signature, ...rest } = block;
    expect({ ...rest, isSigned: signature !== undefined }).toEqual(expected);
    if (signature !== undefined) expect(decode(signature)).toMatch(/^simulated-signature:[0-9a-f]{32}$/);
    return undefined;
  });

  it("seals thinking for a request that asks for thinking and for its sealed form", () => {
    const vendor = { codex: { include: ["other", "reasoning.encrypted_content"] } } as never;
    const sealedOf = (own: Partial<Conversation>) => {
      const block = make({ thinking: "hm" }, own, "codex").candidates[0]!.content[0]!;
      return block.type === "thinking" ? [decode(block.sealed), block.vendor] : undefined;
    };
    const reasoning = { mode: "on" } as const;
    const sealed = [`simulated-sealed-reasoning:${digest.slice(0, 32)}`, { "codex:reasoning": {} }];
    expect(sealedOf({ reasoning, vendor })).toEqual(sealed);
    expect(sealedOf({ reasoning: { ...reasoning, display: "none" } as never, vendor })).toEqual(sealed);
    expect(sealedOf({ vendor })).toEqual(["", undefined]);
    expect(sealedOf({ reasoning })).toEqual(["", undefined]);
    expect(sealedOf({ reasoning, vendor: { codex: { include: ["other"] } } as never })).toEqual([
      "",
      undefined,
    ]);
    expect(
      sealedOf({ reasoning, vendor: { codex: { include: "reasoning.encrypted_content" } } as never }),
    ).toEqual(["", undefined]);
  });
});
