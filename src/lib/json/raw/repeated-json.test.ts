import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { RepeatedJson } from "../index.ts";
import { parseAsWritten } from "./as-written.ts";

const STEPS = ["choices", 0, "delta"] as const;
const chunk = (content: string, more: object = {}) =>
  JSON.stringify({
    id: "c1",
    created: 17,
    choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }],
    usage: null,
    ...more,
  });

/** Parses the texts one after another. Says of each value whether it took a template, besides. */
function parseAll(texts: readonly string[], steps: readonly (string | 0)[] = STEPS) {
  const reader = new RepeatedJson(steps);
  const parse = vi.spyOn(JSON, "parse");
  return texts.map((text) => {
    parse.mockClear();
    const value = reader.parse(text);
    return { value, isRepeat: parse.mock.calls.every(([parsed]) => parsed !== text) };
  });
}

const repeats = (texts: readonly string[], steps?: readonly (string | 0)[]) =>
  parseAll(texts, steps).map(({ isRepeat }) => isRepeat);

describe("a sequence of JSON texts", () => {
  it("has the values that each text has alone, and copies what repeats itself", () => {
    const texts = [chunk("Hel"), chunk("lo"), chunk(""), chunk('a "quoted"\n\\ word'), chunk("ü😀\u2028")];
    const parsed = parseAll(texts);
    expect(parsed.map(({ value }) => value)).toEqual(texts.map((text) => parseAsWritten(text)));
    expect(parsed.map(({ isRepeat }) => isRepeat)).toEqual([false, true, true, true, true]);
    expect(parsed.map(({ value }) => JSON.stringify(value))).toEqual(texts);
  });

  it("is parsed anew when anything else differs", () => {
    const others = [
      chunk("a", { id: "c2" }),
      chunk("a", { created: 18 }),
      chunk("a").replace('"assistant"', '"user"'),
      chunk("a").replace("null}", '"stop"}'),
      chunk("a", { usage: { total: 1 } }),
      chunk("a").replace('"content":"a"', '"content":"a","content":"b"'),
      chunk("a").replace('"content":"a"', '"content":["a"]'),
      "{}",
    ];
    for (const other of others) {
      const [, second] = parseAll([chunk("x"), other]);
      expect(second).toEqual({ value: parseAsWritten(other), isRepeat: false });
    }
  });

  it("refuses what JSON.parse refuses", () => {
    for (const bad of ['a"', "a\n", "\\x", "\\", 'a","b']) {
      const reader = new RepeatedJson(STEPS);
      reader.parse(chunk("x"));
      const text = chunk("x").replace('"x"', `"${bad}"`);
      expect(() => parseAsWritten(text)).toThrow(SyntaxError);
      expect(() => reader.parse(text)).toThrow(SyntaxError);
    }
  });

  it("learns from no text whose string it cannot find for certain", () => {
    const unsure = [
      chunk("c1"),
      chunk("content"),
      chunk(":"),
      chunk("x").replace('"x"', '"\\u0078"').replace('"c1"', '"x"'),
      chunk("x").replace('"role"', '"r\\u006fle"'),
      chunk("x", { logprobs: {} }),
      chunk("x").replace('"index":0', '"index":0,"logprobs":{}'),
      chunk("x").replace('"role"', '"tool_calls":[],"role"'),
      JSON.stringify({ choices: [] }),
      JSON.stringify({ choices: [{ delta: { content: "x" } }, { delta: { content: "y" } }] }),
      JSON.stringify({ choices: { 0: { delta: { content: "x" } } } }),
      JSON.stringify({ choices: [{ delta: null }] }),
      JSON.stringify({ choices: [{ delta: { content: 1 } }] }),
      JSON.stringify([{ delta: { content: "x" } }]),
      '"x"',
      "null",
    ];
    for (const text of unsure) {
      const other = text.replaceAll("x", "z");
      const parsed = parseAll([text, text, other, text]);
      expect([text, ...parsed.map(({ isRepeat }) => isRepeat)]).toEqual([text, false, false, false, false]);
      expect(parsed.map(({ value }) => JSON.stringify(value))).toEqual(
        [text, text, other, text].map((one) => JSON.stringify(parseAsWritten(one))),
      );
    }
  });

  it("keeps numbers as they are written", () => {
    const texts = ["x", "y", "z"].map((content) => chunk(content).replace("17", "1.0"));
    expect(parseAll(texts).map(({ value }) => JSON.stringify(value))).toEqual(texts);
  });

  it("shares no object between its values", () => {
    const [first, second, third] = parseAll([chunk("a"), chunk("b"), chunk("c")]).map(
      ({ value }) => value as { choices: { delta: { content: string } }[] },
    );
    second!.choices[0]!.delta.content = "changed";
    second!.choices.push(second!.choices[0]!);
    expect([first, third]).toEqual([parseAsWritten(chunk("a")), parseAsWritten(chunk("c"))]);
    expect(third!.choices).not.toBe(first!.choices);
  });

  it("takes the last string of the object, and steps of any number", () => {
    const delta = (text: string) => `{"type":"d","index":0,"delta":{"type":"text_delta","text":"${text}"}}`;
    expect(repeats([delta("a"), delta("b")], ["delta"])).toEqual([false, true]);
    expect(repeats(['{"a":"x"}', '{"a":"y"}'], [])).toEqual([false, true]);
    expect(repeats(['[["x"]]', '[["y"]]'], [0])).toEqual([false, false]);
  });

  it("is searched for repetition no longer after eight texts that were not repeated, but goes on after a repetition", () => {
    const different = Array.from({ length: 8 }, (_, at) => chunk("a", { id: `other ${at}` }));
    expect(repeats([...different.slice(1), chunk("a"), chunk("b")]).slice(-2)).toEqual([false, true]);
    expect(repeats([...different, chunk("a"), chunk("b")]).slice(-2)).toEqual([false, false]);
    const resumed = [
      ...different.slice(1),
      chunk("a"),
      chunk("b"),
      ...different.slice(1),
      chunk("a"),
      chunk("b"),
    ];
    expect(repeats(resumed).slice(-2)).toEqual([false, true]);
  });

  it("has the values of JSON.parse, whatever its texts are", () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom("a", "c1", '"', "\\", "content", '","content":"', "1.0"),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.boolean()), { maxLength: 12 }), (words) => {
        const reader = new RepeatedJson(STEPS);
        for (const [content, isRaw] of words) {
          const text = isRaw ? chunk("mark").replace("mark", () => content) : chunk(content);
          let expected: unknown;
          try {
            expected = parseAsWritten(text);
          } catch {
            expect(() => reader.parse(text)).toThrow(SyntaxError);
            continue;
          }
          expect(reader.parse(text)).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });
});
