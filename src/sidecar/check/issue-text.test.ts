import { expect, it } from "vitest";
import { issueText } from "./issue-text.ts";

it("names the first fault with the path of the member", () => {
  const issues = [
    { path: ["meta", 0, "id"], message: "is required" },
    { path: [], message: "other" },
  ];
  expect(issueText({ issues })).toBe("meta.0.id: is required");
  expect(issueText({ issues: issues.slice(1) })).toBe("other");
});
