import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeObjectView } from "./object-view.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-view-"));
  mkdirSync(join(root, "objects"));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(join(root, "objects", dirname(path)), { recursive: true });
    writeFileSync(join(root, "objects", path), "");
  }
}
const descriptorCount = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);

/** What a view of the objects shows. */
function view() {
  const before = descriptorCount();
  const gitDir = join(root, "view");
  makeObjectView(gitDir, join(root, "objects"));
  expect(descriptorCount()).toBe(before);
  const list = (path: string) => readdirSync(join(gitDir, path)).sort();
  return { gitDir, objects: list("objects"), packs: list("objects/pack"), all: list("") };
}

it("a view of objects shows the directories of loose objects and the packs, by links", () => {
  const pack = `pack/pack-${"a".repeat(40)}`;
  put("00/one", "ff/two", "ff/three", `${pack}.pack`, `${pack}.idx`);
  const { gitDir, objects, packs } = view();
  expect([objects, packs]).toEqual([
    ["00", "ff", "pack"],
    [`pack-${"a".repeat(40)}.idx`, `pack-${"a".repeat(40)}.pack`],
  ]);
  expect(readlinkSync(join(gitDir, "objects/ff"))).toBe(join(root, "objects/ff"));
  expect(readlinkSync(join(gitDir, `objects/${pack}.idx`))).toBe(join(root, `objects/${pack}.idx`));
});

it("a view of objects shows nothing else of a repository", () => {
  put("info/alternates", "0/x", "000/x", "0G/x", "AA/x", "11/deep/x", "file");
  put(
    "pack/other",
    "pack/pack-1.pack",
    `pack/pack-${"a".repeat(40)}.rev`,
    `pack/x/pack-${"a".repeat(40)}.idx`,
  );
  mkdirSync(join(root, "objects/22"));
  symlinkSync("/etc/hostname", join(root, "objects/22/link"));
  symlinkSync("22", join(root, "objects/33"));
  symlinkSync("/etc/hostname", join(root, `objects/pack/pack-${"b".repeat(40)}.pack`));
  mkdirSync(join(root, `objects/pack/pack-${"c".repeat(40)}.pack`));
  expect(view()).toMatchObject({ objects: ["pack"], packs: [] });
});

it("a view of objects is a private bare repository", () => {
  const { gitDir, all } = view();
  expect(all).toEqual(["HEAD", "config", "objects", "refs"]);
  const modes = ["", "objects", "objects/pack", "refs"].map(
    (path) => statSync(join(gitDir, path)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o700]);
  expect(readFileSync(join(gitDir, "HEAD"), "utf8")).toBe("ref: refs/heads/none\n");
  expect(readFileSync(join(gitDir, "config"), "utf8")).toBe(
    "[core]\n\trepositoryformatversion = 0\n\tbare = true\n",
  );
});

it("a view of objects that are not there cannot be made", () => {
  rmSync(join(root, "objects"), { recursive: true });
  const before = descriptorCount();
  expect(() => makeObjectView(join(root, "view"), join(root, "objects"))).toThrow("ENOENT");
  expect(descriptorCount()).toBe(before);
});
