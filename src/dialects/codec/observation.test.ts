import { describe, expect, it } from "vitest";
import { type DraftObservation, observeFacts, observeUsage } from "./observation.ts";

describe("the facts of an answer", () => {
  it("are texts that are not empty", () => {
    const seen: DraftObservation = {};
    observeFacts(seen, "r1", "m");
    expect(seen).toEqual({ id: "r1", model: "m" });
    const nothing: DraftObservation = {};
    observeFacts(nothing, "", "");
    observeFacts(nothing, 1, null);
    expect(nothing).toEqual({});
  });
});

describe("the usage of an answer", () => {
  it("is kept as it came and as it was read", () => {
    const seen: DraftObservation = {};
    observeUsage(seen, { tokens: 3 }, (raw) => ({ input: Number(raw["tokens"]) }));
    expect(seen).toEqual({ usageRaw: { tokens: 3 }, usage: { input: 3 } });
  });

  it("is kept as it came when it cannot be read", () => {
    const seen: DraftObservation = {};
    observeUsage(seen, { tokens: "x" }, () => {
      throw new Error("unreadable");
    });
    expect(seen).toEqual({ usageRaw: { tokens: "x" } });
  });

  it("is left out when it is no object", () => {
    const seen: DraftObservation = {};
    for (const raw of [null, undefined, 3, "x", []]) observeUsage(seen, raw, () => ({}));
    expect(seen).toEqual({});
  });
});
