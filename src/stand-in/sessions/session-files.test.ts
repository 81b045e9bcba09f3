import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { usage } from "../fixtures/fakes.ts";
import { SessionFiles } from "./session-files.ts";
import { lastRun, withTurn } from "./session-table.ts";

describe("SessionFiles", () => {
  let root: string;
  let directory: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "abp-sessions-"));
    directory = join(root, "a", "b");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const entry = (session_id: string, cwd = "/w") => ({
    session_id,
    cwd,
    backend: "fake",
    turns: [{ run_id: `run-${session_id}`, prompt: "p" }],
  });
  const setTime = (id: string, seconds: number) =>
    utimesSync(join(directory, `${id}.json`), seconds, seconds);

  it("keeps an entry that another table of the same directory finds", async () => {
    await new SessionFiles(directory).record(entry("one"));
    expect(await new SessionFiles(directory).find("one")).toEqual(entry("one"));
    await new SessionFiles(directory).record({ ...entry("used"), usage });
    expect((await new SessionFiles(directory).find("used"))?.usage).toEqual(usage);
    expect(await new SessionFiles(directory).find("two")).toBeUndefined();
    expect(statSync(join(directory, "one.json")).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  it.each(["../one", "", "a/b", ".hidden", "-x", "x".repeat(129)])("takes %j for no session", async (id) => {
    const table = new SessionFiles(directory);
    await table.record(entry(id));
    expect(await table.find(id)).toBeUndefined();
    expect(() => readdirSync(directory)).toThrow();
  });

  it("ignores a file that it cannot read", async () => {
    const table = new SessionFiles(directory);
    await table.record(entry("one"));
    writeFileSync(join(directory, "bad.json"), "{}");
    expect(await table.find("bad")).toBeUndefined();
  });

  it("finds the newest session of a directory", async () => {
    const table = new SessionFiles(directory);
    expect(await table.latest("/w")).toBeUndefined();
    for (const [id, cwd, time] of [
      ["a", "/w", 300],
      ["b", "/w", 100],
      ["c", "/other", 400],
    ] as const) {
      await table.record(entry(id, cwd));
      setTime(id, time);
    }
    writeFileSync(join(directory, "note.txt"), "");
    expect((await table.latest("/w"))?.session_id).toBe("a");
    expect(await table.latest("/none")).toBeUndefined();
  });

  it("removes the oldest beyond its limit", async () => {
    const table = new SessionFiles(directory, 2);
    for (const [index, id] of ["a", "b"].entries()) {
      await table.record(entry(id));
      setTime(id, 100 + index);
    }
    await table.record(entry("c"));
    expect(readdirSync(directory).sort()).toEqual(["b.json", "c.json"]);
  });
});

describe("withTurn", () => {
  it("keeps the last 200 turns", () => {
    const before = Array.from({ length: 200 }, (_, index) => ({ run_id: `r${index}`, prompt: "" }));
    const { turns } = withTurn({ session_id: "s", cwd: "/", backend: "b" }, before, {
      run_id: "new",
      prompt: "p",
    });
    expect([turns.length, turns[0]?.run_id, turns.at(-1)?.run_id]).toEqual([200, "r1", "new"]);
    expect(lastRun({ session_id: "s", cwd: "/", backend: "b", turns })).toBe("new");
  });
});
