import { describe, expect, it } from "vitest";
import { listCountedMembers } from "../../fixtures/writer-notes.ts";
import { gemini } from "../index.ts";

describe("a request to count tokens", () => {
  it("has the members that the vendor's counter takes, and no others", () => {
    const own: string[] = [];
    expect(listCountedMembers(gemini, own)).toEqual([...own, ...["generateContentRequest"]].sort());
  });
});
