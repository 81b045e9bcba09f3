import { describe, expect, it, vi } from "vitest";
import { Frames } from "./frames.ts";
import { LONG_TEXT, LongTexts } from "./long-texts.ts";

const long = `"é\n😀`.repeat(LONG_TEXT);

describe("JSON with long texts", () => {
  it.each([
    [{ a: long, b: [long, undefined, null, 1.5, true], c: undefined, "d\n": {} }],
    [[[], [{}], "short", long]],
    [{ a: "x".repeat(LONG_TEXT), b: "\ud800" }],
    [null],
    ["short"],
  ])("is written as JSON.stringify writes it (%#)", (value) => {
    expect(new LongTexts().write(value) === JSON.stringify(value)).toBe(true);
  });

  it("has no text for what JSON does not have", () => {
    expect(new LongTexts().write(undefined)).toBeUndefined();
  });
});

describe("events that repeat a long text", () => {
  /** How often a long text is quoted. */
  function quotes(work: () => void): number {
    const spy = vi.spyOn(JSON, "stringify");
    work();
    const count = spy.mock.results.filter(({ value }) => (value as string).length > LONG_TEXT).length;
    spy.mockRestore();
    return count;
  }

  it("quote it once if a delta carried it", () => {
    const frames = new Frames();
    const texts: string[] = [];
    expect(
      quotes(() => {
        texts.push(frames.delta("<", "|", long, ">"));
        texts.push(frames.frame("x", { text: long }));
        texts.push(...frames.repeat(["y", "z"], { part: { text: long } }));
      }),
    ).toBe(1);
    const quoted = JSON.stringify(long);
    expect(texts[0] === `<0|${quoted}>`).toBe(true);
    const parsed = texts.slice(1).map((text) => JSON.parse(text.split("data: ")[1]!) as object);
    expect(parsed).toEqual([
      { type: "x", sequence_number: 1, text: long },
      { type: "y", sequence_number: 2, part: { text: long } },
      { type: "z", sequence_number: 3, part: { text: long } },
    ]);
  });

  it("quote it once if they know that it comes", () => {
    const frames = new Frames();
    frames.expectLong();
    expect(
      quotes(() => {
        frames.frame("x", { item: { result: long } });
        frames.frame("y", { response: { output: [{ result: long }] } });
      }),
    ).toBe(1);
  });

  it("quote it twice at most if they were not", () => {
    const frames = new Frames();
    expect(
      quotes(() => {
        for (const type of ["a", "b", "c"]) frames.frame(type, { text: long });
      }),
    ).toBe(2);
  });
});
