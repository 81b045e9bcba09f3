import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isRunId, readKeptSession, writeKeptSession } from "./kept-session.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-kept-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const note = { run_id: "r2", conversation: "r1", backend: "b", kept_at: "2026-01-02T03:04:05.000Z" };
const kept = { runId: "r2", conversation: "r1", backend: "b", keptAt: new Date(note.kept_at) };
const file = () => join(directory, "session.json");

describe("the note of a kept home", () => {
  it("is written for its user alone, and read back", async () => {
    await writeKeptSession(directory, kept);
    expect(readFileSync(file(), "utf8")).toBe(`${JSON.stringify(note)}\n`);
    expect(statSync(file()).mode & 0o077).toBe(0);
    expect(await readKeptSession(directory)).toEqual(kept);
  });

  it("is missing if nothing was written", async () => {
    expect(await readKeptSession(directory)).toBeUndefined();
  });

  it.each([
    "{",
    "null",
    '"text"',
    "7",
    JSON.stringify({ ...note, run_id: "../r" }),
    JSON.stringify({ ...note, conversation: undefined }),
    JSON.stringify({ ...note, backend: 1 }),
    JSON.stringify({ ...note, kept_at: 0 }),
    JSON.stringify({ ...note, kept_at: "soon" }),
  ])("is none of ours with the content %s", async (content) => {
    writeFileSync(file(), content);
    expect(await readKeptSession(directory)).toBeUndefined();
  });
});

it.each([
  ["r", true],
  ["0.a-b_C", true],
  ["x".repeat(128), true],
  ["x".repeat(129), false],
  ["", false],
  [".r", false],
  ["a/b", false],
  [7, false],
])("%j can be the id of a run: %s", (value, isId) => {
  expect(isRunId(value)).toBe(isId);
});
