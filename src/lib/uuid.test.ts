import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { uuidV7 } from "./uuid.ts";

describe("a UUID v7", () => {
  it("is the published example for its time and random bytes (RFC 9562, appendix A.6)", () => {
    const random = Buffer.from("0cc318c4dc0c0c07398f", "hex");
    expect(uuidV7(0x017f22e279b0, random)).toBe("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  });

  it("sorts by time and always carries version and variant", () => {
    const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.nat(2 ** 31), bytes, bytes, (early, gap, left, right) => {
        const first = uuidV7(early, left);
        const second = uuidV7(early + gap + 1, right);
        expect(first < second).toBe(true);
        expect(second).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
    );
  });

  it("refuses too few random bytes", () => {
    expect(() => uuidV7(0, new Uint8Array(9))).toThrow(new RangeError("uuidV7 needs ten random bytes"));
  });
});
