import { describe, expect, it } from "vitest";
import { listCountedMembers } from "../../fixtures/writer-notes.ts";
import { claude } from "../index.ts";

describe("a request to count tokens", () => {
  it("has the members that the vendor's counter takes, and no others", () => {
    const own = [
      "output_format",
      "cache_control",
      "compaction",
      "context_management",
      "mcp_servers",
      "speed",
    ];
    expect(listCountedMembers(claude, own)).toEqual(
      [
        ...own,
        ...["messages", "model", "output_config", "system", "thinking", "tool_choice", "tools"],
      ].sort(),
    );
  });
});
