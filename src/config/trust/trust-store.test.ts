import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { makeProjectFile } from "./project-file.ts";
import { TrustStore } from "./trust-store.ts";

/** The error of each call of the file system with this name. */
const fault = vi.hoisted(() => ({ operation: "", error: new Error("no space") }));

vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  const failing = <Name extends "openSync" | "fsyncSync" | "renameSync">(name: Name) => ({
    [name]: (...args: unknown[]) => {
      if (fault.operation === name) throw fault.error;
      return (fs[name] as (...args: unknown[]) => unknown)(...args);
    },
  });
  return { ...fs, ...failing("openSync"), ...failing("fsyncSync"), ...failing("renameSync") };
});

let state: string;
let store: TrustStore;
const NOW = new Date("2026-01-02T03:04:05Z");
const one = makeProjectFile("/a/backplane.toml", Buffer.from("port = 1"));
const changed = makeProjectFile("/a/backplane.toml", Buffer.from("port = 2"));
const copied = makeProjectFile("/b/backplane.toml", Buffer.from("port = 1"));

beforeEach(() => {
  state = join(mkdtempSync(join(tmpdir(), "abp-trust-")), "state");
  store = new TrustStore(state);
});
afterEach(() => rmSync(join(state, ".."), { recursive: true, force: true }));

describe("the trust store", () => {
  test("trusts nothing by itself, and creates nothing if it is asked", () => {
    expect(store.trusts(one)).toBe(false);
    expect(store.list()).toEqual([]);
    expect(store.remove(one.path)).toBe(false);
    expect(statSync(state, { throwIfNoEntry: false })).toBeUndefined();
  });

  test("trusts nothing if a file stands in the place of the state directory", () => {
    writeFileSync(state, "");
    expect(store.trusts(one)).toBe(false);
    expect(store.list()).toEqual([]);
    expect(store.remove(one.path)).toBe(false);
    expect(() => store.add(one, NOW)).toThrow(expect.objectContaining({ code: "ENOTDIR" }));
  });

  test("trusts one content at one path", () => {
    expect(store.add(one, NOW)).toEqual({
      path: one.path,
      sha256: one.sha256,
      trusted_at: "2026-01-02T03:04:05.000Z",
      files: {},
    });
    expect([one, changed, copied].map((file) => store.trusts(file))).toEqual([true, false, false]);
    expect(new TrustStore(state).trusts(one)).toBe(true);
  });

  test.each(["openSync", "fsyncSync", "renameSync"])(
    "keeps what it trusted, and no other file, if %s fails while it writes",
    (operation) => {
      store.add(one, NOW);
      fault.operation = operation;
      try {
        expect(() => store.add(changed, NOW)).toThrow(fault.error);
      } finally {
        fault.operation = "";
      }
      expect([one, changed].map((file) => store.trusts(file))).toEqual([true, false]);
      expect(readdirSync(join(state, "trust"))).toEqual([basename(store.entryFile(one.path))]);
    },
  );

  test("replaces the content of a path, so that the older one is untrusted", () => {
    store.add(one, NOW);
    store.add(changed, NOW);
    expect([one, changed].map((file) => store.trusts(file))).toEqual([false, true]);
  });

  test("lists its entries by path, and forgets those that are removed", () => {
    store.add(copied, NOW);
    store.add(one, NOW);
    expect(store.list().map(({ path }) => path)).toEqual([one.path, copied.path]);
    expect(store.remove(one.path)).toBe(true);
    expect(store.remove(one.path)).toBe(false);
    expect(store.list().map(({ path }) => path)).toEqual([copied.path]);
    expect(store.trusts(one)).toBe(false);
  });

  test("lists many entries by path, in whichever order they came", () => {
    const paths = ["h", "c", "a", "f", "b", "g", "e", "d"].map((name) => `/${name}/backplane.toml`);
    for (const path of paths) store.add(makeProjectFile(path, Buffer.from("")), NOW);
    expect(store.list().map(({ path }) => path)).toEqual(paths.toSorted());
  });

  test("is in files of its owner alone, and leaves nothing else behind", () => {
    store.add(one, NOW);
    const directory = join(state, "trust");
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(store.entryFile(one.path)).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory).map((name) => join(directory, name))).toEqual([store.entryFile(one.path)]);
  });

  test("keeps nothing of a write that failed", () => {
    store.add(one, NOW);
    rmSync(store.entryFile(one.path));
    mkdirSync(store.entryFile(one.path));
    expect(() => store.add(one, NOW)).toThrow();
    expect(readdirSync(join(state, "trust"))).toHaveLength(1);
  });

  test("does not take an entry for one path as the entry of another", () => {
    store.add(one, NOW);
    writeFileSync(store.entryFile(copied.path), readFileSync(store.entryFile(one.path)), { mode: 0o600 });
    expect(store.trusts(copied)).toBe(false);
  });

  test.each(["", "{}", "[]", "null", '{"path":1,"sha256":2,"trusted_at":3}', "{"])(
    "trusts nothing by a damaged entry: %j",
    (text) => {
      store.add(one, NOW);
      writeFileSync(store.entryFile(one.path), text);
      expect(store.trusts(one)).toBe(false);
      expect(store.list()).toEqual([]);
    },
  );

  test("ignores files that are not entries", () => {
    store.add(one, NOW);
    writeFileSync(join(state, "trust/README"), "hello");
    expect(store.list()).toHaveLength(1);
  });

  test.each([
    ["the folder", () => join(state, "trust"), 0o770],
    ["the folder", () => join(state, "trust"), 0o702],
    ["an entry", () => store.entryFile(one.path), 0o620],
    ["an entry", () => store.entryFile(one.path), 0o602],
  ])("is refused if others can change %s (%#)", (_, path, mode) => {
    store.add(one, NOW);
    chmodSync(path(), mode);
    expect(() => store.trusts(one)).toThrow(AbpError);
    const unsafe = {
      code: "config_invalid",
      message: "other users can change the list of trusted project files",
      where: path(),
      advice: "Remove it, then trust your project files again with `abp config trust`.",
    };
    for (const attempt of [() => store.trusts(one), () => store.remove(one.path)])
      expect(attempt).toThrow(expect.objectContaining(unsafe));
  });

  test("does not follow a link, neither as the folder nor as an entry", () => {
    store.add(one, NOW);
    const other = join(state, "other");
    writeFileSync(other, readFileSync(store.entryFile(one.path)), { mode: 0o600 });
    rmSync(store.entryFile(one.path));
    symlinkSync(other, store.entryFile(one.path));
    expect(() => store.trusts(one)).toThrow(
      expect.objectContaining({
        code: "config_invalid",
        where: store.entryFile(one.path),
        message: "the list of trusted project files cannot be read",
        advice:
          "Check its permissions, or remove it and trust your project files again with `abp config trust`.",
        cause: expect.objectContaining({ code: "ELOOP" }),
      }),
    );
    rmSync(join(state, "trust"), { recursive: true });
    mkdirSync(join(state, "elsewhere"), { mode: 0o700 });
    symlinkSync(join(state, "elsewhere"), join(state, "trust"));
    expect(() => store.trusts(one)).toThrow(/other users can change/);
    expect(() => store.add(one, NOW)).toThrow(/other users can change/);
  });
});
