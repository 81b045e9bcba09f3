import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
    const result = spawnSync(process.execPath, args, { uid: nobody, gid: nobody, env: {} });
    if (/EACCES.*open.*\.ts|ERR_MODULE_NOT_FOUND/.test(result.stderr.toString())) {
      context.skip("needs another user who may read this checkout");
    }
    expect(result.stdout.toString().trim(), result.stderr.toString()).toBe("[] 0");
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

  it("W30 are detached where a process is still inside", async (context) => {
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
