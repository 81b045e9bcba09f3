import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { takeWriterLock } from "../writer-lock.ts";
import { KeyStore } from "./index.ts";

vi.mock("node:timers/promises", () => ({ setTimeout: vi.fn(async () => undefined) }));

let directory: string;
beforeEach(() => {
  vi.mocked(setTimeout).mockClear();
  directory = mkdtempSync(join(tmpdir(), "abp-key-lock-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

it("a change of the keys tries 100 times to take the lock that another process holds", async () => {
  const lock = takeWriterLock(join(directory, "lock"));
  await expect(new KeyStore(directory).create()).rejects.toMatchObject({ code: "ledger_in_use" });
  expect(vi.mocked(setTimeout).mock.calls).toEqual(Array(99).fill([20]));
  lock.release();
});

it("a change of the keys fails at once if the lock cannot be used", async () => {
  mkdirSync(join(directory, "lock"));
  await expect(new KeyStore(directory).create()).rejects.toMatchObject({
    code: expect.not.stringMatching("ledger_in_use"),
  });
  expect(vi.mocked(setTimeout)).not.toHaveBeenCalled();
});

it("a change of the keys goes on as soon as the lock is free", async () => {
  const lock = takeWriterLock(join(directory, "lock"));
  vi.mocked(setTimeout)
    .mockResolvedValueOnce(undefined)
    .mockImplementationOnce(async () => lock.release());
  expect(await new KeyStore(directory).create()).toMatchObject({ status: "in_force" });
  expect(vi.mocked(setTimeout).mock.calls).toEqual([[20], [20]]);
});

it("a key that appears while the lock is held does not hide that the lock could not be taken", async () => {
  const store = new KeyStore(directory);
  const other = new KeyStore(join(directory, "other"));
  await other.create();
  const lock = takeWriterLock(join(directory, "lock"));
  vi.mocked(setTimeout).mockImplementationOnce(async () => copyFileSync(other.keySetPath, store.keySetPath));
  await expect(store.ensure()).rejects.toMatchObject({ code: "ledger_in_use" });
  lock.release();
  expect(await store.ensure()).toBeUndefined();
});

it("a key that another process makes first is enough", async () => {
  const store = new KeyStore(directory);
  const other = new KeyStore(join(directory, "other"));
  await other.create();
  const lock = takeWriterLock(join(directory, "lock"));
  vi.mocked(setTimeout).mockImplementationOnce(async () => {
    copyFileSync(other.keySetPath, store.keySetPath);
    lock.release();
  });
  expect(await store.ensure()).toBeUndefined();
  expect(await store.list()).toEqual(await other.list());
});

it("a key that is in force for a moment only is not enough", async () => {
  const store = new KeyStore(directory);
  await store.create();
  vi.spyOn(store, "list").mockResolvedValue([]);
  await expect(store.ensure()).rejects.toMatchObject({
    code: "usage_invalid",
    message: "a key is in force already; rotate it instead",
    where: directory,
  });
});

it("a key that is in force is enough, also while the lock is held", async () => {
  const store = new KeyStore(directory);
  await store.create();
  const lock = takeWriterLock(join(directory, "lock"));
  expect(await store.ensure()).toBeUndefined();
  expect(vi.mocked(setTimeout)).not.toHaveBeenCalled();
  lock.release();
});
