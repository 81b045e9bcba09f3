import { expect, it } from "vitest";
import { and, encodeProgram, ifEqualSkip, load, returns, unlessEqualSkip, unlessGreaterSkip } from "./bpf.ts";

it.each([
  ["load", load(4), { code: 0x20, jt: 0, jf: 0, k: 4 }],
  ["and", and(0xff), { code: 0x54, jt: 0, jf: 0, k: 0xff }],
  ["returns", returns(7), { code: 0x06, jt: 0, jf: 0, k: 7 }],
  ["unlessEqualSkip", unlessEqualSkip(5, 255), { code: 0x15, jt: 0, jf: 255, k: 5 }],
  ["ifEqualSkip", ifEqualSkip(5, 2), { code: 0x15, jt: 2, jf: 0, k: 5 }],
  ["unlessGreaterSkip", unlessGreaterSkip(5, 2), { code: 0x25, jt: 0, jf: 2, k: 5 }],
])("%s is one instruction of the kernel", (_, made, instruction) => {
  expect(made).toEqual(instruction);
});

it("refuses a jump that does not fit into 8 bits", () => {
  for (const jump of [ifEqualSkip, unlessEqualSkip, unlessGreaterSkip])
    expect(() => jump(0, 256)).toThrow(RangeError);
});

it("writes 8 bytes for each instruction, the low ones first, and at most 4096 instructions", () => {
  const program = [{ code: 0x0102, jt: 3, jf: 4, k: 0x05060708 }, returns(0xffffffff)];
  expect(encodeProgram(program).toString("hex")).toBe(["0201030408070605", "06000000ffffffff"].join(""));
  expect(encodeProgram(Array.from({ length: 4096 }, () => load(0)))).toHaveLength(4096 * 8);
  expect(() => encodeProgram(Array.from({ length: 4097 }, () => load(0)))).toThrow(RangeError);
});
