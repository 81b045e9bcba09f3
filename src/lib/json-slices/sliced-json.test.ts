import { describe, expect, it } from "vitest";
import { SlicedReadError, SlicedReader, SlicedWriter } from "./index.ts";

/** Reads a text in steps of `count` bytes, and answers the value and how many steps it took. */
function read(text: string | Buffer, count: number, strict = false): { value: unknown; steps: number } {
  const reader = new SlicedReader(Buffer.from(text as string), { strict });
  let steps = 1;
  while (!reader.step(count)) steps += 1;
  return { value: reader.value, steps };
}

function write(value: unknown, count: number, expectedBytes = 16) {
  const parts: Buffer[] = [];
  const writer = new SlicedWriter(value, expectedBytes, (part) => parts.push(Buffer.from(part)));
  let steps = 1;
  while (!writer.step(count)) steps += 1;
  return { text: writer.bytes.toString("utf8"), parts: Buffer.concat(parts).toString("utf8"), steps };
}

it.each(["x", '"', "ü", "😀"])(
  "a text of %s alone is written whole, however small the steps",
  (character) => {
    const value = character.repeat(200_000);
    for (const count of [1, 1000, 65_536, 100_000, 10_000_000]) {
      const { text, parts } = write(value, count);
      expect([text === JSON.stringify(value), parts === text]).toEqual([true, true]);
    }
  },
);

const LONG = 70_000;
const values: Readonly<Record<string, unknown>> = {
  "an empty object": {},
  "an empty list": { a: [] },
  "all kinds": { a: [1, -2.5e3, "x", true, false, null, {}, { b: { c: [[]] } }], "": "" },
  "names of the prototype": { constructor: 1, toString: { valueOf: 2 } },
  escapes: { 'a"\\\n': '\u0000\b\t"\\/ é 漢 😀 \u2028' },
  "a long text": { a: "x".repeat(LONG), b: 1 },
  "a long text of wide characters": { a: "漢".repeat(LONG) },
  "a long text of surrogate pairs": { a: `x${"😀".repeat(LONG)}` },
  "a long text with escapes": { a: 'a\\"\n😀漢'.repeat(LONG / 5) },
  "a long name": { ["n".repeat(LONG)]: "v" },
  "many members": Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, `v${at}`])),
};

