import { describe, expect, it } from "vitest";
import { quote, readLine } from "./received-line.ts";

describe("readLine", () => {
  it("reads an object with a type, and keeps the time", () => {
    expect(readLine(' {"t":"pong","seq":1}\r', 12)).toEqual({ atMs: 12, frame: { t: "pong", seq: 1 } });
  });

  it.each(["", " ", "\t\r"])("gives nothing for a blank line: %j", (text) => {
    expect(readLine(text, 1)).toBeUndefined();
  });

  it.each([
    ["ready", 'a line is not JSON: "ready"'],
    ["[1]", 'a line is no JSON object: "[1]"'],
    ["null", 'a line is no JSON object: "null"'],
    ["7", 'a line is no JSON object: "7"'],
    ['{"a":1}', 'a line has no text member "t": "{\\"a\\":1}"'],
    ['{"t":1}', 'a line has no text member "t": "{\\"t\\":1}"'],
  ])("names the fault of %s", (text, fault) => {
    expect(readLine(text, 3)).toEqual({ atMs: 3, fault });
  });

  it("says where JSON is broken, where the line begins as an object", () => {
    expect(readLine('  {"t":"x",}', 3)).toEqual({
      atMs: 3,
      fault: expect.stringMatching(/^a line is no valid JSON \(.+\): " {2}\{/),
    });
  });
});

describe("quote", () => {
  it("shows up to 60 characters, and says that more follow", () => {
    expect(quote("x".repeat(60))).toBe(`"${"x".repeat(60)}"`);
    expect(quote(`${"x".repeat(60)}y`)).toBe(`"${"x".repeat(60)}" …`);
  });
});
