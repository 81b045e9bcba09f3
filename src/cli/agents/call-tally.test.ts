import { describe, expect, it } from "vitest";
import { CallTally } from "./call-tally.ts";
import { type CallFactsOfTest, callReceipt } from "./fixtures/call-receipt.ts";

function tallyOf(...calls: CallFactsOfTest[]): CallTally {
  const tally = new CallTally();
  for (const call of calls) tally.add(callReceipt(call));
  return tally;
}

const priced = { input_tokens: 1000, output_tokens: 50, estimated_cost_usd: 0.25 };

describe("the tally of calls", () => {
  it("adds up calls, tokens and cost", () => {
    expect(tallyOf({ usage: priced }, { usage: priced }).text).toBe(
      "2 calls, 2,000 tokens in, 100 out, 0.50 USD, 0 fields lost",
    );
    expect(tallyOf({ usage: { ...priced, estimated_cost_usd: 0.000123 } }).text).toBe(
      "1 call, 1,000 tokens in, 50 out, 0.00012 USD, 0 fields lost",
    );
    expect(tallyOf().text).toBe("0 calls, 0 tokens in, 0 out, 0 USD, 0 fields lost");
  });

  it("counts every call, and shows a cent as such", () => {
    const cost = (usd: number) => tallyOf({ usage: { ...priced, estimated_cost_usd: usd } }).text;
    expect(cost(0.01)).toContain(", 0.01 USD,");
    expect(cost(0.00999)).toContain(", 0.010 USD,");
    expect(cost(0)).toContain(", 0 USD,");
    expect(tallyOf({}, {}, {}).calls).toBe(3);
  });

  it("tells the losses of requests and replies apart", () => {
    const report = (direction: "request" | "response") => ({
      ...{ from: "a", to: "b", direction },
      entries: [{ path: "$.id", disposition: "disclosed" as const, reason: "r" }],
    });
    expect(tallyOf({ mapping: [report("request"), report("response")] }).text).toContain(", 2 fields lost");
  });

  it("counts at most ten thousand losses", () => {
    const lost = (count: number) => {
      const entries = Array.from({ length: count }, (_, index) => ({
        path: `$.m${index}`,
        disposition: "disclosed" as const,
        reason: "r",
      }));
      return tallyOf({ mapping: [{ from: "a", to: "b", direction: "request", entries }] }).text;
    };
    expect(lost(9999)).toContain(", 9,999 fields lost");
    expect(lost(10_001)).toContain(", 10,000 fields lost");
  });

  it("says where a price is not known", () => {
    const unpriced = { usage: { input_tokens: 1, output_tokens: 1 } };
    expect(tallyOf(unpriced).text).toContain("1 out, price unknown,");
    expect(tallyOf({ usage: priced }, unpriced).text).toContain("0.25 USD and 1 of unknown price,");
    expect(tallyOf({ call: { operation: "count_tokens" } }).text).toContain("0 out, 0 USD,");
  });

  it("counts failed calls, whose price is nobody's question", () => {
    const text = tallyOf({ outcome: "failed", termination: { reason: "failed" } }).text;
    expect(text).toBe("1 call (1 failed), 0 tokens in, 0 out, 0 USD, 0 fields lost");
  });

  it("counts each disclosed field once, in whatever message it stands", () => {
    const entry = (path: string, disposition: "disclosed" | "emulated") => ({
      path,
      disposition,
      reason: "r",
    });
    const report = (...paths: string[]) => ({
      from: "claude",
      to: "openai",
      direction: "request" as const,
      entries: [...paths.map((path) => entry(path, "disclosed")), entry("$.emulated", "emulated")],
    });
    const tally = tallyOf(
      { mapping: [report("$.messages[0].cache_control", "$.messages[12].cache_control")] },
      { mapping: [report("$.messages[3].cache_control", "$.metadata")] },
    );
    expect(tally.text).toContain(", 2 fields lost");
    expect(tallyOf({ mapping: [report("$.seed")] }).text).toContain(", 1 field lost");
  });
});
