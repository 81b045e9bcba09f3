import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AbpError, type CallRecord, type Cost, type LossReport } from "../../contract/index.ts";
import { CanonicalError } from "../../lib/index.ts";
import { prepareReceipt, sealReceipt, verifyReceipt } from "../../receipts/index.ts";
import { buildCallReceipt, type CallFacts } from "./call-receipt.ts";
import { writeCallReceipt } from "./call-receipt-text.ts";
import { makeStorable } from "./storable-receipt.ts";

const digest = fc.record({
  bytes: fc.nat(),
  sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
});
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom('a"b', "\\", "é", "\u2028", "\ud800"),
);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const call = fc
  .record(
    {
      caller: text,
      dialect: fc.constantFrom("claude", "openai"),
      engine: text,
      engine_dialect: fc.constantFrom("claude", "gemini"),
      events: fc.nat(),
      fallback_from: fc.array(fc.record({ engine: text, code: fc.string() }), { maxLength: 2 }),
      first_byte_ms: fc.nat(),
      model: fc.option(text),
      operation: fc.constantFrom("generate", "count_tokens"),
      parent_run: text,
      reported_model: fc.option(text),
      simulated: fc.boolean(),
      status: fc.option(fc.nat()),
      stream: fc.boolean(),
      tool_calls: fc.array(
        fc.record(
          { arguments_sha256: fc.stringMatching(/^[0-9a-f]{64}$/), id: text, name: text },
          { requiredKeys: ["name"] },
        ),
        { maxLength: 2 },
      ),
      tool_calls_omitted: fc.nat(),
      upstream_model: fc.option(text),
    },
    {
      requiredKeys: [
        "caller",
        "dialect",
        "engine",
        "engine_dialect",
        "model",
        "operation",
        "reported_model",
        "status",
        "stream",
        "upstream_model",
      ],
    },
  )
  .map((record) => record as CallRecord);
const mapping: fc.Arbitrary<LossReport[]> = fc.array(
  fc.record({
    from: fc.string(),
    to: fc.string(),
    direction: fc.constantFrom("request" as const, "stream" as const),
    entries: fc.array(
      fc.record({
        path: text,
        disposition: fc.constantFrom("mapped" as const, "disclosed" as const),
        reason: text,
      }),
    ),
  }),
  { maxLength: 2 },
);
const facts: fc.Arbitrary<CallFacts> = fc.record({
  runId: fc.uuid(),
  workOrderId: fc.uuid(),
  startedAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2050-01-01") }),
  finishedAt: fc.date({ noInvalidDate: true, min: new Date("2050-01-01"), max: new Date("2100-01-01") }),
  clock: maybe(fc.nat().map((ms) => ({ clamped: true as const, stepped_back_ms: ms }))),
  software: fc.record({ name: fc.string(), version: fc.string() }),
  mode: fc.constantFrom("passthrough" as const, "mapped" as const),
  call,
  request: digest,
  response: maybe(digest),
  upstreamRequest: maybe(digest),
  upstreamResponse: maybe(digest),
  usage: maybe(fc.record({ input: fc.nat(), output: fc.nat(), cacheRead: fc.nat() }, { requiredKeys: [] })),
  usageRaw: maybe(fc.jsonValue()),
  cost: maybe(
    fc.record({
      usd: fc.double({ min: 0, max: 1e6, noNaN: true }),
      estimated: fc.boolean(),
    }) as fc.Arbitrary<Cost>,
  ),
  mapping,
  negotiation: fc.constant(undefined),
  warnings: fc.array(text, { maxLength: 2 }),
  error: maybe(
    fc.constantFrom(
      new AbpError("client_gone", "the caller left"),
      new AbpError("stream_closed", 'cut "off"'),
    ),
  ),
  hadAnswer: fc.boolean(),
  searches: maybe(
    fc.array(
      fc.record(
        {
          provider: text,
          query_sha256: fc.constant("a".repeat(64)),
          result_sha256: fc.array(fc.constant("b".repeat(64)), { maxLength: 2 }),
          cost_usd: fc.double({ min: 0, max: 1, noNaN: true }),
          error: fc.constant("unavailable"),
        },
        { requiredKeys: ["provider", "query_sha256", "result_sha256", "cost_usd"] },
      ),
      { maxLength: 2 },
    ),
  ),
  calls: maybe(
    fc.array(
      fc.record({ request: digest, response: maybe(digest), usage: maybe(fc.record({ input: fc.nat() })) }),
      { maxLength: 3 },
    ),
  ),
  decisions: maybe(
    fc.array(
      fc.record(
        {
          operation: fc.constant("offer_tool"),
          pattern: text,
          rule: text,
          subject: text,
          ts: fc.constant("2026-01-01T00:00:00.000Z"),
          verdict: fc.constant("denied"),
          where: text,
        },
        { requiredKeys: ["rule", "subject", "ts", "verdict"] },
      ),
      { maxLength: 2 },
    ),
  ),
});

describe("the text of a call's receipt", () => {
  it("is byte for byte what the receipt itself gives, and nothing if that has no canonical form", () => {
    fc.assert(
      fc.property(facts, (one) => {
        let expected: unknown;
        try {
          expected = prepareReceipt(buildCallReceipt(one));
        } catch (error) {
          if (!(error instanceof CanonicalError)) throw error;
        }
        let written: unknown;
        try {
          written = writeCallReceipt(one);
        } catch (error) {
          if (!(error instanceof CanonicalError)) throw error;
        }
        expect(written).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [90, true, '"]]]]"'],
    [110, false, '"]]]]]]]]]]]]]]]]]]]]"'],
    [126, false, "1"],
  ])("holds usage that nests %i levels: %s", (levels, isWritten, first) => {
    const deep = `${`[${first},`.repeat(levels)}1${"]".repeat(levels)}`;
    const [one] = fc.sample(facts, { numRuns: 1, seed: 7 });
    const usage = { input: 1, output: 1 } as CallFacts["usage"];
    const given: CallFacts = { ...one!, usage, usageRaw: JSON.parse(deep) };
    const prepared = writeCallReceipt({ ...given, call: { ...given.call, engine: "e", caller: "c" } });
    if (!isWritten) expect(prepared).toBeUndefined();
    const receipt = sealReceipt(makeStorable(buildCallReceipt(given)));
    expect(verifyReceipt(JSON.stringify(receipt)).findings).toEqual([]);
  });
});
