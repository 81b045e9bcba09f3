import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findGitSettings } from "./find-git-settings.ts";

const BAD = '[core]\n\tfsmonitor = "rm -r x"\n';
const GOOD = "[core]\n\tbare = false\n";
let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-git-settings-")));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
const find = (...paths: readonly string[]) => findGitSettings(root, paths).sort();

describe("the dangerous configurations of git in a tree", () => {
  it("are those of a repository, of its worktrees and of its submodules", () => {
    put({
      ".git/config": BAD,
      ".git/config.worktree": BAD,
      ".git/worktrees/one/config.worktree": BAD,
      ".git/worktrees/one/config": BAD,
      ".git/worktrees/file": "",
      ".git/modules/a/config": BAD,
      ".git/modules/a/b/config.worktree": BAD,
      ".git/other/config": BAD,
    });
    expect(find(".git")).toEqual([
      ".git/config",
      ".git/config.worktree",
      ".git/modules/a/b/config.worktree",
      ".git/modules/a/config",
      ".git/worktrees/one/config.worktree",
    ]);
    expect(find()).toEqual([]);
  });

  it("are only those that may start programs, or cannot be read", () => {
    put({ "a/.git/config": GOOD, "b/.git/config": BAD, "c/.git/config": GOOD, "d/.git/config": GOOD });
    truncateSync(join(root, "c/.git/config"), 1024 ** 2);
    truncateSync(join(root, "d/.git/config"), 1024 ** 2 + 1);
    mkdirSync(join(root, "e/.git/config"), { recursive: true });
    mkdirSync(join(root, "f/.git"), { recursive: true });
    symlinkSync("../../b/.git/config", join(root, "f/.git/config"));
    symlinkSync("b/.git", join(root, "link"));
    const names = ["a", "b", "c", "d", "e", "f", "gone"].map((name) => `${name}/.git`);
    const found = find(...names, "link");
    expect(found).toEqual(
      expect.arrayContaining(["b/.git/config", "d/.git/config", "e/.git/config", "f/.git/config"]),
    );
    for (const path of ["a/.git/config", "link/config", "gone/.git/config"])
      expect(found).not.toContain(path);
  });

  it("are those of the repository that a file names, inside of the tree", () => {
    put({
      "sub/.git": "gitdir: ../real\nmore\n",
      "real/config": BAD,
      "abs/.git": `gitdir:${root}/./x/../real`,
      "out/.git": "gitdir: ../../elsewhere",
      "none/.git": "nothing",
      "spaced/.git": " gitdir: \t../real \t\r\n",
      "later/.git": "x gitdir: ../real",
      "empty/.git": "gitdir:",
      "common/.git/commondir": " ../../real \r\n",
      "work/.git": "gitdir: ../main/worktrees/work",
      "main/worktrees/work/commondir": "../..\n",
      "main/config": BAD,
    });
    expect(find("sub/.git")).toEqual(["real/config"]);
    expect(find("sub/.git", "abs/.git")).toEqual(["real/config"]);
    expect(find("abs/.git")).toEqual(["real/config"]);
    expect(find("spaced/.git")).toEqual(["real/config"]);
    expect(find("common/.git")).toEqual(["real/config"]);
    expect(find("out/.git", "none/.git", "later/.git", "empty/.git")).toEqual([]);
    expect(find("work/.git")).toEqual(["main/config"]);
  });

  it("are followed through two files, and eight directories of submodules", () => {
    put({
      "a/.git": "gitdir: ../b",
      b: "gitdir: c",
      c: "gitdir: d",
      "d/config": BAD,
      "e/.git": "gitdir: ../c",
    });
    expect(find("a/.git")).toEqual([]);
    expect(find("e/.git")).toEqual(["d/config"]);
    const nested = (depth: number) => `.git/modules/${"s/".repeat(depth)}config`;
    put({ [nested(8)]: BAD, [nested(9)]: BAD });
    expect(find(".git")).toEqual([nested(8)]);
  });

  it("may have names of any bytes", () => {
    const rawName = "\u00e9";
    mkdirSync(Buffer.from(`${root}/${rawName}`, "latin1"));
    mkdirSync(Buffer.from(`${root}/${rawName}/.git`, "latin1"));
    writeFileSync(Buffer.from(`${root}/${rawName}/.git/config`, "latin1"), BAD);
    expect(find(`${rawName}/.git`)).toEqual([`${rawName}/.git/config`]);
  });
});
