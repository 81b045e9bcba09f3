import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import { NoteList } from "../walk/note-list.ts";
import { TreeError } from "../walk/tree-fault.ts";
import type { PlannedDirectory, TreePlan } from "../walk/tree-plan.ts";
import { ByteCount } from "./byte-count.ts";
import type { ScanOptions } from "./scan-threads.ts";
import { retryOnChange, scanTree } from "./tree-scan.ts";

const log: string[] = vi.hoisted(() => []);
let scanned: {
  entries: ManifestEntry[];
  unreadable: string[];
  vanished: ManifestEntry[];
  foreignCount: number;
};
let failure: Error | undefined;
let buildFailure: Error | undefined;

class FakeThreads {
  static options: ScanOptions | undefined;
  static directories: readonly PlannedDirectory[] = [];
  constructor(options: ScanOptions) {
    FakeThreads.options = options;
    log.push("start");
  }
  async scan(directories: readonly PlannedDirectory[]) {
    log.push(`scan ${directories.map(({ rawPath }) => rawPath || ".").join(" ")}`);
    FakeThreads.directories = directories;
    return scanned;
  }
  async check() {
    log.push("check begins");
    await Promise.resolve();
    log.push("check");
    if (failure !== undefined) throw failure;
    return {
      isChanged: true,
      kept: [{ blobs: [{ rawPath: "a/1", oid: "0123", mode: 1, size: 2, modifiedMs: 5 }] }],
    };
  }
  async close() {
    await Promise.resolve();
    log.push("close");
  }
}
vi.mock("./scan-threads.ts", () => ({
  get ScanThreads() {
    return FakeThreads;
  },
}));

const entry = (rawPath: string, mode: number): ManifestEntry => ({
  rawPath,
  type: "file",
  mode,
  size: 1,
  sha256: "s",
});
const directory = (rawPath: string, mode: number, isForeign = false) => ({
  rawPath,
  mode,
  stamp: { dev: 1, ino: 2, size: 3, modifiedMs: 4, changedMs: 5 },
  isForeign,
  files: [],
  links: [],
});
const plan: TreePlan = {
  directories: [directory("", 0o1777, true), directory("a", 0o3777, true), directory("b", 0o777)],
  omitted: [],
  entryCount: 2,
  fileCount: 0,
  crossesFileSystems: false,
};
const source = { prefix: "/s" } as Directory;
let notes: NoteList;
const run = (listed = plan, keep?: Parameters<typeof scanTree>[0]["keep"]) =>
  scanTree({
    source,
    walk: async () => {
      log.push("walk");
      return listed;
    },
    notes,
    maxBytes: 5,
    build: async (read) => {
      log.push("build");
      await Promise.resolve();
      if (buildFailure !== undefined) throw buildFailure;
      return read;
    },
    ...(keep === undefined ? {} : { keep }),
    signal: new AbortController().signal,
  });

beforeEach(() => {
  log.length = 0;
  notes = new NoteList();
  failure = undefined;
  buildFailure = undefined;
  scanned = {
    entries: [entry("f", 0o4755), entry("g", 0o777)],
    unreadable: ["x"],
    vanished: [entry("v", 0o644)],
    foreignCount: 3,
  };
});

