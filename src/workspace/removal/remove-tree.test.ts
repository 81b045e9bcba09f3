import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { faultSize } from "../../../test/fault-size.ts";
import { StageCase } from "../stage/fixtures/stage-case.ts";
import { Directory } from "../walk/directory.ts";
import { mountsBelow, parseMountPoints, unmountBelow } from "./mounts.ts";
import { emptyDirectory } from "./remove-tree.ts";

let directory: string;
const at = (path: string) => join(directory, path);

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "abp-removal-")));
  mkdirSync(at("tree"));
  mkdirSync(at("outside"));
  writeFileSync(at("outside/kept"), "kept");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await unmountBelow(directory);
  spawnSync("chattr", ["-R", "-i", directory], { stdio: "ignore" });
  spawnSync("rm", ["-rf", directory]);
});

async function empty(keep?: string): Promise<readonly string[]> {
  const tree = Directory.open(at("tree"));
  try {
    return await emptyDirectory(tree, keep);
  } finally {
    tree.close();
  }
}

describe("emptyDirectory", () => {
  it("W30 removes links, and never what they lead to", async () => {
    chmodSync(at("outside"), 0o555);
    chmodSync(at("outside/kept"), 0o400);
    symlinkSync("../outside", at("tree/to-directory"));
    symlinkSync("../outside/kept", at("tree/to-file"));
    symlinkSync("/", at("tree/to-root"));
    mkdirSync(at("tree/inner"));
    symlinkSync("../../outside", at("tree/inner/up"));
    expect(await empty()).toEqual([]);
    expect(readdirSync(at("tree"))).toEqual([]);
    expect(readdirSync(at("outside"))).toEqual(["kept"]);
    expect(statSync(at("outside")).mode & 0o777).toBe(0o555);
    expect(statSync(at("outside/kept")).mode & 0o777).toBe(0o400);
  });

  it("W30 removes directories without permissions", async () => {
    mkdirSync(at("tree/closed/inner"), { recursive: true });
    writeFileSync(at("tree/closed/inner/file"), "x");
    chmodSync(at("tree/closed/inner/file"), 0);
    chmodSync(at("tree/closed/inner"), 0o555);
    chmodSync(at("tree/closed"), 0);
    expect(await empty()).toEqual([]);
    expect(readdirSync(at("tree"))).toEqual([]);
  });

  it("W30 removes directories without permissions as an ordinary user", (context) => {
    if (process.geteuid?.() !== 0) context.skip("the test above shows it for an ordinary user");
    const nobody = 65534;
    const program = `
      const fs = await import("node:fs");
      const { Directory } = await import(${JSON.stringify(join(import.meta.dirname, "../walk/directory.ts"))});
      const { emptyDirectory } = await import(${JSON.stringify(join(import.meta.dirname, "remove-tree.ts"))});
      const root = process.argv[1];
      let path = root;
      for (let level = 0; level < 70; level += 1) fs.mkdirSync((path += "/d"));
      for (; path !== root; path = path.slice(0, -2)) fs.chmodSync(path, 0);
      console.log(JSON.stringify(await emptyDirectory(Directory.open(root))), fs.readdirSync(root).length);`;
    chmodSync(directory, 0o755);
    chmodSync(at("tree"), 0o777);
    const args = ["--input-type=module", "-e", program, at("tree")];
    const user = { uid: nobody, gid: nobody, env: {}, cwd: "/", encoding: "utf8" as const };
    const canRead = spawnSync(process.execPath, ["--check", import.meta.filename], user).status === 0;
    if (!canRead) context.skip("needs a checkout that others can read");
    const result = spawnSync(process.execPath, args, user);
    expect(result.stdout.trim(), result.stderr).toBe("[] 0");
  });

  it("W30 removes a tree of any depth with few open files", async () => {
    let current = Directory.open(at("tree"));
    const levels = faultSize(3000, 100_000);
    for (let level = 0; level < levels; level += 1) {
      writeFileSync(current.place("f"), "");
      mkdirSync(current.place("d"));
      const child = current.child("d");
      current.close();
      current = child;
    }
    current.close();
    expect(await empty()).toEqual([]);
    expect(readdirSync(at("tree"))).toEqual([]);
  }, 300_000);

  it("W30 reports what it cannot remove, and removes everything else", async (context) => {
    mkdirSync(at("tree/a/b"), { recursive: true });
    writeFileSync(at("tree/a/b/immutable"), "x");
    writeFileSync(at("tree/a/b/other"), "x");
    writeFileSync(at("tree/c"), "x");
    if (spawnSync("chattr", ["+i", at("tree/a/b/immutable")]).status !== 0)
      context.skip("needs root and chattr");
    expect(await empty()).toEqual(["a/b/immutable"]);
    expect(readdirSync(at("tree"))).toEqual(["a"]);
    expect(readdirSync(at("tree/a/b"))).toEqual(["immutable"]);
  });

  it("W30 reports at most a hundred places, with the paths that they had, also of what was moved up", async () => {
    const deep = Array.from({ length: 70 }, () => "d").join("/");
    mkdirSync(at(`tree/${deep}`), { recursive: true });
    for (let index = 0; index < 101; index += 1) writeFileSync(at(`tree/${deep}/f${index}`), "");
    const place = Directory.prototype.place;
    vi.spyOn(Directory.prototype, "place").mockImplementation(function (this: Directory, name) {
      if (name.startsWith("f")) throw Object.assign(new Error("EBUSY"), { code: "EBUSY" });
      return place.call(this, name);
    });
    const left = await empty();
    expect(left).toHaveLength(100);
    expect(new Set(left.map((each) => each.replace(/\d+$/, "")))).toEqual(new Set([`${deep}/f`]));
  });

  it("W30 follows no link that took the place of a directory after it was listed", async () => {
    chmodSync(at("outside"), 0o555);
    symlinkSync("../outside", at("tree/swapped"));
    const list = Directory.prototype.list;
    vi.spyOn(Directory.prototype, "list").mockImplementation(function (this: Directory) {
      const entries = list.call(this);
      for (const entry of entries) if (entry.name === "swapped") entry.isDirectory = () => true;
      return entries;
    });
    expect(await empty()).toEqual(["swapped"]);
    expect(readdirSync(at("outside"))).toEqual(["kept"]);
    expect(statSync(at("outside")).mode & 0o777).toBe(0o555);
  });

  it("W30 takes what is gone already for removed", async () => {
    mkdirSync(at("tree/a"));
    writeFileSync(at("tree/a/x"), "");
    const place = Directory.prototype.place;
    vi.spyOn(Directory.prototype, "place").mockImplementation(function (this: Directory, name) {
      const path = place.call(this, name);
      if (name === "x") rmSync(path);
      return path;
    });
    expect(await empty()).toEqual([]);
    expect(readdirSync(at("tree"))).toEqual([]);
  });

  it("W30 moves only what is deeper than 64 levels, to the top, and leaves no directory open", async (context) => {
    if (!existsSync("/proc/self/fd")) context.skip("needs /proc");
    const openFiles = () => readdirSync("/proc/self/fd").length;
    const before = openFiles();
    let most = 0;
    const tops: string[] = [];
    const list = Directory.prototype.list;
    vi.spyOn(Directory.prototype, "list").mockImplementation(function (this: Directory) {
      most = Math.max(most, openFiles() - before);
      const entries = list.call(this);
      for (const { name } of entries) if (name.startsWith(".deep-")) tops.push(name);
      return entries;
    });
    const make = (levels: number) =>
      mkdirSync(at(`tree/${Array.from({ length: levels }, () => "d").join("/")}`), { recursive: true });
    make(64);
    expect(await empty()).toEqual([]);
    expect([most, tops.length]).toEqual([65, 0]);
    make(65);
    expect(await empty()).toEqual([]);
    expect([most, tops.length]).toEqual([65, 1]);
    expect(tops[0]).toMatch(/^\.deep-[0-9a-f-]{36}$/);
    expect(readdirSync(at("tree"))).toEqual([]);
    expect(openFiles()).toBe(before);
  });

  it("W30 lets other work go on, one entry at a time", async () => {
    mkdirSync(at("tree/a"));
    for (const name of ["a/x", "a/y", "z"]) writeFileSync(at(`tree/${name}`), "");
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 100));
    let turns = 0;
    const count = () => {
      turns += 1;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    expect(await empty()).toEqual([]);
    clearImmediate(immediate);
    expect(turns).toBe(4);
  });

  it("W30 removes elsewhere than on Linux by the descriptor of the parent", async () => {
    const platform = Object.getOwnPropertyDescriptor(process, "platform")!;
    mkdirSync(at("tree/a/b"), { recursive: true });
    Object.defineProperty(process, "platform", { ...platform, value: "darwin" });
    try {
      const child = vi.spyOn(Directory.prototype, "child");
      expect(await empty()).toEqual([]);
      expect(child.mock.calls).toEqual([["a"], ["b"]]);
    } finally {
      Object.defineProperty(process, "platform", platform);
    }
    expect(readdirSync(at("tree"))).toEqual([]);
  });

  it("keeps the entry that is named", async () => {
    writeFileSync(at("tree/owner"), "x");
    mkdirSync(at("tree/inner"));
    writeFileSync(at("tree/inner/owner"), "x");
    expect(await empty("owner")).toEqual([]);
    expect(readdirSync(at("tree"))).toEqual(["owner"]);
  });
});

