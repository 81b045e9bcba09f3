import { describe, expect, it } from "vitest";
import { compareTargets, compareText, formatTarget, sameTarget, type Target } from "./target.ts";

const target: Target = { provider: "acme", model: "large" };

describe("target", () => {
  it("is written as provider/model, with the backend after an @", () => {
    expect(formatTarget(target)).toBe("acme/large");
    expect(formatTarget({ ...target, backend: "mock" })).toBe("acme/large@mock");
  });

  it("is the same only with the same provider, model and backend", () => {
    expect(sameTarget(target, { ...target })).toBe(true);
    for (const other of [
      { ...target, provider: "other" },
      { ...target, model: "small" },
      { ...target, backend: "mock" },
    ]) {
      expect(sameTarget(target, other)).toBe(false);
    }
  });

  it("is sorted by provider, then model, then backend, without a backend first", () => {
    const sorted: Target[] = [
      { provider: "a", model: "z", backend: "y" },
      { provider: "b", model: "a" },
      { provider: "b", model: "a", backend: "a" },
      { provider: "b", model: "a", backend: "b" },
      { provider: "b", model: "c" },
    ];
    expect([...sorted].reverse().sort(compareTargets)).toEqual(sorted);
    expect(compareTargets(target, { ...target })).toBe(0);
  });

  it("compares text by code unit", () => {
    expect([compareText("a", "b"), compareText("b", "a"), compareText("a", "a")]).toEqual([-1, 1, 0]);
    expect(["é", "z", "Z", "a"].sort(compareText)).toEqual(["Z", "a", "z", "é"]);
  });
});
