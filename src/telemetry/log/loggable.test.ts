import { describe, expect, test } from "vitest";
import { toLoggable } from "./loggable.ts";

describe("a loggable value", () => {
  test.each<[string, unknown, unknown]>([
    ["a symbol", Symbol("s"), "Symbol(s)"],
    ["a function, with its first line", () => 1, "() => 1"],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["an invalid date", new Date(Number.NaN), null],
    ["a URL", new URL("https://h/p"), "https://h/p"],
    ["bytes", new Uint8Array(3), "[3 bytes]"],
    ["a buffer", new ArrayBuffer(4), "[4 bytes]"],
    [
      "a map",
      new Map<unknown, unknown>([
        ["a", { b: 1 }],
        [5, 2],
      ]),
      { a: { b: 1 }, entry: 2 },
    ],
    [
      "headers",
      new Headers({ accept: "x", authorization: "canary" }),
      { accept: "x", authorization: "[redacted]" },
    ],
    ["the parameters of a query", new URLSearchParams("a=1&token=canary"), { a: "1", token: "[redacted]" }],
    ["an object that only calls itself headers", { [Symbol.toStringTag]: "Headers", a: 1 }, { a: 1 }],
    ["a set", new Set([1, "a"]), [1, "a"]],
    ["a header list", ["accept", "x", "x-api-key", "canary"], ["accept", "x", "x-api-key", "[redacted]"]],
    ["members", { a: [{ b: null }] }, { a: [{ b: null }] }],
  ])("is made of %s", (_, value, expected) => {
    expect(toLoggable(value, [])).toEqual(expected);
  });

  test("ends at twelve levels", () => {
    let value: unknown = "leaf";
    for (let level = 0; level < 12; level++) value = [value];
    expect(JSON.stringify(toLoggable(value, []))).toContain("leaf");
    expect(JSON.stringify(toLoggable([value], []))).toContain("[too deep]");
  });

  test("cuts texts of more than 8,192 characters", () => {
    expect(toLoggable("a ".repeat(4096), [])).toBe("a ".repeat(4096));
    expect(toLoggable({ t: ["a ".repeat(4097)] }, [])).toEqual({ t: [`${"a ".repeat(4096)}…`] });
  });
});
