import { createHash } from "node:crypto";
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

  it("are replaced by the first 24 hexadecimal digits of their digest, or fewer if fewer fit", () => {
    const id = "not legal!";
    const digest = createHash("sha256").update(id).digest("hex");
    expect(new IdMap(rule).forward(id)).toBe(`call_${digest.slice(0, 24)}`);
    expect(new IdMap({ ...rule, maxLength: 12 }).forward(id)).toBe(`call_${digest.slice(0, 7)}`);
  });

  it("may be as long as the target allows, and no longer", () => {
    const exact = "a".repeat(rule.maxLength);
    expect(new IdMap(rule).forward(exact)).toBe(exact);
    expect(new IdMap(rule).forward(`${exact}a`)).not.toBe(`${exact}a`);
  });

  it("that look like the replacement of another id are replaced too, so that both come back", () => {
    const map = new IdMap(rule);
    const replacement = map.forward("not legal!");
    const second = map.forward(replacement);
    expect(second).not.toBe(replacement);
    expect(map.backward(replacement)).toBe("not legal!");
    expect(map.backward(second)).toBe(replacement);
  });

  it("that were never changed come back as they are, and are not listed", () => {
    const map = new IdMap(rule);
    map.forward("fine");
    expect(map.backward("fine")).toBe("fine");
    expect(map.backward("unknown")).toBe("unknown");
    expect(map.entries().size).toBe(0);
    const changed = map.forward("not legal!");
    expect([...map.entries()]).toEqual([[changed, "not legal!"]]);
  });
});
