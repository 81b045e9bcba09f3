import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { earlierUsage } from "./earlier-usage.ts";

let folder: string;
const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "abp-claude-state-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function state(value: unknown): void {
  writeFileSync(join(folder, ".claude.json"), JSON.stringify(value));
}

const project = { lastSessionId: "s", lastModelUsage: { m: { inputTokens: 7, outputTokens: 2 } } };

it("is what the state file says of the session", async () => {
  state({
    projects: { "/other": { lastSessionId: "x", lastModelUsage: { m: { inputTokens: 1 } } }, "/ws": project },
  });
  expect(await earlierUsage(folder, "s")).toEqual({ ...nothing, input: 7, output: 2 });
});

it("is nothing for another session, or none", async () => {
  state({ projects: { "/ws": project, "/new": { lastModelUsage: { m: { inputTokens: 9 } } } } });
  expect(await earlierUsage(folder, "other")).toEqual(nothing);
  expect(await earlierUsage(folder, undefined)).toEqual(nothing);
});

it("is nothing if the state file is missing or says nothing", async () => {
  expect(await earlierUsage(folder, "s")).toEqual(nothing);
  for (const value of [{}, { projects: [] }, { projects: { a: 1 } }, "text"]) {
    state(value);
    expect(await earlierUsage(folder, "s")).toEqual(nothing);
  }
});
