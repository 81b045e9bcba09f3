import { expect, it } from "vitest";
import { usage } from "../fixtures/fakes.ts";
import { SessionTotals } from "./session-totals.ts";

it("adds the turns of a process up, for each model and as a cost", () => {
  const totals = new SessionTotals();
  const use = (name: string, input_tokens: number) => ({ name, usage: { ...usage, input_tokens } });
  totals.add({ costUsd: 0.1, models: [use("a", 1)] });
  totals.add({ costUsd: 0.2, models: [{ ...use("a", 2), contextWindow: 5 }, use("b", 3)] });
  totals.add({ costUsd: null, models: [] });
  expect(totals.costUsd).toBe(0.3);
  const summed = { input_tokens: 3, output_tokens: 10, estimated_cost_usd: 0.5 };
  expect(totals.models).toMatchObject([
    { name: "a", contextWindow: 5, usage: summed },
    { name: "b", usage: { input_tokens: 3, output_tokens: 5 } },
  ]);
});
