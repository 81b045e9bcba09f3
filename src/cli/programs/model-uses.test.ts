import { describe, expect, it } from "vitest";
import type { ModelCallsRecord } from "../../contract/index.ts";
import { modelUses } from "./model-uses.ts";

const usage = (input_tokens: number) => ({
  input_tokens,
  output_tokens: 1,
  cache_read_tokens: null,
  cache_write_tokens: null,
  request_units: null,
  estimated_cost_usd: null,
});
type Model = ModelCallsRecord["models"][number];
const none = { engine: "e", requested: null, upstream: null, reported: null, calls: 1 };
const uses = (models: readonly object[], said: Parameters<typeof modelUses>[1] = {}) =>
  modelUses({ models: models.map((one) => ({ ...none, ...one }) as Model), usage: usage(9) }, said);

describe("the use of models", () => {
  it("has the name that the agent asked for, else that of the engine, else the reported one", () => {
    const names = { requested: "a", upstream: "b", reported: "c" };
    expect(
      uses([
        { ...names, usage: usage(1) },
        { ...names, requested: null, usage: usage(2) },
        { reported: "c", usage: usage(3) },
        { usage: usage(4) },
      ]),
    ).toEqual([
      { name: "a", usage: usage(1) },
      { name: "b", usage: usage(2) },
      { name: "c", usage: usage(3) },
    ]);
  });

  it("is everything if one model has no figures of its own, and nothing if several have none", () => {
    expect(uses([{ requested: "a" }])).toEqual([{ name: "a", usage: usage(9) }]);
    expect(uses([{ requested: "a" }, { requested: "b", usage: usage(2) }])).toEqual([
      { name: "b", usage: usage(2) },
    ]);
    expect(uses([])).toEqual([]);
  });

  it("has the limits of the catalogue, and those that the agent says before them", () => {
    expect(
      uses(
        [{ requested: "claude-sonnet-4-5" }, { requested: "gpt-5.5" }].map((one) => ({
          ...one,
          usage: usage(1),
        })),
      ),
    ).toMatchInlineSnapshot(`
        [
          {
            "contextWindow": 200000,
            "maxOutputTokens": 64000,
            "name": "claude-sonnet-4-5",
            "usage": {
              "cache_read_tokens": null,
              "cache_write_tokens": null,
              "estimated_cost_usd": null,
              "input_tokens": 1,
              "output_tokens": 1,
              "request_units": null,
            },
          },
          {
            "contextWindow": 1050000,
            "maxOutputTokens": 128000,
            "name": "gpt-5.5",
            "usage": {
              "cache_read_tokens": null,
              "cache_write_tokens": null,
              "estimated_cost_usd": null,
              "input_tokens": 1,
              "output_tokens": 1,
              "request_units": null,
            },
          },
        ]
      `);
    expect(uses([{ requested: "x" }], { x: { contextWindow: 5 }, y: { contextWindow: 6 } })).toEqual([
      { name: "x", usage: usage(9), contextWindow: 5 },
    ]);
  });
});
