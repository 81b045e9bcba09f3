import { describe, expect, it } from "vitest";
import { listCountedMembers } from "../../fixtures/writer-notes.ts";
import { codex } from "../index.ts";

describe("a request to count tokens", () => {
  it("has the members that the vendor's counter takes, and no others", () => {
    const own = ["conversation", "personality", "truncation"];
    expect(listCountedMembers(codex, own)).toEqual(
      [
        ...own,
        ...[
          "input",
          "instructions",
          "model",
          "parallel_tool_calls",
          "previous_response_id",
          "reasoning",
          "text",
          "tool_choice",
          "tools",
        ],
      ].sort(),
    );
  });
});
