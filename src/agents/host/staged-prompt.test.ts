import { expect, it } from "vitest";
import { buildWorkOrder } from "../../contract/index.ts";
import { stagedPrompt } from "./staged-prompt.ts";

it("is the task if nothing is given along with it", () => {
  expect(stagedPrompt(buildWorkOrder("id", "do it"))).toBe("do it");
});

it("names files and quotes snippets after the task", () => {
  const context = {
    files: ["a.ts", "b/c.ts"],
    snippets: [
      { name: "log", content: "one\ntwo" },
      { name: "code", content: "``` and ````\n" },
    ],
  };
  expect(stagedPrompt(buildWorkOrder("id", "do it", { context }))).toBe(
    [
      "do it",
      "Files to consider:\n- a.ts\n- b/c.ts",
      "log:\n```\none\ntwo\n```",
      "code:\n`````\n``` and ````\n`````",
    ].join("\n\n"),
  );
});
