import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitApply, type SavedCase, saveTrees } from "./fixtures/saved.ts";
import { readManifest, type Tree, useDirectory } from "./fixtures/tree.ts";

const directory = useDirectory();
const binary = Buffer.from([0, 255, 1, 2, 0, 10, 13, 7]);
const save = (before: Tree, after: Tree): Promise<SavedCase> => saveTrees(directory(), before, after);

/** Saves the changes and checks that plain git makes the stage of the source with them. */
async function roundTrip(before: Tree, after: Tree): Promise<SavedCase & { text: string }> {
  const made = await save(before, after);
  const elsewhere = gitApply(directory(), made);
  expect(readManifest(elsewhere).entries).toEqual(readManifest(made.stage).entries);
  expect(made.saved.complete).toBe(true);
  expect(made.saved.leftOut).toEqual([]);
  return { ...made, text: readFileSync(made.saved.patch.path, "latin1") };
}

describe("the patch of a run", () => {
  it("W22 holds new files, also empty ones and those in new directories", async () => {
    const { saved, text } = await roundTrip({ kept: "k" }, { kept: "k", new: "one\ntwo\n", "d/e/empty": "" });
    expect(text).toContain("new file mode 100644");
    expect(saved.diffstat).toEqual({
      files: [
        { path: "d/e/empty", added: 0, deleted: 0, binary: false },
        { path: "new", added: 2, deleted: 0, binary: false },
      ],
      added: 2,
      deleted: 0,
    });
  });

  it("W22 quotes names with a space before a slash, and only if there is one", async () => {
    const { text } = await roundTrip(
      { "a /b": "x\n", c: "c\n" },
      { "a /b": "y\n", "d /empty": "", c: "C\n" },
    );
    expect(text).toContain('diff --git "a/a /b" "b/a /b"\n');
    expect(text).toContain('diff --git "a/d /empty" "b/d /empty"\n');
  });

  it("W22 quotes no other names", async () => {
    const { text } = await roundTrip({ "a b/c": "x\n" }, { "a b/c": "y\n" });
    expect(text).toContain("diff --git a/a b/c b/a b/c\n");
  });

  it("W22 quotes the old name of a file that was moved if renames are not shown", async () => {
    const { text } = await roundTrip({ "x /y": binary, t: "t\n" }, { z: binary, "t/in": "i\n" });
    expect(text).toContain('diff --git "a/x /y" "b/x /y"\ndeleted file');
  });

  it("W23 holds changes of binary files", async () => {
    const { text, saved } = await roundTrip(
      { b: binary, gone: binary },
      { b: Buffer.concat([binary, Buffer.from([0])]), other: Buffer.from([0, 1]) },
    );
    expect(text).toContain("GIT binary patch");
    expect(saved.diffstat.files.map(({ path, binary: flag }) => [path, flag])).toEqual([
      ["b", true],
      ["gone", true],
      ["other", true],
    ]);
  });

  it("W23 holds a change of the executable bit alone", async () => {
    const { text } = await roundTrip(
      { tool: "#!/bin/sh\n" },
      { tool: { content: "#!/bin/sh\n", mode: 0o755 } },
    );
    expect(text).toContain("old mode 100644\nnew mode 100755\n");
  });

  it("W23 holds symbolic links: new, changed, and in place of files", async () => {
    const { text } = await roundTrip(
      { link: { link: "a" }, file: "content\n", back: { link: "x" } },
      {
        link: { link: "../outside" },
        file: { link: "/etc/passwd" },
        back: "text\n",
        new: { link: "nowhere" },
      },
    );
    expect(text).toContain("new file mode 120000");
  });

  it("W23 holds renames, with and without a change of mode", async () => {
    const { text, saved } = await roundTrip(
      { "old/name": "some content\n", run: "#!/bin/sh\necho\n" },
      { "new/name": "some content\n", bin: { content: "#!/bin/sh\necho\n", mode: 0o755 } },
    );
    expect(text).toContain("rename from old/name\nrename to new/name\n");
    expect(saved.diffstat.files).toEqual([
      { path: "bin", from: "run", added: 0, deleted: 0, binary: false },
      { path: "new/name", from: "old/name", added: 0, deleted: 0, binary: false },
    ]);
  });

  it("W23 holds a file in place of a directory, and a directory in place of a file or a link", async () => {
    await roundTrip(
      { "d/one": "1\n", "d/two": "2\n", file: "f\n", link: { link: "d" } },
      { d: "now a file\n", "file/inner": "f\n", "link/inner": "l\n" },
    );
  });

  it("W24 keeps line ends as they are, whatever .gitattributes says", async () => {
    const attributes = "* text=auto eol=crlf\n*.bin -text\n";
    const { text } = await roundTrip(
      { ".gitattributes": attributes, "a.txt": "one\r\ntwo\r\n" },
      { ".gitattributes": attributes, "a.txt": "one\r\n2\r\n", "b.txt": "new\r\nfile\r\n" },
    );
    expect(text).toContain("-two\r\n+2\r\n");
  });

  it("W24 keeps mixed line ends and a missing last line feed", async () => {
    await roundTrip({ a: "one\r\ntwo\nthree\rfour" }, { a: "one\ntwo\r\nthree\rfour\r\n", b: "\r" });
  });

  it("W25 copies pointers of large file storage as they are", async () => {
    const pointer = (oid: string): string =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12\n`;
    const attributes = "*.psd filter=lfs diff=lfs merge=lfs -text\n";
    const { text } = await roundTrip(
      { ".gitattributes": attributes, "a.psd": pointer("aa") },
      { ".gitattributes": attributes, "a.psd": pointer("bb") },
    );
    expect(text).toContain("+oid sha256:bb\n");
  });

  it("W13 holds names with line feeds, quotes, dashes, arrows and bytes that are not UTF-8", async () => {
    const names = [
      "a\nb",
      'quo"te',
      "-rf",
      "--",
      "a -> b",
      "back\\slash",
      "\xff\xfe",
      "tab\t",
      " ",
      "caf\xc3\xa9",
      "=>",
    ];
    const tree = (text: string): Tree =>
      Object.fromEntries(names.map((name, index) => [name, `${text}${index}\n`]));
    const { saved } = await roundTrip(tree("before"), { ...tree("after"), "new\n\x01\x7f": "x\n" });
    const paths = saved.diffstat.files.map(({ path }) => path);
    expect(paths).toContain("a\nb");
    expect(paths).toContain("tab\t");
    expect(paths).toContain(`base64:${Buffer.from([255, 254]).toString("base64")}`);
    expect(paths).toHaveLength(names.length + 1);
  });

  it("is named with its size and digest, and only its owner may read it", async () => {
    const { saved, run } = await save({}, { a: "x\n" });
    const bytes = readFileSync(join(run, "patch.diff"));
    expect(saved.patch).toEqual({
      path: join(run, "patch.diff"),
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect(statSync(saved.patch.path).mode & 0o777).toBe(0o600);
    expect(statSync(join(run, "patch.git")).mode & 0o777).toBe(0o700);
  });

  it("is empty if nothing changed", async () => {
    const { saved } = await save({ a: "x" }, { a: "x" });
    expect([saved.patch.bytes, saved.diffstat.files, saved.complete]).toEqual([0, [], true]);
  });

  it("holds a file that is too large to be read as a whole", async () => {
    const large = Buffer.alloc(3_000_000, "abcdefg\n");
    await roundTrip({ large }, { large: Buffer.concat([large, Buffer.from("end\n")]), copy: large });
  });
});

describe("changes that a patch cannot hold", () => {
  it("are listed: empty directories and permissions", async () => {
    const { saved } = await save(
      { gone: { empty: true }, "d/only": "x\n", secret: "s\n" },
      { new: { empty: true }, d: { empty: true }, secret: { content: "s\n", mode: 0o600 } },
    );
    expect(saved.leftOut).toEqual([
      { path: "d", reason: "a patch holds no empty directories" },
      { path: "gone", reason: "a patch holds no empty directories" },
      { path: "new", reason: "a patch holds no empty directories" },
      { path: "secret", reason: "a patch holds no permission but the executable bit" },
    ]);
    expect(saved.complete).toBe(true);
    expect(saved.diffstat.files.map(({ path }) => path)).toEqual(["d/only"]);
  });

  it("W15 shows the files of a nested repository and leaves its .git out", async () => {
    const { saved } = await save(
      {},
      { "sub/.git/config": "[core]\n", "sub/payload": "evil\n", "x/.GIT": "gitdir: /\n" },
    );
    expect(saved.diffstat.files.map(({ path }) => path)).toEqual(["sub/payload"]);
    expect(saved.leftOut).toEqual([
      { path: "sub/.git/config", reason: "a file of git itself" },
      { path: "x/.GIT", reason: "a file of git itself" },
    ]);
    expect(saved.complete).toBe(true);
  });

  it("make the result incomplete if content is lost: a link that git refuses", async () => {
    const { saved } = await save({}, { ".gitmodules": { link: "elsewhere" }, a: "a\n" });
    expect(saved.leftOut).toEqual([
      { path: ".gitmodules", reason: "git refuses a symbolic link of this name" },
    ]);
    expect(saved.complete).toBe(false);
    expect(existsSync(saved.patch.path)).toBe(true);
  });
});
