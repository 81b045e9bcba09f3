import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plainGit } from "../../patch/fixtures/saved.ts";
import { parseCommit, writeCommit } from "./commit-object.ts";
import { modes, objectId, parseTree, writeTree } from "./git-object.ts";
import { parseIndex, writeIndex } from "./index-file.ts";
import { PackWriter, packedIds } from "./pack-writer.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-format-"));
  plainGit(directory, ["init", "-q"]);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const git = (...args: readonly string[]) => plainGit(directory, args);
const raw = (...args: readonly string[]) => execFileSync("git", args, { cwd: directory });

function addFiles(): void {
  mkdirSync(join(directory, "a"));
  for (const name of ["a/b", "a-b", "a.b", "long".repeat(50), "z"])
    writeFileSync(join(directory, name), name);
  symlinkSync("z", join(directory, "link"));
  git("add", "-A");
}

describe("trees", () => {
  it("are read and written as git does, with directories in their order", () => {
    addFiles();
    const oid = git("write-tree").trim();
    const content = raw("cat-file", "tree", oid);
    expect(objectId("tree", content)).toBe(oid);
    const entries = parseTree(content)!;
    expect(entries.map(({ name, mode }) => [name, mode])).toEqual([
      ["a-b", modes.file],
      ["a.b", modes.file],
      ["a", modes.tree],
      ["link", modes.link],
      ["long".repeat(50), modes.file],
      ["z", modes.file],
    ]);
    expect(writeTree(entries.toReversed())).toEqual(content);
    expect(parseTree(Buffer.alloc(0))).toEqual([]);
  });

  it("are refused if they are cut off, or hold a name that leads out", () => {
    const entry = (mode: string, name: string) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.alloc(20)]);
    expect(parseTree(entry("100644", "a"))).toHaveLength(1);
    expect(parseTree(entry("100644", "a").subarray(0, -1))).toBeUndefined();
    for (const name of ["", ".", "..", "a/b"]) expect(parseTree(entry("100644", name))).toBeUndefined();
    expect(parseTree(entry("x", "a"))).toBeUndefined();
    expect(parseTree(Buffer.from("nonsense"))).toBeUndefined();
  });
});

describe("commits", () => {
  const tree = "1".repeat(40);
  const text = (more = "") =>
    Buffer.from(
      `tree ${tree}\nparent ${"2".repeat(40)}\nauthor A <a> 1 +0000\ncommitter C <c> 9 -0130\n${more}\nsubject\n\nbody\n`,
    );

  it("keep author, committer, encoding and message", () => {
    const commit = parseCommit(text("encoding latin1\ngpgsig x\n y\nmergetag z\n"))!;
    expect(commit).toEqual({
      tree,
      parents: ["2".repeat(40)],
      committedAt: 9,
      headers: ["author A <a> 1 +0000", "committer C <c> 9 -0130", "encoding latin1"],
      message: "subject\n\nbody\n",
    });
    expect(writeCommit(commit).toString()).toBe(text("encoding latin1\n").toString());
  });

  const people = ["author A <a> 1 +0000", "committer C <c> 9 -0130"];

  it.each([
    ["without an empty line", `tree ${tree}\n${people.join("\n")}`, people, ""],
    ["with nothing after the empty line", `tree ${tree}\n${people.join("\n")}\n\n`, people, ""],
    ["with headers in the message", `tree ${tree}\n${people.join("\n")}\n\nauthor x\n`, people, "author x\n"],
    [
      "with the author last",
      `tree ${tree}\n${people.toReversed().join("\n")}\n\nm`,
      people.toReversed(),
      "m",
    ],
    ["in any encoding", `tree ${tree}\n${people.join("\n")}\n\n\u00e9\u00ff`, people, "\u00e9\u00ff"],
  ])("%s have only what is there", (_, content, headers, message) => {
    const bytes = Buffer.from(content, "latin1");
    const commit = parseCommit(bytes)!;
    expect(commit).toStrictEqual({ tree, parents: [], committedAt: 9, headers, message });
    if (content.includes("\n\n")) expect(writeCommit(commit)).toEqual(bytes);
  });

  it.each([
    ["", undefined],
    ["9", 9],
    ["123456789012345", 123_456_789_012_345],
    ["1234567890123456", undefined],
    ["-1", undefined],
    ["x", undefined],
  ])("with the time %j of the commit are read as %j", (time, committedAt) => {
    const commit = parseCommit(Buffer.from(text().toString().replace("<c> 9 ", `<c> ${time} `)));
    expect(commit?.committedAt).toBe(committedAt);
  });

  it.each([
    "",
    "tree x\n",
    `tree ${tree}\n\nm`,
    `${text()}`.replace("2".repeat(40), "../x"),
    `${text()}`.replace("2".repeat(40), "2".repeat(41)),
    `${text()}`.replace("committer", "Committer"),
    `${text()}`.replace("author", "Author"),
    `${text()}`.replace("tree", "Tree"),
    `${text()}`.replace("-0130", "-0130 x"),
    `${text()}`.replace("committer C <c>", "committer C"),
    `x${text()}`,
    `${people.join("\n")}\n\nm`,
  ])("are refused if a part is missing or no name of an object: %j", (content) => {
    expect(parseCommit(Buffer.from(content))).toBeUndefined();
  });
});