describe("mounts", () => {
  it("W30 are unmounted before a stage is removed, and what they showed stays", async (context) => {
    const stageCase = new StageCase();
    try {
      stageCase.write({ "dir with space/file": "x" });
      const stage = await stageCase.open();
      const point = join(stage.root, "dir with space");
      if (spawnSync("mount", ["--bind", at("outside"), point]).status !== 0) context.skip("needs root");
      spawnSync("mount", ["-t", "tmpfs", "abp-test", point]);
      expect(await mountsBelow(stageCase.directory)).toEqual([point, point]);
      expect(await stage.remove()).toEqual([]);
      expect(stageCase.stages()).toEqual([]);
      expect(readdirSync(at("outside"))).toEqual(["kept"]);
    } finally {
      await stageCase.clean();
    }
  });

  it("W30 are detached if a process is still inside", async (context) => {
    mkdirSync(at("tree/point"));
    if (spawnSync("mount", ["-t", "tmpfs", "abp-test", at("tree/point")]).status !== 0)
      context.skip("needs root");
    const inside = Directory.open(at("tree/point"));
    expect(await unmountBelow(at("tree"))).toEqual([]);
    inside.close();
  });

  it("are found by their decoded names, only at and below the path", () => {
    const line = (point: string) => `44 27 0:39 / ${point} rw,nosuid - overlay overlay rw\n`;
    expect(parseMountPoints(line("/a\\040b") + line("/c"))).toEqual(["/a b", "/c"]);
  });

  it("are not those of a directory whose name only begins alike", async (context) => {
    mkdirSync(at("tree-2"));
    if (spawnSync("mount", ["-t", "tmpfs", "abp-test", at("tree-2")]).status !== 0)
      context.skip("needs root");
    expect(await mountsBelow(at("tree"))).toEqual([]);
    expect(await mountsBelow(directory)).toEqual([at("tree-2")]);
    expect(await mountsBelow(at("tree-2"))).toEqual([at("tree-2")]);
  });
});
