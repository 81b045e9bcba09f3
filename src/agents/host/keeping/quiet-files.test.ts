import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keeperWaits } from "./keeper-waits.ts";
import { filesQuiet } from "./quiet-files.ts";

/** The time that has passed, and what happens at the looks: it moves with every pause. */
const time = vi.hoisted(() => ({ now: 0, looks: 0, onLook: (_look: number): void => undefined }));
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => {
    time.now += ms;
    time.looks += 1;
    time.onLook(time.looks);
  },
}));

let home: string;
beforeEach(() => {
  Object.assign(time, { now: 0, looks: 0, onLook: () => undefined });
  vi.spyOn(performance, "now").mockImplementation(() => time.now);
  home = mkdtempSync(join(tmpdir(), "abp-quiet-"));
  mkdirSync(join(home, ".agent/sessions/deep"), { recursive: true });
  writeFileSync(join(home, ".agent/sessions/deep/wire.jsonl"), "x");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

const files = [".agent/sessions/", ".agent/index_"];

it("files that do not change are waited for once", async () => {
  await filesQuiet(home, files);
  expect(time.now).toBe(100);
  await filesQuiet(home);
  expect(time.now).toBe(200);
});

it.each([
  ["written", () => appendFileSync(join(home, ".agent/sessions/deep/wire.jsonl"), "y")],
  ["made", () => writeFileSync(join(home, ".agent/index_1"), "")],
  ["removed", () => rmSync(join(home, ".agent/sessions/deep/wire.jsonl"))],
])("a file that is %s is waited for again", async (_, change) => {
  time.onLook = (look) => {
    if (look === 3) change();
  };
  await filesQuiet(home, files);
  expect(time.now).toBe(160);
});

it("other files of the home do not count", async () => {
  time.onLook = (look) => writeFileSync(join(home, ".agent/log"), String(look));
  await filesQuiet(home, files);
  expect(time.now).toBe(100);
});

it("a link to nothing is a file that does not change", async () => {
  symlinkSync("nowhere", join(home, ".agent/index_2"));
  await filesQuiet(home, files);
  expect(time.now).toBe(100);
});

it("files that change for ever are waited for three seconds", async () => {
  time.onLook = () => appendFileSync(join(home, ".agent/index_1"), "z");
  await filesQuiet(home, files);
  expect(time.now).toBe(3020);
});

it("a host that keeps no agent waits for nothing", async () => {
  expect(keeperWaits({ sessionFiles: files }, { keepsAgent: false, home })).toBeUndefined();
  await keeperWaits({ sessionFiles: files }, { keepsAgent: true, home })?.written();
  expect(time.now).toBe(100);
});
