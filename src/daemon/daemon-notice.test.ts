import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readNotice, removeNotice, writeNotice } from "./daemon-notice.ts";

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "abp-notice-"));
});
afterEach(() => rmSync(state, { recursive: true }));

const notice = { url: "http://127.0.0.1:1", pid: process.pid };

it("the notice of a daemon is there as a whole whenever it is read, also while it is written again", async () => {
  await writeNotice(state, notice);
  let isWriting = true;
  const writing = (async () => {
    for (let count = 0; count < 200; count += 1) await writeNotice(state, notice);
    isWriting = false;
  })();
  const read: unknown[] = [];
  while (isWriting) read.push(await readNotice(state));
  await writing;
  expect(read.length).toBeGreaterThan(0);
  expect(read.filter((one) => one === undefined)).toEqual([]);
  expect([readdirSync(state), statSync(join(state, "daemon.json")).mode & 0o777]).toEqual([
    ["daemon.json"],
    0o600,
  ]);
});

it("a daemon removes its own notice alone", async () => {
  expect(await readNotice(state)).toBe(undefined);
  await writeNotice(state, { ...notice, pid: process.pid + 1 });
  await removeNotice(state);
  expect(await readNotice(state)).toMatchObject({ url: notice.url });
  await writeNotice(state, notice);
  await removeNotice(state);
  expect(await readNotice(state)).toBe(undefined);
});
