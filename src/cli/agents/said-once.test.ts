import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sayOnce } from "./said-once.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-said-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

it("says a text once for each name, and again when it changed", async () => {
  const said: string[] = [];
  const say = (name: string, text: string, stateDirectory = join(root, "state")) =>
    sayOnce({ stateDirectory, name }, text, (line) => said.push(line));
  await say("a", "one");
  await say("a", "one");
  await say("b", "one");
  await say("a", "two");
  expect(said).toEqual(["one", "one", "two"]);
});

it("says it each time if nothing can be remembered", async () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  const said: string[] = [];
  for (let time = 0; time < 2; time += 1)
    await sayOnce({ stateDirectory: file, name: "a" }, "one", (line) => said.push(line));
  expect(said).toEqual(["one", "one"]);
});
