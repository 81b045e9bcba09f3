import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { becomeOwner, hasEnded, listOwners, succeedOwner } from "./owner.ts";

let directory: string;
const lockOf = (id: string) => join(directory, "owners", `${id}.lock`);
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-owner-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("an owner", () => {
  it("has an id of its own and a lock in a private directory", async () => {
    const [one, other] = [await becomeOwner(directory), await becomeOwner(directory)];
    expect(one.id).not.toBe(other.id);
    expect([one.id, other.id]).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{24}$/)));
    expect([existsSync(lockOf(one.id)), existsSync(lockOf(other.id))]).toEqual([true, true]);
    expect(statSync(join(directory, "owners")).mode & 0o777).toBe(0o700);
    one.release(true);
    other.release(true);
  });

  it("has no successor while it lives", async () => {
    const owner = await becomeOwner(directory);
    expect(succeedOwner(directory, owner.id)).toBeUndefined();
    owner.release(false);
    const successor = succeedOwner(directory, owner.id);
    expect(successor?.id).toBe(owner.id);
    expect(succeedOwner(directory, owner.id)).toBeUndefined();
    successor?.release(true);
  });

  it("counts as living if its lock cannot be tried, and has no successor then", () => {
    mkdirSync(lockOf("x"), { recursive: true });
    expect(hasEnded(directory, "x")).toBe(false);
    expect(() => succeedOwner(directory, "x")).toThrow("unable to open database file");
  });

  it("leaves its lock file behind only on request", async () => {
    const owner = await becomeOwner(directory);
    owner.release(false);
    expect(existsSync(lockOf(owner.id))).toBe(true);
    succeedOwner(directory, owner.id)?.release(true);
    expect(existsSync(lockOf(owner.id))).toBe(false);
  });

  it("is released even if its lock file was deleted", async () => {
    const owner = await becomeOwner(directory);
    rmSync(lockOf(owner.id));
    owner.release(true);
  });

  it("can be succeeded if its lock file is missing", async () => {
    const owner = await becomeOwner(directory);
    owner.release(true);
    const successor = succeedOwner(directory, owner.id);
    expect(successor).toBeDefined();
    successor?.release(true);
  });

  it("cannot be succeeded if its lock cannot be examined", () => {
    expect(() => succeedOwner(directory, "gone")).toThrow(/unable to open/);
  });

  it("is listed while its lock file exists, and has ended when nobody holds the lock", async () => {
    expect(listOwners(directory)).toEqual([]);
    const owner = await becomeOwner(directory);
    expect([listOwners(directory), hasEnded(directory, owner.id)]).toEqual([[owner.id], false]);
    owner.release(false);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect([listOwners(directory), hasEnded(directory, owner.id)]).toEqual([[owner.id], true]);
    }
    succeedOwner(directory, owner.id)?.release(true);
    expect([listOwners(directory), hasEnded(directory, owner.id)]).toEqual([[], true]);
    expect(existsSync(lockOf(owner.id))).toBe(false);
  });
});
