import { describe, expect, it } from "vitest";
import { CANARIES } from "../canary/canaries.ts";
import { CALL_KINDS, planCall, tagOf } from "./call-plan.ts";

const calls = Array.from({ length: 60 }, (_, index) => planCall(3, index));

describe("the calls of a seed", () => {
  it("are of every kind, from every caller, and all different", () => {
    expect(new Set(calls.map(({ kind }) => kind))).toEqual(new Set(CALL_KINDS));
    expect(new Set(calls.map(({ key }) => key.name)).size).toBe(3);
    expect(new Set(calls.map(({ sha256 }) => sha256)).size).toBe(calls.length);
    expect(planCall(3, 5)).toEqual(calls[5]);
  });

  it("carry their tag in the body", () => {
    for (const { tag, body } of calls) expect(tagOf(body)).toBe(tag);
    expect(tagOf("{}")).toBeUndefined();
  });

  it("contain the planted secret unless the response is kept", () => {
    for (const { kind, body } of calls) {
      expect(body.includes(CANARIES.prompt)).toBe(kind !== "kept" && kind !== "background");
    }
  });
});
