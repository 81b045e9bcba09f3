import { execFileSync } from "node:child_process";
import { lstatSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { hashBlob, identityOf, isSameIdentity, lstatOrUndefined, readTargetEntry } from "./target-entry.ts";

const directory = useDirectory();

describe("an entry of the workspace", () => {
  it("is read with git's name of its content, its mode and its identity", async () => {
    const large = Buffer.alloc(600_000, "abcdefg");
    writeTree(directory(), {
      file: "hello\n",
      empty: "",
      "d/tool": { content: "t", mode: 0o710 },
      group: { content: "g", mode: 0o655 },
      link: { link: "\xff/x" },
      large,
    });
    const read = async (path: string) => readTargetEntry(directory(), path);
    const identity = (path: string) => identityOf(lstatSync(join(directory(), path), { bigint: true }));
    expect(await read("file")).toEqual({
      type: "file",
      executable: false,
      oid: "ce013625030ba8dba906f756967f9e9ca394464a",
      size: 6,
      mode: 0o644,
      identity: identity("file"),
    });
    expect(await read("empty")).toMatchObject({ oid: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", size: 0 });
    expect(await read("d/tool")).toMatchObject({ executable: true, mode: 0o710 });
    expect(await read("group")).toMatchObject({ executable: false, mode: 0o655 });
    expect(await read("large")).toMatchObject({ oid: hashBlob(large), size: 600_000 });
    expect(await read("link")).toEqual({
      type: "symlink",
      executable: false,
      oid: hashBlob(Buffer.from([255, 47, 120])),
      size: 3,
      mode: 0o777,
      identity: identity("link"),
    });
  });

  it("may be absent, a directory or special", async () => {
    writeTree(directory(), { "d/file": "x" });
    execFileSync("mkfifo", [join(directory(), "pipe")]);
    symlinkSync("loop", join(directory(), "loop"));
    const paths = ["none", "d/file/below", "loop/below", "d", "pipe"];
    expect(await Promise.all(paths.map((path) => readTargetEntry(directory(), path)))).toEqual([
      { type: "absent" },
      { type: "absent" },
      { type: "absent" },
      { type: "directory" },
      { type: "special" },
    ]);
  });

  it("with a name that is too long is an error", async () => {
    const path = Buffer.from(join(directory(), "x".repeat(300)));
    await expect(lstatOrUndefined(path)).rejects.toMatchObject({ code: "ENAMETOOLONG" });
  });
});

it("an identity differs if any value of it differs", () => {
  const one = { ino: 1n, size: 2n, mode: 3n, mtimeNs: 4n, ctimeNs: 5n };
  expect(isSameIdentity(one, { ...one })).toBe(true);
  for (const key of Object.keys(one)) expect(isSameIdentity(one, { ...one, [key]: 9n })).toBe(false);
});
