import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StageDirectory } from "../../workspace/index.ts";
import { writeKeptSession } from "./kept-session.ts";
import { sweepHomes } from "./sweep-homes.ts";

let homesDir: string;
beforeEach(() => {
  homesDir = mkdtempSync(join(tmpdir(), "abp-swept-"));
});
afterEach(() => rmSync(homesDir, { recursive: true, force: true }));

const now = new Date("2026-02-01T00:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

/** A home whose runtime was killed, or has ended. */
function leave(runId: string): string {
  const directory = StageDirectory.make(homesDir, runId);
  directory.close();
  const owner = join(directory.path, "owner.json");
  const document = JSON.parse(readFileSync(owner, "utf8")) as Record<string, unknown>;
  writeFileSync(owner, JSON.stringify({ ...document, start_time: "1" }));
  mkdirSync(join(directory.path, "home"));
  writeFileSync(join(directory.path, "home/file"), "x");
  return directory.path;
}

async function leaveKept(runId: string, days: number): Promise<void> {
  const path = leave(runId);
  await writeKeptSession(path, { runId, conversation: runId, backend: "b", keptAt: daysAgo(days) });
}

describe("the sweep of homes", () => {
  it("removes what a killed runtime left without a session, and what is too old", async () => {
    leave("killed");
    await leaveKept("fresh", 2);
    await leaveKept("edge", 30);
    await leaveKept("old", 31);
    StageDirectory.make(homesDir, "running").close();
    mkdirSync(join(homesDir, "not-ours"));
    writeFileSync(join(homesDir, "not-ours/file"), "x");
    expect(await sweepHomes(homesDir, { days: 30, now })).toEqual([]);
    expect(readdirSync(homesDir).sort()).toEqual(["edge", "fresh", "not-ours", "running"]);
  });

  it("has nothing to do if there are no homes", async () => {
    expect(await sweepHomes(join(homesDir, "none"), { days: 30, now })).toEqual([]);
  });

  it("says what it could not remove", async () => {
    const abandoned = async () => [
      { runId: "a", remove: async () => ["/a/x"] },
      { runId: "b", remove: async () => ["/b/y"] },
    ];
    expect(await sweepHomes(homesDir, { days: 30, now }, abandoned)).toEqual(["/a/x", "/b/y"]);
  });
});
