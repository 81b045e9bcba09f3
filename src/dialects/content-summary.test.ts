import { describe, expect, it } from "vitest";
import { emptySummary, noteContent, summarizeContent } from "./content-summary.ts";

const call = { type: "tool_use", id: "c", name: "f", kind: "function", input: {} } as const;

describe("the summary of an answer's content", () => {
  it("says whether there are calls and whether there is a refusal", () => {
    expect(summarizeContent([])).toEqual({ hasCalls: false, hasRefusal: false });
    expect(summarizeContent([{ type: "text", text: "x" }, call])).toEqual({
      hasCalls: true,
      hasRefusal: false,
    });
    expect(summarizeContent([{ type: "refusal", text: "no" }])).toEqual({
      hasCalls: false,
      hasRefusal: true,
    });
    expect(summarizeContent([{ type: "refusal", text: "no" }, call])).toEqual({
      hasCalls: true,
      hasRefusal: true,
    });
  });

  it("can be put together block by block", () => {
    const summary = emptySummary();
    noteContent(summary, call);
    noteContent(summary, { type: "text", text: "x" });
    expect(summary).toEqual({ hasCalls: true, hasRefusal: false });
  });
});
