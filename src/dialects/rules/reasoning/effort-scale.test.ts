import { describe, expect, it } from "vitest";
import { budgetOfEffort, effortOfBudget, isGreater, nearestEffort } from "./effort-scale.ts";

describe("efforts", () => {
  it.each([
    ["xhigh", ["low", "medium", "high"], "high"],
    ["max", ["low", "medium", "high", "xhigh"], "xhigh"],
    ["xhigh", ["low", "medium", "high", "max"], "max"],
    ["minimal", ["none", "low", "medium"], "low"],
    ["medium", ["low", "high", "max"], "high"],
    ["low", ["medium", "high"], "medium"],
    ["none", ["none", "low"], "none"],
    ["none", ["low", "high"], "low"],
    ["turbo", ["low", "high"], undefined],
    ["high", [], undefined],
    ["minimal", ["none"], undefined],
    ["low", ["turbo"], undefined],
    ["low", ["turbo", "high"], "high"],
    ["minimal", ["none", "max"], "max"],
  ])("become the nearest that the model has: %s of %j is %s", (effort, efforts, expected) => {
    expect(nearestEffort(effort, efforts)).toBe(expected);
  });

  it("stand in for budgets, and budgets for them", () => {
    expect([1024, 4096, 4097, 16_384, 16_385].map(effortOfBudget)).toEqual([
      "low",
      "low",
      "medium",
      "medium",
      "high",
    ]);
    expect(
      ["minimal", "low", "medium", "high", "xhigh", "max", "turbo", undefined].map((one) =>
        budgetOfEffort(one, undefined),
      ),
    ).toEqual([1024, 1024, 8192, 24_576, 32_768, 32_768, 8192, 8192]);
    expect([budgetOfEffort("high", 5000), budgetOfEffort("low", 5000), budgetOfEffort("low", 1)]).toEqual([
      4999, 1024, 1,
    ]);
  });

  it("have an order", () => {
    expect([isGreater("max", "high"), isGreater("high", "high"), isGreater("low", "high")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
