import { expect, it } from "vitest";
import { ByteBudget } from "../../lib/index.ts";
import { PartialMessage } from "./partial-message.ts";

it("the bytes of a message count until it is complete", () => {
  const budget = new ByteBudget(100);
  const partial = new PartialMessage(budget);
  expect([partial.receive(60), partial.receive(40), budget.used]).toEqual([true, true, 100]);
  expect([partial.receive(1), budget.used]).toEqual([false, 100]);
  partial.reset();
  expect(budget.used).toBe(0);
  partial.reset();
  expect(budget.used).toBe(0);
});

it("control frames between the parts of a message do not count, nor free more than themselves", () => {
  const budget = new ByteBudget(1000);
  const partial = new PartialMessage(budget);
  partial.receive(500);
  partial.receive(131);
  partial.controlFrame(125);
  expect(budget.used).toBe(500);
  partial.reset();
  partial.receive(5);
  partial.controlFrame(0);
  expect(budget.used).toBe(0);
  partial.reset();
  expect(budget.used).toBe(0);
});
