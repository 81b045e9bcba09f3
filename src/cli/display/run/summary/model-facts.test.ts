import { describe, expect, it } from "vitest";
import type { ModelCallsRecord, Usage } from "../../../../contract/index.ts";
import type { Colors } from "../../../terminal/terminal.ts";
import { meteredFacts, reportedFacts, wireName } from "./model-facts.ts";

const yellow = (text: string) => text;
const colors = { yellow } as unknown as Colors;
const usage: Usage = {
  input_tokens: 10,
  output_tokens: 20,
  cache_read_tokens: null,
  cache_write_tokens: null,
  request_units: null,
  estimated_cost_usd: 0.5,
};
const model = { engine: "e", requested: "m", upstream: "m", reported: "m", calls: 1 };
const record: ModelCallsRecord = { calls: 1, refused: 0, usage, models: [model], receipts: [] };

describe("what was metered", () => {
  it("names the model, the tokens and the cost", () => {
    expect(meteredFacts(colors, record)).toEqual([
      ["models", "m at e (1 call)"],
      ["tokens", "10 in, 20 out (metered in 1 call)"],
      ["cost", "$0.5000 (metered)"],
    ]);
  });

  it("names refused calls, missing counts and prices", () => {
    const unknown = { ...usage, input_tokens: null, output_tokens: null, estimated_cost_usd: null };
    expect(meteredFacts(colors, { ...record, calls: 3, refused: 2, usage: unknown, models: [] })).toEqual([
      ["tokens", "none (metered in 3 calls, 2 refused)"],
      ["cost", "unknown: a model has no price"],
    ]);
  });

  it("names each mismatch with what the agent reports", () => {
    const mismatch = [
      { member: "input_tokens", reported: 9, metered: 10 },
      { member: "output_tokens", reported: 2, metered: 20 },
    ];
    expect(meteredFacts(colors, { ...record, mismatch }).slice(3)).toEqual([
      ["mismatch", "input tokens: the agent reports 9, metered is 10", yellow],
      ["", "output tokens: the agent reports 2, metered is 20", yellow],
    ]);
  });

  it("lists five models, and counts the others", () => {
    const five = Array.from({ length: 5 }, () => model);
    const names = (models: ModelCallsRecord["models"], models_omitted?: number) =>
      meteredFacts(colors, {
        ...record,
        models,
        ...(models_omitted === undefined ? {} : { models_omitted }),
      }).filter(([, text]) => text.includes(" at ") || text.startsWith("and "));
    expect(names(five)).toHaveLength(5);
    expect(names(five)[1]![0]).toBe("");
    expect(names([...five, model], 2).at(-1)).toEqual(["", "and 3 more, see the receipt"]);
  });

  it("says where the names of a model differ", () => {
    const shown = (names: Partial<typeof model>) =>
      meteredFacts(colors, { ...record, models: [{ ...model, ...names }] })[0]![1];
    expect(shown({ requested: "alias", reported: "m-2026" })).toBe(
      "m at e (1 call, asked for as alias, answered as m-2026)",
    );
    const seen = (names: object) => wireName({ ...model, ...names });
    expect(seen({ upstream: null, requested: "r" })).toBe("r");
    expect(seen({ upstream: null, requested: null, reported: "a" })).toBe("a");
    expect(seen({ upstream: null, requested: null, reported: null })).toBe("no model");
    const bare = { ...model, requested: null, reported: null };
    expect(meteredFacts(colors, { ...record, models: [bare] })[0]![1]).toBe("m at e (1 call)");
  });
});

describe("what only the backend states", () => {
  it("is shown as its statement, and left out if it states nothing", () => {
    expect(reportedFacts({ ...usage, input_tokens: null })).toEqual([
      ["tokens", "? in, 20 out"],
      ["cost", "$0.5000 (from the backend)"],
    ]);
    expect(reportedFacts({ ...usage, output_tokens: null, estimated_cost_usd: null })).toEqual([
      ["tokens", "10 in, ? out"],
    ]);
    const nothing = { ...usage, input_tokens: null, output_tokens: null, estimated_cost_usd: null };
    expect(reportedFacts(nothing)).toEqual([]);
  });
});
