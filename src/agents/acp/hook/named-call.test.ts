import { describe, expect, it } from "vitest";
import type { AcpToolCall } from "../tool-calls.ts";
import { hookOfNamedCalls } from "./named-call.ts";

describe("a hook that names the id of a call", () => {
  it.each([
    [
      { tool_name: "Bash", tool_input: { a: 1 }, tool_call_id: "c1" },
      { nativeName: "Bash", input: { a: 1 }, id: "c1" },
    ],
    [{}, { nativeName: "unknown", input: {}, id: "" }],
    [
      { tool_name: 1, tool_input: ["a"], tool_call_id: 2 },
      { nativeName: "unknown", input: {}, id: "" },
    ],
  ])("reads %j as %j", (question, read) => {
    expect(hookOfNamedCalls.read(question)).toEqual(read);
  });

  it.each([
    ["c1", "c1", true],
    ["c1", "0:c1", true],
    ["c1", "0c1", false],
    ["c1", "c1:0", false],
    ["", "", false],
    ["", "0:", false],
  ])("with the id %j asks about the call %j: %s", (id, call, isAbout) => {
    const question = { nativeName: "Bash", input: {}, id };
    expect(hookOfNamedCalls.isAbout(question, { id: call } as AcpToolCall)).toBe(isAbout);
  });
});
