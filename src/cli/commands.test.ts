import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderCliReference } from "../../scripts/cli-reference.ts";
import { commands, groups } from "./commands.ts";

it("docs/commands.md describes every command, argument, option and default: run `npm run generate`", () => {
  const stored = new URL("../../docs/commands.md", import.meta.url);
  expect(renderCliReference()).toBe(readFileSync(stored, "utf8"));
});

it("every group has commands, and every command with two words belongs to a group", () => {
  const first = commands.filter(({ path }) => path.length > 1).map(({ path }) => path[0]);
  expect(new Set(first)).toEqual(new Set(groups.map(({ name }) => name)));
});
