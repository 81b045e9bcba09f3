import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseError, SseReader } from "./reader.ts";

type Frame = [data: string, event: string | undefined];

function read(chunks: readonly (string | Uint8Array)[], limit?: number): Frame[] {
  const frames: Frame[] = [];
  const reader = new SseReader((data, event) => frames.push([data, event]), limit);
  for (const chunk of chunks) reader.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  reader.end();
  return frames;
}

/** Counts the characters that `run` searches in texts, reads one by one, or joins. */
function countCharacters(run: () => void): number {
  const { indexOf, charCodeAt } = String.prototype;
  const { join } = Array.prototype;
  let count = 0;
  String.prototype.indexOf = function (this: string, search: string, from = 0) {
    count += this.length - from;
    return indexOf.call(this, search, from);
  };
  String.prototype.charCodeAt = function (this: string, at: number) {
    count += 1;
    return charCodeAt.call(this, at);
  };
  Array.prototype.join = function (this: unknown[], separator?: string) {
    const text = join.call(this, separator);
    count += text.length;
    return text;
  };
  try {
    run();
  } finally {
    Object.assign(String.prototype, { indexOf, charCodeAt });
    Object.assign(Array.prototype, { join });
  }
  return count;
}

describe("server-sent events", () => {
  it.each<[name: string, text: string, frames: Frame[]]>([
    ["an event with a name", "event: ping\ndata: {}\n\n", [["{}", "ping"]]],
    ["no space after the colon", "event:x\ndata:{\n\n", [["{", "x"]]],
    ["only one space is taken", "data:  x\n\n", [[" x", undefined]]],
    ["several data lines", "data: a\ndata: b\n\n", [["a\nb", undefined]]],
    [
      "carriage returns",
      "data: a\r\rdata: b\r\r",
      [
        ["a", undefined],
        ["b", undefined],
      ],
    ],
    [
      "CRLF",
      "data: a\r\n\r\ndata: b\r\n\r\n",
      [
        ["a", undefined],
        ["b", undefined],
      ],
    ],
    ["mixed line ends", "data: a\r\ndata: b\rdata: c\n\n", [["a\nb\nc", undefined]]],
    ["comments and unknown fields", ": hello\nid: 7\nretry: 1\ndata: a\n\n", [["a", undefined]]],
    ["a comment before any data", ": OPENROUTER PROCESSING\n\ndata: a\n\n", [["a", undefined]]],
    ["a name without data is forgotten", "event: x\n\ndata: a\n\n", [["a", undefined]]],
    ["data without a colon is empty", "data\n\n", [["", undefined]]],
    [
      "an event that nothing closes",
      "data: a\n\ndata: b",
      [
        ["a", undefined],
        ["b", undefined],
      ],
    ],
    ["a byte order mark", "\uFEFFdata: a\n\n", [["a", undefined]]],
    ["nothing", "", []],
  ])("are read: %s", (_, text, frames) => {
    expect(read([text])).toEqual(frames);
  });

  it("are the same however the bytes are cut, in the middle of characters and line ends too", () => {
    const text = fc.array(
      fc.constantFrom("data: ", "data:", "event: x", "é😀", "\r", "\n", "\r\n", "\n\n", ":", " ", "{}"),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 20 }), (parts, cuts) => {
        const bytes = Buffer.from(parts.join(""));
        const places = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort((a, b) => a - b);
        const chunks = [0, ...places].map((from, index) =>
          bytes.subarray(from, places[index] ?? bytes.length),
        );
        expect(read(chunks)).toEqual(read([bytes]));
        expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(read([bytes]));
      }),
    );
  });

  it("may have both characters of a line's end in different pieces", () => {
    const read = (...pieces: string[]) => {
      const found: string[] = [];
      const reader = new SseReader((data) => found.push(data));
      for (const piece of pieces) reader.push(new TextEncoder().encode(piece));
      reader.end();
      return found;
    };
    expect(read("data: a\r", "\ndata: b\r", "\n\r", "\ndata: c\r\r")).toEqual(["a\nb", "c"]);
    expect(read("data: a\r", "data: b\r", "\rdata: c\n", "\n")).toEqual(["a\nb", "c"]);
    expect(read("data: a\r", "\n", "\n")).toEqual(["a"]);
  });

  it("that are not UTF-8 are refused, and never repaired in silence", () => {
    const failure = (chunks: Uint8Array[]) => {
      try {
        return read(chunks);
      } catch (error) {
        return error instanceof SseError ? error.rule : error;
      }
    };
    expect(failure([Uint8Array.of(0x64, 0xff)])).toBe("invalid-utf8");
    expect(failure([Buffer.from("data: é").subarray(0, 7)])).toBe("invalid-utf8");
  });

  it("have 16 MiB at most if nothing else is said", () => {
    const read = (length: number) => {
      let found = 0;
      const reader = new SseReader((data) => (found = data.length));
      reader.push(Buffer.from(`data: ${"x".repeat(length)}\n\n`));
      return found;
    };
    expect(read(16 * 1024 * 1024)).toBe(16 * 1024 * 1024);
    expect(() => read(16 * 1024 * 1024 + 1)).toThrow(SseError);
  });

  it("are refused when one event is larger than the limit, in one line or in many", () => {
    expect(() => read([`data: ${"x".repeat(20)}`], 10)).toThrow(SseError);
    expect(() => read(["data: xxxx\n".repeat(5)], 10)).toThrow(SseError);
    expect(read(["data: xxxx\n\n".repeat(5)], 10)).toHaveLength(5);
    expect(read([`data: ${"x".repeat(10)}\n\n`], 10)).toHaveLength(1);
    expect(() => read([`data: ${"x".repeat(11)}\n\n`], 10)).toThrow(SseError);
    expect(read(["data: xxxx\nda", "ta: x\n\n"], 8)).toHaveLength(1);
    expect(() => read(["data: xxxx\ndata", ": x\n\n"], 7)).toThrow(SseError);
    expect(read(["data: xx\n", "\ndata", ": x\n\n"], 5)).toHaveLength(2);
  });

  it("cost no more per byte when an event comes in many pieces", () => {
    const pieces = 2000;
    const piece = Buffer.from("x".repeat(20));
    const frames: string[] = [];
    const reader = new SseReader((data) => frames.push(data));
    const work = countCharacters(() => {
      reader.push(Buffer.from("data: "));
      for (let count = 0; count < pieces; count++) reader.push(piece);
      reader.end();
    });
    expect(frames.map((data) => data.length)).toEqual([pieces * piece.length]);
    // Each character is searched for both line ends, joined once and searched for the colon. A reader that searched or
    // joined the whole event again for each piece would handle about a thousand times as many.
    expect(work).toBeGreaterThanOrEqual(pieces * piece.length);
    expect(work).toBeLessThanOrEqual(6 * pieces * piece.length);
  });

  it("cost no more per event when many come in one piece, whatever ends their lines", () => {
    // A reader that looks back or ahead for every line would not finish this within the limit of a test.
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(read([`data: xxxxxxxxxx${end}${end}`.repeat(200_000)])).toHaveLength(200_000);
    }
  });
});