describe.each(Object.entries(values))("%s", (_, value) => {
  const text = JSON.stringify(value);
  const escaped = text.replace(
    /[\u0080-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

  it.each([1, 7, 1000, 65_536, 10_000_000])(
    "is read in steps of %i bytes as JSON.parse reads it",
    (count) => {
      if (text.length / count > 50_000) return;
      for (const strict of [true, false]) {
        expect(read(text, count, strict).value).toEqual(value);
        expect(read(JSON.stringify(value, null, 2), count, strict).value).toEqual(value);
        expect(read(escaped, Math.max(count, 1000), strict).value).toEqual(value);
      }
    },
  );

  it.each([1, 1000, 65_536, 10_000_000])(
    "is written in steps of %i bytes as JSON.stringify writes it",
    (count) => {
      for (const expected of [1, text.length * 4]) {
        const written = write(value, count, expected);
        expect(written.text === text).toBe(true);
        expect(written.parts === text).toBe(true);
      }
    },
  );
});

it.each([" ", "\t", "\n", "\r", " \t\r\n"])(
  "white space is passed over wherever it may stand: %j",
  (space) => {
    const text = [
      "",
      "[",
      "1",
      ",",
      "{",
      '"a"',
      ":",
      "true",
      "}",
      ",",
      "{",
      "}",
      ",",
      "[",
      "]",
      "]",
      "",
    ].join(space);
    for (const count of [1, 3, 1000]) expect(read(text, count).value).toEqual([1, { a: true }, {}, []]);
  },
);

it.each(["\v", "\f", "\b", "\u00a0"])("other white space is refused: %j", (space) => {
  expect(() => read(`[${space}1]`, 100)).toThrow("a value is wrong at byte 1");
});

it("a step reads and writes no more than about its share, however long a text is", () => {
  const value = { a: "x".repeat(4_000_000), b: 'y"'.repeat(1_000_000) };
  const text = JSON.stringify(value);
  expect(read(text, 100_000).steps).toBeGreaterThan(text.length / 100_000);
  expect(write(value, 100_000).steps).toBeGreaterThan(text.length / 200_000);
});

it("a long text with escapes is decoded in as many steps as it was read in", () => {
  const { value, steps } = read(`"${"\\n".repeat(500_000)}"`, 100_000);
  expect(value === "\n".repeat(500_000)).toBe(true);
  expect(steps).toBeGreaterThan(18);
});

it("a long text without escapes is decoded at once, in a step in which nothing is read", () => {
  const reader = new SlicedReader(Buffer.from(JSON.stringify({ a: "x".repeat(100_000), b: 1 })), {
    strict: true,
  });
  expect([reader.step(1_000_000), reader.step(1_000_000)]).toEqual([false, true]);
});

describe("what is no JSON", () => {
  it.each([
    "",
    " ",
    "{",
    "[",
    '"',
    "{}{}",
    "[1,]",
    "[,1]",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "{,}",
    "{a:1}",
    "[1 2]",
    "{]",
    "[}",
    "[1}",
    '{"a":1]',
    "01",
    "1.",
    ".5",
    "+1",
    "-",
    "1e",
    "tru",
    "nul",
    "NaN",
    "undefined",
    "'a'",
    '"\\x"',
    '"\\u12"',
    '"\\u12"23"',
    '"a\nb"',
    '"\u0000"',
    '"\\',
    '"\\u',
    "\u00a01",
    "/**/1",
    "1//",
    "true1",
    '[1]"',
    "\ufeff{}",
    '"a" "b"',
    ":1",
    '{"a"::1}',
  ])("%j is refused", (text) => {
    expect(() => JSON.parse(text)).toThrow();
    for (const count of [1, 100]) expect(() => read(text, count)).toThrow(SlicedReadError);
  });

  it("is refused with the byte at which it was seen", () => {
    expect(() => read('{"a":1 "b"', 100)).toThrow(new SlicedReadError("a comma or an end is missing", 7));
  });
});

describe("what readers disagree about", () => {
  it.each([
    ['{"a":1,"a":2}', "a member is given twice"],
    ['{"__proto__":1}', "a member is named __proto__"],
    ['["\\ud800"]', "a text is not Unicode"],
    ['{"\\udc00":1}', "a text is not Unicode"],
  ])("%s is refused by the strict reader only", (text, reason) => {
    expect(() => read(text, 100, true)).toThrow(reason);
    expect(JSON.stringify(read(text, 100).value)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it("is taken as by JSON.parse: the last of repeated members, and __proto__ as a member", () => {
    const { value } = read('{"a":1,"__proto__":{"x":1},"a":2}', 3);
    expect(Object.keys(value as object)).toEqual(["a", "__proto__"]);
    expect([(value as { a: number }).a, Object.getPrototypeOf(value)]).toEqual([2, Object.prototype]);
  });

  it("includes bytes that are not UTF-8, which are replaced otherwise", () => {
    const bytes = Buffer.concat([Buffer.from('["a'), Buffer.from([0xff]), Buffer.from('"]')]);
    expect(() => read(bytes, 100, true)).toThrow("a text is not UTF-8");
    expect(read(bytes, 100).value).toEqual(["a\ufffd"]);
  });

  it.each([true, false])(
    "does not include numbers, which stay as they are written (strict: %s)",
    (strict) => {
      const text = "[9007199254740993,1e999,-1e999,0.1234567890123456789,1e20,-0,1.0,123456789012345,0.5]";
      const { value } = read(text, 100, strict);
      expect(JSON.stringify(value)).toBe(text);
      expect(write(value, 1000).text).toBe(text);
      expect((value as unknown[]).slice(-2)).toEqual([123456789012345, 0.5]);
    },
  );

  it("a byte order mark is passed over by the strict reader", () => {
    expect(read("\ufeff[1]", 100, true).value).toEqual([1]);
  });
});

it("a run of continuation bytes, a long number and long white space are no long step", () => {
  const bytes = Buffer.concat([Buffer.from('["'), Buffer.alloc(300_000, 0x80), Buffer.from('"]')]);
  expect(read(bytes, 1000).steps).toBeGreaterThan(290);
  expect(read(`${" ".repeat(300_000)}1`, 1000).steps).toBeGreaterThan(290);
  expect(() => read("1".repeat(100_000), 1000)).toThrow(SlicedReadError);
  expect(JSON.stringify(read("1".repeat(300), 1000).value)).toBe("1".repeat(300));
});

describe("values that are no plain JSON", () => {
  it.each([
    ["undefined members and items", { a: undefined, b: [undefined, () => 1, Symbol("x")], c: 1, d: () => 1 }],
    ["numbers that JSON lacks", { a: Number.NaN, b: [Number.POSITIVE_INFINITY, -0] }],
    ["a date", { a: new Date(0) }],
    ["an object without a prototype", { a: Object.assign(Object.create(null), { b: 1 }) }],
    ["a boxed text", { a: new String("x") }],
    ["a list with holes", { a: Object.assign([1], { 2: 2 }) }],
    ["half a surrogate pair", { a: "\ud800", b: `${"x".repeat(65_535)}\ud800${"y".repeat(70_000)}\udc00` }],
    ["a surrogate pair at the end of a part", { b: `${"x".repeat(65_535)}😀${"y".repeat(70_000)}` }],
    ["two pairs around the end of a part", { b: `${"x".repeat(65_534)}\u{10000}😀${"y".repeat(70_000)}` }],
    ["the first pair at the end of a part", { b: `${"x".repeat(65_535)}\u{10000}${"y".repeat(70_000)}` }],
    ["the last pair at the end of a part", { b: `${"x".repeat(65_535)}\u{10ffff}${"y".repeat(70_000)}` }],
  ])("%s are written as JSON.stringify writes them", (_, value) => {
    expect(write(value, 1000).text).toBe(JSON.stringify(value));
  });
});
