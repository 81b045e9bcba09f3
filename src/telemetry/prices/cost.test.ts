import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Cost, type TokenUsage } from "../../contract/index.ts";
import { type Collapsed, collapse, findDialect, Origins } from "../../dialects/index.ts";
import { priceCall } from "./cost.ts";
import { openPrices, type PriceOverride } from "./price-list.ts";
import type { Rates } from "./rates.ts";

const at = new Date("2026-06-01T12:00:00Z");
const own: Record<string, PriceOverride> = {
  m: { input: 1, output: 10, cache_read: 0.1, cache_write: 2 },
};

function price(usage: TokenUsage, model = "m", provider = "anthropic", overrides = own): Cost | undefined {
  return priceCall(openPrices(overrides), { provider, model, usage, at });
}

function lines(cost: Cost | undefined): Record<string, [number, number]> {
  return Object.fromEntries((cost?.lines ?? []).map((line) => [line.item, [line.quantity, line.usd]]));
}

describe("pricing a call", () => {
  afterEach(() => void vi.restoreAllMocks());

  test("bills each kind of token at its own rate and each token once", () => {
    const cost = price({ input: 1_000_000, output: 100_000, cacheRead: 600_000, cacheWrite: 300_000 });
    expect(lines(cost)).toEqual({
      input: [100_000, 0.1],
      cache_read: [600_000, 0.06],
      cache_write: [300_000, 0.6],
      output: [100_000, 1],
    });
    expect(cost).toMatchObject({
      usd: 1.76,
      nano_usd: 1_760_000_000,
      estimated: false,
      priced_as: 'prices."m"',
    });
    expect(Cost.safeParse(cost).success).toBe(true);
  });

  test("the lines hold every token exactly once, whatever the counts", () => {
    const count = fc.nat(1_000_000);
    fc.assert(
      fc.property(count, count, count, count, count, (fresh, read, write5m, write1h, output) => {
        const input = fresh + read + write5m + write1h;
        const cost = price({
          input,
          output,
          cacheRead: read,
          cacheWrite: write5m + write1h,
          cacheWriteByTtl: { "5m": write5m, "1h": write1h },
          reasoning: Math.floor(output / 2),
        });
        const counted = (cost?.lines ?? []).reduce((sum, line) => sum + line.quantity, 0);
        expect(counted).toBe(input + output);
        expect(cost?.usd).toBeCloseTo((fresh + 0.1 * read + 2 * (write5m + write1h) + 10 * output) / 1e6, 9);
      }),
    );
  });

  test("cache writes cost by their lifetime if the list has both rates", () => {
    const usage = {
      input: 3000,
      output: 0,
      cacheWrite: 3000,
      cacheWriteByTtl: { "5m": 1000, "1h": 1000 },
    };
    expect(lines(price(usage, "claude-opus-4-1"))).toEqual({
      cache_write_5m: [1000, 0.01875],
      cache_write_1h: [1000, 0.03],
      cache_write: [1000, 0.01875],
    });
  });

  test("a long prompt moves the whole call to the higher step", () => {
    const usage = { input: 200_000, output: 1000 };
    expect(price(usage, "gemini-2.5-pro", "google")?.usd).toBe(0.26);
    expect(price({ ...usage, input: 200_001 }, "gemini-2.5-pro", "google")?.usd).toBe(0.5150025);
  });

  test("web search costs ten dollars for a thousand calls, on top of the tokens", () => {
    const usage = { input: 0, output: 0, serverTools: { web_search: 3, web_fetch: 2 } };
    for (const model of ["m", "claude-opus-4-1"]) {
      const cost = price(usage, model);
      expect(lines(cost)).toEqual({ web_search: [3, 0.03], web_fetch: [2, 0] });
      expect(cost?.estimated).toBe(false);
    }
  });

  test.each([
    ["anthropic", "claude-opus-4-1", 0.01, "call"],
    ["openai", "gpt-5", 0.01, "call"],
    ["openai", "gpt-4o", 0.01, "call"],
    ["google", "gemini-3-pro-preview", 0.014, "query"],
    ["google", "gemini-2.5-pro", 0.035, "request"],
    ["moonshotai", "kimi-k2-0905-preview", 0.005, "call"],
  ])(
    "a search at %s with %s has its list price, by the unit that is billed",
    (provider, model, usd, unit) => {
      const cost = price({ input: 0, output: 0, serverTools: { web_search: 2 } }, model, provider);
      expect(cost?.lines).toEqual([
        { item: "web_search", quantity: 2, usd: usd * 2, unit, basis: "list price" },
      ]);
    },
  );

  test.each([
    ["gpt-4o", 0.025],
    ["gpt-5", 0.01],
  ])("a search by OpenAI's preview tool with %s is billed once, at its own price", (model, usd) => {
    const serverTools = { web_search: 3, web_search_preview: 2 };
    const cost = price({ input: 0, output: 0, serverTools }, model, "openai");
    const listed = { unit: "call", basis: "list price" };
    expect(cost?.lines).toEqual([
      { item: "web_search", quantity: 1, usd: 0.01, ...listed },
      { item: "web_search_preview", quantity: 2, usd: usd * 2, ...listed },
    ]);
  });

  test("a tool whose price is not known is a line of its own and makes the cost an estimate", () => {
    const cost = price({ input: 1, output: 1, serverTools: { code_execution: 1, toString: 2 } });
    expect(cost?.estimated).toBe(true);
    expect(cost?.lines).toContainEqual({ item: "code_execution", quantity: 1, usd: 0, unpriced: true });
    expect(cost?.lines).toContainEqual({ item: "toString", quantity: 2, usd: 0, unpriced: true });
  });

  test("reasoning is a part of the output unless the list bills it apart", () => {
    expect(lines(price({ input: 0, output: 100, reasoning: 90 }))).toEqual({ output: [100, 0.001] });
    const apart = price({ input: 0, output: 100, reasoning: 90 }, "sonar-deep-research", "perplexity");
    expect(Object.keys(lines(apart))).toEqual(["output", "reasoning"]);
    expect(apart?.lines?.map((line) => line.quantity)).toEqual([10, 90]);
  });

  const rates: Rates = {
    pricedAs: "the list",
    isGuess: false,
    input: 1,
    output: 2,
    cacheRead: 3,
    cacheWrite: 4,
    cacheWriteHour: 5,
    inputAudio: 6,
    outputAudio: 7,
    reasoning: 8,
    webSearch: 9,
  };
  const all: TokenUsage = {
    input: 100,
    output: 100,
    cacheRead: 10,
    cacheWriteByTtl: { "5m": 3, "1h": 4 },
    inputAudio: 20,
    outputAudio: 30,
    reasoning: 40,
    serverTools: { web_search: 2 },
  };
  test.each<[string, TokenUsage, Partial<Rates>, Record<string, [number, number]>, boolean]>([
    [
      "every kind at the rate of its own",
      all,
      {},
      {
        input: [63, 63],
        input_audio: [20, 120],
        cache_read: [10, 30],
        cache_write_5m: [3, 12],
        cache_write_1h: [4, 20],
        output: [30, 60],
        output_audio: [30, 210],
        reasoning: [40, 320],
        web_search: [2, 18],
      },
      true,
    ],
    [
      "every kind at the rate of the kind that contains it",
      all,
      {
        cacheRead: undefined,
        cacheWrite: undefined,
        cacheWriteHour: undefined,
        inputAudio: undefined,
        outputAudio: undefined,
        reasoning: undefined,
        webSearch: undefined,
      },
      {
        input: [83, 83],
        cache_read: [10, 10],
        cache_write_5m: [3, 3],
        cache_write_1h: [4, 4],
        output: [100, 200],
        web_search: [2, 0.02],
      },
      false,
    ],
    ["counts that are absent as none", { input: 1, output: 1 }, {}, { input: [1, 1], output: [1, 2] }, false],
    [
      "no more audio and reasoning than there is output",
      { input: 0, output: 10, outputAudio: 8, reasoning: 5 },
      {},
      { output_audio: [8, 56], reasoning: [2, 16] },
      false,
    ],
    [
      "no more writes of a lifetime than were written",
      { input: 5, output: 0, cacheWrite: 5, cacheWriteByTtl: { "1h": 4, "5m": 3 } },
      {},
      { cache_write_1h: [4, 20], cache_write_5m: [1, 4] },
      false,
    ],
    [
      "the part of a prompt that is known",
      { output: 1, cacheRead: 2, cacheWrite: 3 },
      {},
      { cache_read: [2, 6], cache_write: [3, 12], output: [1, 2] },
      true,
    ],
    [
      "nothing without a rate",
      { input: 1, output: 1 },
      { input: undefined, output: undefined },
      { input: [1, 0], output: [1, 0] },
      true,
    ],
    ["a guess as one", { input: 1, output: 1 }, { isGuess: true }, { input: [1, 1], output: [1, 2] }, true],
  ])("bills %s", (_, usage, changed, expected, estimated) => {
    const list = { ratesOf: () => ({ ...rates, ...changed }), load: () => undefined };
    const cost = priceCall(list, { provider: "anthropic", model: "m", usage, at });
    expect(lines(cost)).toEqual(expected);
    expect(cost).toMatchObject({ estimated, priced_as: "the list" });
    expect(cost?.usd).toBe(Object.values(expected).reduce((sum, [, usd]) => sum + usd, 0));
  });

  test("an entry found by a pattern is named and makes the cost an estimate", () => {
    const usage = { input: 1000, output: 1000 };
    expect(price(usage, "gpt-5", "openai")).toMatchObject({ estimated: false, priced_as: "openai:gpt-5" });
    expect(price(usage, "GPT-5-2025-08-07", "openai")).toMatchObject({
      estimated: false,
      priced_as: "openai:gpt-5",
    });
    expect(price(usage, "claude-opus-4-1-20250805")).toMatchObject({
      estimated: true,
      priced_as: "anthropic:claude-opus-4-1",
    });
  });

  test.each<[string, Partial<TokenUsage>, boolean, Record<string, number>]>([
    ["audio and no cache", { inputAudio: 400 }, false, { input: 600, input_audio: 400 }],
    ["cache reads and no audio", { cacheRead: 100 }, false, { input: 900, cache_read: 100 }],
    [
      "audio and cache reads",
      { inputAudio: 400, cacheRead: 100 },
      true,
      { input: 500, input_audio: 400, cache_read: 100 },
    ],
    [
      "audio and cache writes",
      { inputAudio: 400, cacheWrite: 100 },
      true,
      { input: 500, input_audio: 400, cache_write: 100 },
    ],
    [
      "audio and as many reads as writes",
      { inputAudio: 1, cacheRead: 300, cacheWrite: 300 },
      true,
      { input: 399, input_audio: 1, cache_read: 300, cache_write: 300 },
    ],
    [
      "more audio than was not cached",
      { inputAudio: 950, cacheRead: 100 },
      true,
      { input_audio: 900, cache_read: 100 },
    ],
  ])("of %s: nobody reports how much of the audio was cached", (_, more, isEstimate, expected) => {
    const cost = price({ input: 1000, output: 0, ...more }, "gemini-2.5-flash", "google");
    expect(cost?.estimated).toBe(isEstimate);
    expect(Object.fromEntries((cost?.lines ?? []).map(({ item, quantity }) => [item, quantity]))).toEqual(
      expected,
    );
  });

  test("half of a usage is an estimate, and none has no cost", () => {
    expect(price({ input: 1000 })).toMatchObject({ usd: 0.001, estimated: true });
    expect(price({ output: 1000 })).toMatchObject({ usd: 0.01, estimated: true });
    expect(price({})).toBeUndefined();
    expect(price({ serverTools: { web_search: 1 } })).toBeUndefined();
  });

  test("counts that contradict each other are never billed below zero", () => {
    const cost = price({ input: 10, output: 0, cacheRead: 100 });
    expect(cost).toMatchObject({ usd: 0.00001, nano_usd: 10_000, estimated: true });
  });

  test("a model or a provider that is not known has no cost", () => {
    expect(price({ input: 1, output: 1 }, "no-such-model")).toBeUndefined();
    expect(price({ input: 1, output: 1 }, "gpt-5", "compatible")).toBeUndefined();
    expect(price({ input: 1, output: 1 }, "gpt-5", "")).toBeUndefined();
  });

  test("simulated engines cost nothing, whatever the model is called", () => {
    expect(price({ input: 5, output: 5 }, "gpt-5", "sim")).toEqual({
      usd: 0,
      nano_usd: 0,
      estimated: false,
      priced_as: "sim",
    });
  });

  test("nothing is fetched", () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network"));
    price({ input: 1, output: 1 }, "claude-opus-4-1");
    price({ input: 1, output: 1 }, "unknown");
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe("the same answer", () => {
  const dialect = findDialect("claude");
  const usage = {
    input_tokens: 100,
    cache_read_input_tokens: 90_000,
    cache_creation_input_tokens: 5000,
    cache_creation: { ephemeral_5m_input_tokens: 2000, ephemeral_1h_input_tokens: 3000 },
    server_tool_use: { web_search_requests: 2 },
  };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-opus-4-1",
    content: [{ type: "text", text: "Hi" }],
    stop_reason: "end_turn",
    stop_sequence: null,
  };

  test("G3: costs the same streamed and whole, cache reads at their own rate", () => {
    const whole = dialect.readReply({ ...message, usage: { ...usage, output_tokens: 50 } }, new Origins());
    const events = [
      {
        type: "message_start",
        message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: 50 },
      },
      { type: "message_stop" },
    ];
    const reader = dialect.openReader();
    const read: Parameters<Parameters<typeof reader.push>[2]>[0][] = [];
    for (const event of events) reader.push(JSON.stringify(event), event.type, (one) => read.push(one));
    reader.end((one) => read.push(one));
    const streamed: Collapsed = collapse(read);

    const wholeCost = price(whole.usage ?? {}, "claude-opus-4-1");
    expect(price(streamed.reply.usage ?? {}, "claude-opus-4-1")).toEqual(wholeCost);
    expect(lines(wholeCost)).toEqual({
      input: [100, 0.0015],
      cache_read: [90_000, 0.135],
      cache_write_5m: [2000, 0.0375],
      cache_write_1h: [3000, 0.09],
      output: [50, 0.00375],
      web_search: [2, 0.02],
    });
  });
});
