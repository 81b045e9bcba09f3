import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IdMap } from "./id-map.ts";

const rule = { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 };

describe("ids of tool calls", () => {
  it("that the target accepts are left alone", () => {
    expect(new IdMap(rule).forward("toolu_01")).toBe("toolu_01");
    expect(new IdMap().forward("functions.Bash:0")).toBe("functions.Bash:0");
  });

  it("that it forbids are replaced by the same legal one every time, and come back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 90 }), (id) => {
        const map = new IdMap(rule);
        const mapped = map.forward(id);
        expect(mapped).toMatch(rule.pattern);
        expect(mapped.length).toBeLessThanOrEqual(rule.maxLength);
        expect(new IdMap(rule).forward(id)).toBe(mapped);
        expect(map.forward(id)).toBe(mapped);
        expect(map.backward(mapped)).toBe(id);
      }),
    );
  });

  it("stay different from one another", () => {
    const map = new IdMap({ pattern: /^\w+$/, maxLength: 20 });
    const ids = Array.from({ length: 1000 }, (_, index) => `call:${index}`);
    expect(new Set(ids.map((id) => map.forward(id))).size).toBe(1000);
  });
});
