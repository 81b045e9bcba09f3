import { describe, expect, it } from "vitest";
import { listCountedMembers } from "../../fixtures/writer-notes.ts";
import { kimi } from "../../kimi/index.ts";

describe("a request to count tokens", () => {
  it("has the members that the vendor's counter takes, and no others", () => {
    const own: string[] = [];
    expect(listCountedMembers(kimi, own)).toEqual([...own, ...["messages", "model"]].sort());
  });
});
