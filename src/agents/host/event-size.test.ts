import { describe, expect, it } from "vitest";
import { boundedText, boundedValue } from "./event-size.ts";

const LIMIT = 2 * 1024 * 1024;

describe("a text of an event", () => {
  it("stays as it is up to the limit", () => {
    const text = "a".repeat(LIMIT);
    expect(boundedText(text)).toBe(text);
  });

  it("is cut after the limit, and says how much is missing", () => {
    const text = boundedText("a".repeat(LIMIT + 3));
    expect(text.slice(LIMIT)).toBe("\n[3 characters left out]");
  });
});

describe("a value of an event", () => {
  it.each([null, 1, true, "text", { a: [1] }, [{}]])("stays as it is where it is small: %j", (value) => {
    expect(boundedValue(value)).toBe(value);
  });

  it("becomes the beginning of its text if it is too large", () => {
    expect(boundedValue("b".repeat(LIMIT + 1))).toBe(`${"b".repeat(LIMIT)}\n[1 characters left out]`);
    const value = boundedValue({ a: "b".repeat(LIMIT) });
    expect(String(value).startsWith('{"a":"bbb')).toBe(true);
    expect(boundedValue({ a: "b".repeat(LIMIT - 8) })).toEqual({ a: "b".repeat(LIMIT - 8) });
  });
});
