import { describe, expect, it } from "vitest";
import type { Tool } from "../../../contract/index.ts";
import { type Dialect, findDialect } from "../../../dialects/index.ts";
import { answered, ask, callsOf, firstOf, textOf, weather } from "../fixtures/asking.ts";
import { openTestSim, post, readStream, readWhole, requestOf, saying, send } from "../fixtures/calling.ts";

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

  it("gives several answers where several are asked for", async () => {
    const openai = findDialect("openai");
    const reply = await ask(openTestSim(openai), saying("hi", { sampling: { candidates: 3 } }));
    expect(reply.candidates.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it("names the stop sequence that was met", async () => {
    const claude = findDialect("claude");
    const reply = await ask(openTestSim(claude), saying("sim: say a STOP b", { stop: ["STOP"] }));
    expect(reply.candidates[0]?.stop).toMatchObject({ reason: "stop_sequence", sequence: "STOP" });
  });

  it("takes one scripted call at a time where parallel calls are off", async () => {
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
