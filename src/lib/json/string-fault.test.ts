import { describe, expect, it } from "vitest";
import { findStringFault, type StringFault } from "./string-fault.ts";

const end = (offset: number): StringFault => ({
  rule: "unexpected-end",
  reason: "the text ends inside a string",
  offset,
});
const control = (name: string, offset: number): StringFault => ({
  rule: "control-character",
  reason: `the control character ${name} inside a string`,
  offset,
});
const escape_ = (offset: number): StringFault => ({
  rule: "bad-escape",
  reason: "an escape that JSON does not have",
  offset,
});
const half = (offset: number): StringFault => ({
  rule: "lone-surrogate",
  reason: "half of a surrogate pair",
  offset,
});

describe("the fault of a string", () => {
  it.each<[string, StringFault]>([
    ["", end(0)],
    ["ab", end(2)],
    [String.raw`a\"b`, end(4)],
    [String.raw`\"\\\/\b\f\n\r\t`, end(16)],
    ["a\\", end(2)],
    [String.raw`\\`, end(2)],
    [String.raw`\u`, end(2)],
    [String.raw`\u00e`, end(5)],
    [String.raw`\u00e9`, end(6)],
    [String.raw`\u00E9x`, end(7)],
    ["a\nb", control("U+000A", 1)],
    ["\u001f", control("U+001F", 0)],
    [" \u0000", control("U+0000", 1)],
    [String.raw`a\x`, escape_(1)],
    [String.raw`\'`, escape_(0)],
    [String.raw`\u00eg`, escape_(0)],
    [String.raw`\u00e"`, escape_(0)],
    [String.raw`\u 0e9`, escape_(0)],
    [String.raw`\ud83d\ude00`, end(12)],
    [String.raw`\ud83d\ude00\x`, escape_(12)],
    [String.raw`\ud800\udc00\udbff\udfff`, end(24)],
    [String.raw`\ud7ff\ue000`, end(12)],
    [String.raw`a\ud800`, half(1)],
    [String.raw`\udbff`, half(0)],
    [String.raw`a\udc00`, half(1)],
    [String.raw`\udfff`, half(0)],
    [String.raw`\ud83dx`, half(0)],
    [String.raw`\ud83d\n`, half(0)],
    [String.raw`\ud83d\ud83d`, half(0)],
    [String.raw`\ud83d\udbff`, half(0)],
    [String.raw`\ud83d\ue000`, half(0)],
    [String.raw`\ud83d\ud`, half(0)],
    [String.raw`\x\ud83d`, escape_(0)],
  ])("of %j is the first from the left", (text, fault) => {
    expect(findStringFault(text, 0)).toEqual(fault);
    expect(findStringFault(`["${text}`, 2)).toEqual({ ...fault, offset: fault.offset + 2 });
  });
});
