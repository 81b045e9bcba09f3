import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

/** Feeds bytes in pieces of the given sizes; collects what comes out up to the first fault. */
function split(bytes: Buffer, sizes: readonly number[], maxLineBytes = 1000) {
  const splitter = new LineSplitter(maxLineBytes);
  const lines: string[] = [];
  let at = 0;
  for (let index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? bytes.length;
    const result = splitter.push(bytes.subarray(at, at + size));
    lines.push(...result.lines);
    if (result.fault !== undefined) return { ...result, allLines: lines };
    at += size;
  }
  return { allLines: lines, fault: undefined, rest: splitter.rest, last: splitter.end() };
}

describe("LineSplitter", () => {
  it("splits at line feeds and nowhere else, wherever the chunks end", () => {
    const text = '{"a":"\u2028 \u0085"}\r\n\n\rx\r\n日本\n😀é';
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }), (sizes) => {
        const result = split(Buffer.from(text), sizes);
        expect(result.allLines).toEqual(['{"a":"\u2028 \u0085"}\r', "", "\rx\r", "日本"]);
        expect(result.last).toBe("😀é");
      }),
    );
  });

  it("agrees with a split of the whole text", () => {
    const pieces = fc.constantFrom("\n", "a", "bc", "é", "😀", "\r", "\0", '"');
    fc.assert(
      fc.property(
        fc.array(pieces),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
        (parts, sizes) => {
          const text = parts.join("");
          const result = split(Buffer.from(text), sizes);
          const expected = text.split("\n");
          const last = expected.pop();
          expect(result.allLines).toEqual(expected);
          expect(result.last ?? "").toBe(last);
        },
      ),
    );
  });

  it.each([[[1]], [[3]], [[100]]])(
    "S17 refuses bytes that are not UTF-8, after the lines before them (%j)",
    (sizes) => {
      const bytes = Buffer.concat([
        Buffer.from("ok\né\n"),
        Buffer.from([0x61, 0xff, 0x0a]),
        Buffer.from("later\n"),
      ]);
      const result = split(bytes, sizes);
      expect(result.allLines).toEqual(["ok", "é"]);
      expect(result).toMatchObject({ fault: "invalid-utf8", faultBytes: Buffer.from([0x61, 0xff]) });
    },
  );

  it("S17 decodes a character that two chunks share", () => {
    expect(split(Buffer.from("é😀\n"), [1]).allLines).toEqual(["é😀"]);
  });

  it("S17 refuses an incomplete character at a line's end and at the end of the output", () => {
    expect(split(Buffer.from([0xc3, 0x0a]), [2]).fault).toBe("invalid-utf8");
    expect(split(Buffer.from([0xc3]), [1]).last).toBeUndefined();
  });

  it.each([[[1]], [[4]], [[7]], [[100]]])(
    "S13 refuses a line above the limit and accepts one at it (%j)",
    (sizes) => {
      const result = split(Buffer.from("12345\n123456\n1\n"), sizes, 5);
      expect(result.allLines).toEqual(["12345"]);
      expect(result.fault).toBe("line-too-long");
    },
  );

  it("S13 refuses a line without an end as soon as the limit is passed", () => {
    const splitter = new LineSplitter(10_000);
    const chunk = Buffer.alloc(1000, 0x61);
    for (let count = 0; count < 10; count += 1) expect(splitter.push(chunk).fault).toBeUndefined();
    expect(splitter.push(Buffer.from("a"))).toMatchObject({ lines: [], fault: "line-too-long" });
    expect(splitter.rest).toHaveLength(10_000);
  });

  it("gives complete lines although the line after them is too long", () => {
    const splitter = new LineSplitter(5);
    expect(splitter.push(Buffer.from("a\nb\n123456"))).toMatchObject({
      lines: ["a", "b"],
      fault: "line-too-long",
    });
  });

  it("keeps the bytes after the last line feed, and forgets them with their line", () => {
    const splitter = new LineSplitter(1_000_000);
    splitter.push(Buffer.from("a\nbc"));
    expect(Buffer.from(splitter.rest).toString()).toBe("bc");
    expect(splitter.end()).toBe("bc");
    expect(splitter.push(Buffer.from("d\n")).lines).toEqual(["bcd"]);
    expect(splitter.rest).toHaveLength(0);
    expect(splitter.end()).toBeUndefined();
  });

  it("reads further after a line that needed a large buffer", () => {
    const splitter = new LineSplitter(1_000_000);
    const long = "x".repeat(600_000);
    splitter.push(Buffer.from(long));
    expect(splitter.push(Buffer.from("\nshort")).lines).toEqual([long]);
    expect(splitter.push(Buffer.from("er\n")).lines).toEqual(["shorter"]);
  });

  it("grows its buffer by doubling, up to the longest line, and gives a large one back", () => {
    const splitter = new LineSplitter(600_000);
    const capacity = () => splitter.rest.buffer.byteLength;
    splitter.push(Buffer.alloc(40_000));
    expect(capacity()).toBe(40_000);
    splitter.push(Buffer.alloc(1));
    expect(capacity()).toBe(80_000);
    splitter.push(Buffer.alloc(262_144 - 40_001));
    expect(capacity()).toBe(262_144);
    splitter.push(Buffer.from("\n"));
    expect(capacity()).toBe(262_144);
    splitter.push(Buffer.alloc(262_145));
    expect(capacity()).toBe(524_288);
    splitter.push(Buffer.alloc(262_144));
    expect(capacity()).toBe(600_000);
    expect(splitter.push(Buffer.from("\n")).fault).toBeUndefined();
    expect(capacity()).toBeLessThan(262_144);
  });

  it("quotes the beginning of a line that is too long", () => {
    const bytes = (result: { faultBytes?: Uint8Array }) => Buffer.from(result.faultBytes ?? []).toString();
    expect(bytes(new LineSplitter(5).push(Buffer.from("ab\n123456\nx\n")))).toBe("123456");
    const held = new LineSplitter(5);
    held.push(Buffer.from("123"));
    expect(bytes(held.push(Buffer.from("456\n")))).toBe("123");
    const open = new LineSplitter(5);
    expect(open.push(Buffer.from("1234567"))).toMatchObject({ lines: [], fault: "line-too-long" });
  });

  it("accepts lines at the limit and empty lines in one chunk", () => {
    expect(new LineSplitter(2).push(Buffer.from("\nab\n\ncd\n\n"))).toEqual({
      lines: ["", "ab", "", "cd", ""],
    });
    const held = new LineSplitter(3);
    held.push(Buffer.from("a"));
    expect(held.push(Buffer.from("bc\nd"))).toEqual({ lines: ["abc"] });
    expect(held.push(Buffer.from("\n\n"))).toEqual({ lines: ["d", ""] });
  });

  it("keeps a buffer of 256 KiB and gives a larger one back", () => {
    const splitter = new LineSplitter(262_145);
    splitter.push(Buffer.alloc(262_145));
    expect(splitter.rest.buffer.byteLength).toBe(262_145);
    splitter.push(Buffer.from("\n"));
    expect(splitter.rest.buffer.byteLength).toBeLessThan(262_144);
  });
});
