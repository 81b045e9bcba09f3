import { expect, it } from "vitest";
import type { Cost } from "../../contract/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { spentUsd } from "./spent-so-far.ts";

function spend(cost: Cost | undefined, upstreamModel: string | undefined, usage?: object) {
  const asked: unknown[] = [];
  const price = (question: unknown) => {
    asked.push(question);
    return cost;
  };
  const engine = fakeEngine("acme", "claude");
  const attempt = {
    target: { engine, model: undefined, getsCallerKey: false },
    response: { upstreamModel },
  } as unknown as Parameters<typeof spentUsd>[1];
  const usd = spentUsd({ price, now: () => 86_400_000 }, attempt, { usage, searches: [] });
  return { usd, asked };
}

it("an attempt has spent what the price of its engine, model and usage says so far", () => {
  const { usd, asked } = spend({ usd: 0.25, estimated: false }, "m", { input: 3 });
  expect(usd).toBe(0.25);
  expect(asked).toEqual([
    { provider: "acme", model: "m", usage: { input: 3 }, at: new Date("1970-01-02T00:00:00Z") },
  ]);
});

it("an attempt without a known price has spent nothing that is known", () => {
  const { usd, asked } = spend(undefined, undefined);
  expect([usd, asked]).toEqual([undefined, [expect.objectContaining({ model: "", usage: {} })]]);
});
