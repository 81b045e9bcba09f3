import { expect, it } from "vitest";
import { ToolUses } from "./tool-uses.ts";

it("remember what was announced and what was asked for", () => {
  const uses = new ToolUses();
  const use = { nativeName: "Read", input: {}, parentId: undefined };
  uses.announce("a", use);
  expect(uses.find("a")).toBe(use);
  expect(uses.find("b")).toBeUndefined();
  expect(uses.wasAsked("a")).toBe(false);
  uses.asked("a");
  expect(uses.wasAsked("a")).toBe(true);
});
