import { describe, expect, it } from "vitest";
import { dialectIds } from "../../dialects/index.ts";
import { models, useHostRuns } from "./fixtures/host-run.ts";

const said = { role: "user", content: "sim: say Hello there." };
/** A streamed request of each dialect. */
const requests: Readonly<Record<string, object>> = {
  claude: { model: models["claude"], max_tokens: 99, messages: [said], stream: true },
  openai: { model: models["openai"], messages: [said], stream: true },
  codex: { model: models["codex"], input: [said], stream: true, store: false },
  gemini: { contents: [{ role: "user", parts: [{ text: said.content }] }] },
  kimi: { model: models["kimi"], messages: [said], stream: true },
  copilot: { model: models["copilot"], messages: [said], stream: true },
};

/** What the stream of a dialect says of its tokens without being asked, and the usage of the run. */
const ours = { input_tokens: 6, output_tokens: 3 };
const counts: Readonly<Record<string, { readonly said: object; readonly usage: object }>> = {
  claude: { said: { input: 6, output: 3 }, usage: ours },
  codex: {
    said: { input: 6, output: 3, total: 9, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
    usage: { ...ours, cache_read_tokens: 0, cache_write_tokens: 0 },
  },
  gemini: { said: { input: 6, output: 3, total: 9 }, usage: ours },
};

const { gateway, place } = useHostRuns();

const pass = (dialect: string, request: unknown) =>
  place.run({ dialect, order: { config: { vendor: { abp: { mode: "passthrough", request } } } } });

describe("passthrough on an engine backend", () => {
  it.each(dialectIds)("moves the bytes of a request and of its stream in %s", async (dialect) => {
    const { context, result, error } = await pass(dialect, requests[dialect]);
    expect(error).toBeUndefined();
    const [call] = gateway.calls;
    expect(call!.body).toBe(JSON.stringify(requests[dialect]));
    const deltas = context.of("assistant_delta");
    expect(deltas).toHaveLength(context.events.length);
    const exts = context.events.map(({ ext }) => ext as Record<string, unknown>);
    expect(exts.map((ext) => ext["raw_text"]).join("")).toBe(call!.answer);
    expect(deltas.map(({ text }) => text).join("")).toBe("Hello there.");
    const values = exts.map((ext) => ext["raw_message"]).filter((value) => value !== undefined);
    expect(call!.answer).toContain(JSON.stringify(values[0]).slice(0, 20));
    const { said: tokens, usage } = counts[dialect] ?? { said: undefined, usage: {} };
    expect(result).toEqual({
      usage: { ...usage, request_units: 1 },
      usageRaw: { calls: tokens === undefined ? [] : [tokens] },
    });
    expect(context.asked).toEqual([]);
  });

  it("sends a text as it is, and reports an answer that is no stream as one message", async () => {
    const request = `{ "model":"${models["openai"]}",\n "messages": [${JSON.stringify(said)}], "seed": 9007199254740993 }`;
    const { context, result } = await pass("openai", request);
    const [call] = gateway.calls;
    expect([call!.path, call!.body]).toEqual(["/v1/chat/completions", request]);
    expect(context.events).toEqual([
      {
        type: "assistant_message",
        text: "Hello there.",
        ext: { raw_message: JSON.parse(call!.answer), raw_text: call!.answer },
      },
    ]);
    expect(result?.usage).toMatchObject({ input_tokens: expect.any(Number), request_units: 1 });
  });

  it.each([undefined, [], 7, "no JSON", "[]"])("refuses %j as a request", async (request) => {
    const { error } = await pass("openai", request);
    expect(error).toMatchObject({ code: "validation_failed" });
    expect(gateway.calls).toEqual([]);
  });

  it("fails with the engine, whose stream may break off", async () => {
    const cut = { role: "user", content: "sim: repeat 9 x\nsim: eof-after 3" };
    const broken = await pass("openai", { ...requests["openai"], messages: [cut] });
    expect(broken.error?.message).toMatch(/^the engine's stream failed: /);
    expect(broken.context.events.length).toBeGreaterThan(0);
    const refused = { role: "user", content: "sim: error 400 no" };
    expect((await pass("openai", { ...requests["openai"], messages: [refused] })).error?.message).toBe(
      "the engine answered 400: no",
    );
  });
});
