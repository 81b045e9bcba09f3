import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../lib/index.ts";
import { canOverlay, NEEDS_OVERLAY } from "./fixtures/overlay-support.ts";
import { namesIn, pathsOf, StageCase } from "./fixtures/stage-case.ts";

let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
});
afterEach(() => stageCase.clean());

const link = (target: string, path: string) => symlinkSync(target, join(stageCase.source, path));

describe.each(["copy", "overlay"] as const)("links by %s", (method) => {
  beforeEach(async (context) => {
    if (method === "overlay" && !(await canOverlay())) context.skip(NEEDS_OVERLAY);
  });

  it("W01 keeps links that lead outside as links, and never reads their targets", async () => {
    writeFileSync(join(stageCase.outside, "secret"), "the secret");
    const absolute = join(stageCase.outside, "secret");
    link(absolute, "absolute");
    link("../outside/secret", "relative");
    link("/etc", "directory");
    const stage = await stageCase.open({ method });
    expect(readlinkSync(join(stage.root, "absolute"))).toBe(absolute);
    expect(readlinkSync(join(stage.root, "relative"))).toBe("../outside/secret");
    expect(lstatSync(join(stage.root, "directory")).isSymbolicLink()).toBe(true);
    const { entries } = await stage.before();
    expect(entries).toEqual([
      {
        rawPath: "absolute",
        type: "symlink",
        mode: 0o777,
        size: absolute.length,
        sha256: sha256Hex(absolute),
      },
      { rawPath: "directory", type: "symlink", mode: 0o777, size: 4, sha256: sha256Hex("/etc") },
      { rawPath: "relative", type: "symlink", mode: 0o777, size: 17, sha256: sha256Hex("../outside/secret") },
    ]);
    expect(stage.skippedCount).toBe(0);
  });

  it("W02 keeps loops, dangling links and links to directories", async () => {
    stageCase.write({ "inner/file": "x" });
    link("loop-b", "loop-a");
    link("loop-a", "loop-b");
    link("..", "inner/up");
    link("nowhere", "dangling");
    link("inner", "to-directory");
    const stage = await stageCase.open({ method });
    expect(await pathsOf(stage)).toEqual([
      "s dangling",
      "d inner",
      "f inner/file",
      "s inner/up",
      "s loop-a",
      "s loop-b",
      "s to-directory",
    ]);
    expect(readlinkSync(join(stage.root, "to-directory"))).toBe("inner");
    expect(readFileSync(join(stage.root, "to-directory/file"), "utf8")).toBe("x");
  });

  it("W03 leaves out a link whose own path or whose target is excluded", async () => {
    stageCase.write({ "hidden/key": "x", "open/file": "y", "b.log": "z" });
    link("../hidden/key", "open/to-hidden");
    link("../hidden", "open/to-hidden-directory");
    link(join(stageCase.source, "hidden/key"), "open/absolute");
    link("../b.log", "open/to-log");
    link("../hidden/missing", "open/dangling");
    link("file", "open/name.log");
    link("file", "open/fine");
    const stage = await stageCase.open({ method, exclude: ["hidden", "*.log"] });
    expect(await pathsOf(stage)).toEqual(["d open", "f open/file", "s open/fine"]);
    expect(readdirSync(join(stage.root, "open")).toSorted()).toEqual(["file", "fine"]);
    expect(stage.skippedCount).toBe(0);
  });

  it("W03 leaves out a link that leads to a denied path, and names the rule", async () => {
    stageCase.write({ "secrets/key": "x", file: "y" });
    link("secrets/key", "to-key");
    link("secrets", "to-secrets");
    const stage = await stageCase.open({
      method,
      isDenied: (path) => (path === "secrets/" ? "deny_read[0]" : undefined),
    });
    expect(await pathsOf(stage)).toEqual(["f file"]);
    expect(stage.skipped).toEqual([
      { path: "secrets", reason: "denied", rule: "deny_read[0]" },
      { path: "to-key", reason: "leads to a denied path", rule: "deny_read[0]" },
      { path: "to-secrets", reason: "leads to a denied path", rule: "deny_read[0]" },
    ]);
    expect(await namesIn(stage)).toEqual(["file"]);
  });

  it("W03 asks the policy about the path that a link resolves to", async () => {
    writeFileSync(join(stageCase.outside, "key"), "x");
    mkdirSync(join(stageCase.outside, "folder"));
    link("../outside/key", "to-key");
    link("../outside/folder", "to-folder");
    const asked: (string | undefined)[] = [];
    const stage = await stageCase.open({
      method,
      isDenied: (path, resolved) => {
        if (path.startsWith("to-")) asked.push(resolved);
        return resolved === `${stageCase.outside}/folder/` ? "rule" : undefined;
      },
    });
    expect(asked).toEqual(expect.arrayContaining([undefined, join(stageCase.outside, "key")]));
    expect(await pathsOf(stage)).toEqual(["s to-key"]);
  });

  it("W05 copies the content of a hard link into a new inode", async () => {
    writeFileSync(join(stageCase.outside, "file"), "original");
    linkSync(join(stageCase.outside, "file"), join(stageCase.source, "hard"));
    linkSync(join(stageCase.outside, "file"), join(stageCase.source, "hard-2"));
    const stage = await stageCase.open({ method });
    await stage.before();
    writeFileSync(join(stage.root, "hard"), "changed");
    expect(readFileSync(join(stageCase.outside, "file"), "utf8")).toBe("original");
    expect(readFileSync(join(stage.root, "hard-2"), "utf8")).toBe("original");
    if (method === "copy") expect(statSync(join(stage.root, "hard")).nlink).toBe(1);
  });
});

describe("include patterns", () => {
  it("W03 take a link only if its path and the path it leads to are included", async () => {
    stageCase.write({ "src/a.ts": "a", "docs/b.md": "b" });
    link("a.ts", "src/fine.ts");
    link("../docs/b.md", "src/b.md");
    link("../docs", "src/docs");
    link("/etc/hostname", "src/outside");
    link("src/a.ts", "top.ts");
    const stage = await stageCase.open({ include: ["src/**"] });
    expect(await pathsOf(stage)).toEqual([
      "d src",
      "f src/a.ts",
      "s src/docs",
      "s src/fine.ts",
      "s src/outside",
    ]);
  });
});
