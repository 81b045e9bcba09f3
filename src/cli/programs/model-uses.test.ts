import { describe, expect, it } from "vitest";
import type { ModelCallsRecord, Usage } from "../../contract/index.ts";
import { modelUses } from "./model-uses.ts";

const used = (input_tokens: number): Usage => ({
  ...{ input_tokens, output_tokens: 1, cache_read_tokens: null, cache_write_tokens: null },
  ...{ request_units: null, estimated_cost_usd: null },
});
const call = (names: object, usage?: Usage) => ({
  ...{ engine: "e", requested: null, upstream: null, reported: null, calls: 1, ...names },
  ...(usage === undefined ? {} : { usage }),
});
const usesOf = (models: ModelCallsRecord["models"], said: Parameters<typeof modelUses>[1] = {}) =>
  modelUses({ models, usage: used(50) }, said);

describe("what a run used of each model", () => {
  it("stands under the name that was asked for, else under that of the engine", () => {
    const uses = usesOf([
      call({ requested: "a", upstream: "b", reported: "c" }, used(1)),
      call({ upstream: "b", reported: "c" }, used(2)),
      call({ reported: "c" }, used(3)),
      call({}, used(4)),
      call({ requested: "a" }, used(5)),
    ]);
    expect(uses).toStrictEqual([
      { name: "a", usage: { ...used(6), output_tokens: 2 } },
      { name: "b", usage: used(2) },
      { name: "c", usage: used(3) },
    ]);
  });

  it("is everything if there is one model, and not known of several that do not say it", () => {
    expect(usesOf([call({ requested: "a" })])).toStrictEqual([{ name: "a", usage: used(50) }]);
    expect(usesOf([call({ requested: "a" }), call({ requested: "b" }, used(2))])).toStrictEqual([
      { name: "b", usage: used(2) },
    ]);
    expect(usesOf([])).toEqual([]);
  });

  it.each([
    ["claude-sonnet-4-5", { contextWindow: 200_000, maxOutputTokens: 64_000 }],
    ["text-embedding-3-large", { contextWindow: 8192 }],
    ["claude-mythos-5-2", {}],
    ["toString", {}],
  ])("comes with what the catalogue knows of %s", (name, facts) => {
    expect(usesOf([call({ requested: name })])).toStrictEqual([{ name, usage: used(50), ...facts }]);
    const said = { [name]: { contextWindow: 9 } };
    expect(usesOf([call({ requested: name })], said)).toStrictEqual([
      { name, usage: used(50), ...facts, contextWindow: 9 },
    ]);
  });
});
