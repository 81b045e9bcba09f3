import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepareCodexHome } from "./codex-home.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-codex-home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it("The folder of Codex is made for its owner only", async () => {
  const folder = await prepareCodexHome(home);
  expect(folder).toBe(join(home, ".codex"));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it("The index of threads is removed from the folder of an earlier run, and nothing else", async () => {
  const folder = join(home, ".codex");
  mkdirSync(join(folder, "sessions"), { recursive: true });
  const kept = ["thread_history_1.sqlite", "x_state_5.sqlite", "state_5.txt", "state_.sqlite"];
  for (const name of ["state_5.sqlite", "state_5.sqlite-wal", "state_16.sqlite-shm", ...kept]) {
    writeFileSync(join(folder, name), "");
  }
  await prepareCodexHome(home);
  expect(readdirSync(folder).sort()).toEqual(["sessions", ...kept].sort());
});
