import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Directory } from "../walk/directory.ts";
import { GitDirectory } from "./git-directory.ts";

const system = vi.hoisted(() => ({ hides: (_place: string): boolean => false }));
// The root of an overlay is another file system than its upper directory. `hides` says of a pack that the mount does not show it.
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  return {
    ...fs,
    renameSync: (from: string, to: string) => {
      if (to.endsWith("/.git")) throw Object.assign(new Error("another file system"), { code: "EXDEV" });
      const shown = (path: string) => (system.hides(path) ? `${path}.hidden` : path);
      fs.renameSync(shown(from), shown(to));
    },
  };
});

const PACK = `objects/pack/pack-${"a".repeat(40)}.pack`;
let path: string;
let root: Directory;
let git: GitDirectory;
let inode: number;
const at = (name: string) => join(path, name);

beforeEach(() => {
  system.hides = () => false;
  path = mkdtempSync(join(tmpdir(), "abp-git-directory-"));
  mkdirSync(at("root"));
  root = Directory.open(at("root"));
  git = GitDirectory.make(at("git"));
  writeFileSync(at(`git/${PACK}`), "the pack", { mode: 0o444 });
  writeFileSync(at(`git/${PACK.replace(".pack", ".idx")}`), "the index");
  inode = statSync(at(`git/${PACK}`)).ino;
});
afterEach(() => {
  root.close();
  rmSync(path, { recursive: true, force: true });
});

/** Places the repository, and returns the inode of the pack. */
async function place(upper: Directory | undefined): Promise<number> {
  await git.place(root, upper);
  upper?.close();
  expect(readFileSync(at(`root/.git/${PACK}`), "utf8")).toBe("the pack");
  expect(readFileSync(at(`root/.git/${PACK.replace(".pack", ".idx")}`), "utf8")).toBe("the index");
  expect(readFileSync(at("root/.git/HEAD"), "utf8")).toBe("ref: refs/heads/main\n");
  expect(readdirSync(at("root/.git/objects/pack"))).toHaveLength(2);
  expect(readdirSync(path)).not.toContain("git");
  return statSync(at(`root/.git/${PACK}`)).ino;
}

it.each([
  ["main", ["main"]],
  ["work/one", ["work", "work/one"]],
  ["a/b/c", ["a", "a/b", "a/b/c"]],
])("a finished repository has the branch %s and no other", (branch, places) => {
  const commit = "1".repeat(40);
  git.finish(branch, commit, Buffer.from("index"));
  const heads = readdirSync(at("git/refs/heads"), { recursive: true }).map(String).sort();
  expect(heads).toEqual(places);
  expect(readFileSync(at(`git/refs/heads/${branch}`), "latin1")).toBe(`${commit}\n`);
  expect(readFileSync(at("git/HEAD"), "latin1")).toBe(`ref: refs/heads/${branch}\n`);
  expect(readFileSync(at("git/index"), "latin1")).toBe("index");
});

describe("the repository of an overlay", () => {
  it("gets its packs by the upper directory, without a copy", async () => {
    expect(await place(Directory.open(at("root")))).toBe(inode);
  });

  it("gets copies if there is no upper directory", async () => {
    expect(await place(undefined)).not.toBe(inode);
  });

  it("gets copies if the upper directory is another one", async () => {
    mkdirSync(at("other/.git/objects/pack"), { recursive: true });
    expect(await place(Directory.open(at("other")))).not.toBe(inode);
    expect(readdirSync(at("other/.git/objects/pack"))).toEqual([]);
  });

  it("gets copies if the upper directory lacks what was made", async () => {
    mkdirSync(at("empty"));
    expect(await place(Directory.open(at("empty")))).not.toBe(inode);
    expect(readdirSync(at("empty"))).toEqual([]);
  });

  it("gets copies if the mount does not show what is put below it", async () => {
    system.hides = (place) => realpathSync(dirname(place)) === realpathSync(at("root/.git/objects/pack"));
    expect(await place(Directory.open(at("root")))).not.toBe(inode);
  });
});
