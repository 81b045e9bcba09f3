import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { describeBlocker, ParentDirectories, parentOf } from "./parent-directories.ts";

const directory = useDirectory();
const deviceOf = (path: string): bigint => lstatSync(path, { bigint: true }).dev;

function parents(): ParentDirectories {
  writeTree(directory(), { "d/e/f": "f", file: "x", link: { link: "d" }, lost: { link: "none" } });
  return new ParentDirectories(directory(), deviceOf(directory()));
}

it("finds nothing in the way of a path whose directories exist", async () => {
  const found = parents();
  for (const path of ["top", "file", "link", "d", "d/x", "d/e/f", "d/e/x"]) {
    expect(await found.blockerOf(path)).toEqual({ kind: "none" });
  }
});

it("finds the first part that is missing, a file or a link", async () => {
  const found = parents();
  expect(await found.blockerOf("new/a")).toEqual({ kind: "absent" });
  expect(await found.blockerOf("d/new/a/b")).toEqual({ kind: "absent" });
  expect(await found.blockerOf("file/a")).toEqual({ kind: "file", rawPath: "file" });
  expect(await found.blockerOf("file/a/b")).toEqual({ kind: "file", rawPath: "file" });
  expect(await found.blockerOf("d/e/f/x")).toEqual({ kind: "file", rawPath: "d/e/f" });
  expect(await found.blockerOf("link/e/f")).toEqual({ kind: "symlink", rawPath: "link" });
  expect(await found.blockerOf("link/x")).toEqual({ kind: "symlink", rawPath: "link" });
  expect(await found.blockerOf("lost/x")).toEqual({ kind: "symlink", rawPath: "lost" });
});

it("finds another file system", async () => {
  parents();
  const found = new ParentDirectories(directory(), deviceOf(directory()) + 1n);
  expect(await found.blockerOf("d/e/f")).toEqual({ kind: "other_file_system", rawPath: "d" });
  expect(await found.blockerOf("top")).toEqual({ kind: "none" });
});

it("remembers its answers", async () => {
  const found = parents();
  expect(await found.blockerOf("d/e/f")).toEqual({ kind: "none" });
  expect(await found.blockerOf("new/a")).toEqual({ kind: "absent" });
  rmSync(join(directory(), "d"), { recursive: true });
  writeTree(directory(), { new: "file" });
  expect(await found.blockerOf("d/e/other")).toEqual({ kind: "none" });
  expect(await found.blockerOf("d/other")).toEqual({ kind: "none" });
  expect(await found.blockerOf("new/b")).toEqual({ kind: "absent" });
});

it("names the directory of an entry", () => {
  expect(["a", "a/b", "a/b/c", ""].map(parentOf)).toEqual(["", "a", "a/b", ""]);
});

it("says what is in the way", () => {
  const rawPath = "d\xff";
  expect(describeBlocker({ kind: "symlink", rawPath: "d" })).toBe(
    "d is a symbolic link, and links are not followed",
  );
  expect(describeBlocker({ kind: "file", rawPath })).toBe("base64:ZP8= is not a directory");
  expect(describeBlocker({ kind: "other_file_system", rawPath: "m" })).toBe(
    "another file system is mounted at m",
  );
});