describe("the scan of a tree", () => {
  it("starts threads before it walks, checks after it has read, and builds meanwhile", async () => {
    const result = await run();
    expect(log).toEqual(["start", "walk", "scan . a b", "check begins", "build", "check", "close"]);
    expect(FakeThreads.options).toMatchObject({ source, maxBytes: 5 });
    expect(result.plan).toBe(plan);
    expect(result.kept).toMatchObject([{ blobs: [{ rawPath: "a/1", oid: "0123" }] }]);
    expect([result.built.vanished, result.isChanged]).toEqual([scanned.vanished, true]);
    expect(result.built.entries).toEqual([
      ...scanned.entries,
      { rawPath: "a", type: "directory", mode: 0o3777, size: 0, sha256: "" },
      { rawPath: "b", type: "directory", mode: 0o777, size: 0, sha256: "" },
    ]);
  });

  it("reads directories and names in the order of the paths of files", async () => {
    const directories = [
      { ...directory("", 0o777), files: ["b", "a"], links: ["d", "c"] },
      directory("x0", 0o777),
      directory("x", 0o777),
      directory("x/y", 0o777),
      { ...directory("x-y", 0o777), files: ["\xff", "Z"] },
    ];
    await run({ ...plan, directories });
    expect(log).toContain("scan . x-y x x/y x0");
    const [root, next] = FakeThreads.directories;
    expect(root).toEqual({ ...directories[0], files: ["a", "b"], links: ["c", "d"] });
    expect(next!.files).toEqual(["Z", "\xff"]);
  });

  it("says which names of each directory are ignored", async () => {
    const paths = ["x", "y", "", "a", "a/b", "a/b/c"];
    const directories = paths.map((rawPath) => directory(rawPath === "" ? "" : rawPath, 0o777));
    const ignoredIn = async (ignored: ReadonlySet<string> | undefined) => {
      const keep = { prepare: async () => ignored } as never;
      await run({ ...plan, directories }, keep);
      return FakeThreads.directories.flatMap(({ rawPath, ignored: own }) =>
        own === undefined ? [] : [[rawPath, [...own]]],
      );
    };
    expect(await ignoredIn(new Set(["i", "a/i", "a/j", "a/b/c/i", "x/i", "none/i"]))).toEqual([
      ["", ["i"]],
      ["a", ["i", "j"]],
      ["a/b/c", ["i"]],
      ["x", ["i"]],
    ]);
    expect(await ignoredIn(new Set())).toEqual([]);
    expect(await ignoredIn(undefined)).toEqual([]);
  });

  it("W10 notes what is unreadable and what a copy does not keep, without the root", async () => {
    await run();
    expect(notes.sorted()).toEqual([{ path: "x", reason: "unreadable" }]);
    expect(notes.unkept).toEqual({ owners: 4, specialBits: 2 });
  });

  it("closes the threads if something changed, and notes nothing", async () => {
    failure = new Error("changed");
    await expect(run()).rejects.toBe(failure);
    expect(log.at(-1)).toBe("close");
    expect(notes.count).toBe(0);
  });

  it("closes the threads if nothing can be built", async () => {
    buildFailure = new Error("not built");
    await expect(run()).rejects.toBe(buildFailure);
    expect(log.at(-1)).toBe("close");
  });
});

describe("a second try", () => {
  const changed = (reason: string) => new TreeError({ kind: "changed", rawPath: "", reason });

  it("W27 follows the first change, and no second one", async () => {
    let tries = 0;
    const attempt = (failures: number) => async () => {
      tries += 1;
      if (tries <= failures) throw changed(`try ${tries}`);
      return tries;
    };
    expect(await retryOnChange(attempt(0))).toBe(1);
    tries = 0;
    expect(await retryOnChange(attempt(1))).toBe(2);
    tries = 0;
    await expect(retryOnChange(attempt(9))).rejects.toMatchObject({ fault: { reason: "try 2" } });
    expect(tries).toBe(2);
  });

  it("follows no other failure", async () => {
    const full = new TreeError({ kind: "full", rawPath: "", reason: "" });
    for (const error of [full, Object.assign(new Error("x"), { fault: { kind: "changed" } })]) {
      const attempt = vi.fn(() => Promise.reject(error));
      await expect(retryOnChange(attempt)).rejects.toBe(error);
      expect(attempt).toHaveBeenCalledTimes(1);
    }
  });
});

describe("the count of bytes", () => {
  it("W08 is shared, and exceeded by the first byte beyond the limit", () => {
    const memory = ByteCount.memory();
    const [one, other] = [new ByteCount(memory, 10), new ByteCount(memory, 10)];
    expect([one.add(4), other.add(6), one.add(0), other.add(1)]).toEqual([true, true, true, false]);
  });

  it("W08 takes limits that are no whole numbers of 64 bits", () => {
    const count = new ByteCount(ByteCount.memory(), Number.POSITIVE_INFINITY);
    expect([count.add(Number.MAX_SAFE_INTEGER), count.add(1)]).toEqual([true, false]);
  });
});