describe("the index", () => {
  it.each(["2", "3", "4"])("is read in version %s", (version) => {
    addFiles();
    if (version === "3") {
      writeFileSync(join(directory, "later"), "l");
      git("add", "--intent-to-add", "later");
    } else git("update-index", `--index-version=${version}`);
    const entries = parseIndex(readFileSync(join(directory, ".git/index")))!;
    const shown = entries.map(({ mode, oid, rawPath }) => `${mode.toString(8)} ${oid} 0\t${rawPath}\n`);
    expect(shown.join("")).toBe(git("ls-files", "--stage"));
    const { size, uid } = entries.find(({ rawPath }) => rawPath === "a/b")!;
    expect([size, uid]).toEqual([3, process.getuid?.()]);
  });

  it("is refused if it is split, cut off or nothing of the kind", () => {
    addFiles();
    const bytes = readFileSync(join(directory, ".git/index"));
    for (let length = 0; length < bytes.length; length += 7) {
      expect(parseIndex(bytes.subarray(0, length))).toBeUndefined();
    }
    git("update-index", "--split-index");
    expect(parseIndex(readFileSync(join(directory, ".git/index")))).toBeUndefined();
  });

  it("is written with names of any bytes, times and sizes", () => {
    const entry = (rawPath: string, size: number, modifiedMs: number) => ({
      ...{ rawPath, mode: modes.file, oid: "1".repeat(40), size, modifiedMs },
    });
    const entries = [
      entry("a", 2 ** 32 + 5, 1500),
      entry("\u00e9\u00ff", 1, 0),
      entry("n".repeat(5000), 0, 2 ** 32 * 1000),
    ];
    const read = parseIndex(writeIndex(entries))!;
    expect(read.map(({ rawPath, size, modifiedMs }) => [rawPath, size, modifiedMs])).toEqual([
      ["a", 5, 1000],
      ["n".repeat(5000), 0, 0],
      ["\u00e9\u00ff", 1, 0],
    ]);
  });

  it("is written so that git reads it", () => {
    addFiles();
    const entries = parseIndex(readFileSync(join(directory, ".git/index")))!;
    const before = git("ls-files", "--stage");
    writeFileSync(join(directory, ".git/index"), writeIndex(entries.toReversed()));
    expect(git("ls-files", "--stage")).toBe(before);
    git("config", "core.checkStat", "minimal");
    expect(git("diff-files", "--name-only")).toBe("");
  });
});

describe("packs", () => {
  it("hold each object once, under its name", () => {
    const packs = join(directory, ".git/objects/pack");
    const countOpen = () => readdirSync("/proc/self/fd").length;
    const before = countOpen();
    const writer = new PackWriter(packs);
    const contents = ["", "x", "y".repeat(15), "z".repeat(16), "w".repeat(5000)].map((text) =>
      Buffer.from(text),
    );
    const oids = [...contents, ...contents].map((content) => writer.add("blob", content));
    writer.flush();
    writer.flush();
    expect(countOpen()).toBe(before);
    const names = readdirSync(packs);
    expect(names).toHaveLength(2);
    const index = names.find((name) => name.endsWith(".idx"))!;
    expect(packedIds(readFileSync(join(packs, index)))).toEqual([...new Set(oids)].toSorted());
    git("verify-pack", join(packs, index));
    for (const [at, content] of contents.entries()) {
      expect(oids[at]).toBe(objectId("blob", content));
      expect(raw("cat-file", "blob", oids[at]!).equals(content)).toBe(true);
    }
  });

  it("are exact for objects around the size of a write, and larger than it", () => {
    const packs = join(directory, ".git/objects/pack");
    const writer = new PackWriter(packs);
    const MIB = 1024 * 1024;
    const sizes = [5, MIB - 200, 7, MIB, 3 * MIB + 1, 0, 65535, 65536, MIB - 100, 9];
    const contents = sizes.map((size, at) => Buffer.alloc(size, at + 1));
    const oids = contents.map((content) => writer.add("blob", content));
    writer.flush();
    const index = readdirSync(packs).find((name) => name.endsWith(".idx"))!;
    git("verify-pack", join(packs, index));
    git("fsck", "--full");
    for (const [at, content] of contents.entries()) {
      const show = { cwd: directory, maxBuffer: 8 * MIB };
      expect(execFileSync("git", ["cat-file", "blob", oids[at]!], show).equals(content)).toBe(true);
    }
  });

  it("hold contents with any bytes of any length", () => {
    const packs = join(directory, ".git/objects/pack");
    const writer = new PackWriter(packs);
    const lengths = [...Array.from({ length: 200 }, (_, length) => length), 3871, 4001, 70_003];
    const fills = [() => 0xff, (at: number) => (at * 167 + (at >>> 3)) & 0xff];
    // At any place of the memory that it is a part of.
    const contents = lengths.flatMap((length) =>
      fills.map((fill, at) =>
        Buffer.from(Array.from({ length: length + at }, (_, byte) => fill(byte))).subarray(at),
      ),
    );
    const oids = contents.map((content) => writer.add("blob", content));
    writer.flush();
    expect(git("fsck", "--full", "--strict")).not.toContain("error");
    const input = oids.map((oid) => `${oid}\n`).join("");
    const shown = execFileSync("git", ["cat-file", "--batch"], { cwd: directory, input });
    const expected = contents.flatMap((content, at) => [
      Buffer.from(`${oids[at]} blob ${content.length}\n`),
      content,
      Buffer.from("\n"),
    ]);
    expect(shown.equals(Buffer.concat(expected))).toBe(true);
  });

  it("leave nothing behind if they are not finished", () => {
    const packs = join(directory, ".git/objects/pack");
    const open = () => readdirSync("/proc/self/fd").length;
    const before = open();
    const writer = new PackWriter(packs);
    writer.add("blob", Buffer.from("x"));
    expect(readdirSync(packs)).toHaveLength(1);
    writer.close();
    writer.close();
    expect(readdirSync(packs)).toEqual([]);
    writer.flush();
    expect([readdirSync(packs), open()]).toEqual([[], before]);
  });
});
