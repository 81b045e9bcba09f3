import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatHead, parseHead } from "./log-head.ts";

const hash = "0123456789abcdef".repeat(4);

describe("the line of a recorded head", () => {
  it("is read as it was written, and has the same length for every size", () => {
    const sizes = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(sizes, (size) => {
        const line = formatHead({ size, last: hash });
        expect(parseHead(line)).toEqual({ size, last: hash });
        expect(line.length).toBe(formatHead({ size: 1, last: hash }).length);
      }),
    );
  });

  it("is not read if any character differs, is missing or follows", () => {
    const line = formatHead({ size: 12, last: hash });
    for (let at = 0; at < line.length; at += 1) {
      const other = line[at] === "1" ? "2" : "1";
      expect(parseHead(`${line.slice(0, at)}${other}${line.slice(at + 1)}`)).toBeUndefined();
      expect(parseHead(line.slice(0, at))).toBeUndefined();
    }
    expect(parseHead(`${line}x`)).toBeUndefined();
  });
});
