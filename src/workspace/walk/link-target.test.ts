import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Directory } from "./directory.ts";
import { readLinkTarget } from "./link-target.ts";

let parent: string;
let root: string;
beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "abp-link-")));
  root = join(parent, "root");
  mkdirSync(join(root, "d/e"), { recursive: true });
  mkdirSync(join(parent, "root-2"));
  writeFileSync(join(root, "file"), "");
  writeFileSync(join(parent, "root-2/file"), "");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Where a link in `d` leads. */
function targetOf(text: string) {
  symlinkSync(text, join(root, "d/link"));
  const directory = Directory.open(join(root, "d"));
  try {
    return readLinkTarget(root, directory, "d", "link");
  } finally {
    directory.close();
  }
}

describe("the target of a link", () => {
  it("is a file of the tree", () => {
    expect(targetOf("../file")).toEqual({
      resolved: join(root, "file"),
      inside: "file",
      isDirectory: false,
    });
  });

  it("is a directory of the tree", () => {
    expect(targetOf("e")).toEqual({ resolved: join(root, "d/e"), inside: "d/e", isDirectory: true });
  });

  it("is the root itself", () => {
    expect(targetOf("..")).toEqual({ resolved: root, inside: "", isDirectory: true });
  });

  it("lies outside, even if its name begins as that of the root", () => {
    const resolved = join(parent, "root-2/file");
    expect(targetOf("../../root-2/file")).toEqual({ resolved, inside: undefined, isDirectory: false });
  });

  it("lies outside above the root", () => {
    expect(targetOf("../..")).toEqual({ resolved: parent, inside: undefined, isDirectory: true });
  });

  it("W02 is resolved by its text if nothing is there, and if it is a loop", () => {
    const resolved = join(root, "missing/x");
    expect(targetOf("../missing/x")).toEqual({ resolved, inside: "missing/x", isDirectory: false });
    rmSync(join(root, "d/link"));
    expect(targetOf("link")).toEqual({
      resolved: join(root, "d/link"),
      inside: "d/link",
      isDirectory: false,
    });
    rmSync(join(root, "d/link"));
    expect(targetOf("/nowhere/at/all").resolved).toBe("/nowhere/at/all");
  });

  it("W13 keeps bytes that are not ASCII", () => {
    writeFileSync(Buffer.from(`${root}/\xff`, "latin1"), "");
    symlinkSync(Buffer.from("../\xff", "latin1"), join(root, "d/raw"));
    symlinkSync(Buffer.from("\xfe", "latin1"), join(root, "d/dangling"));
    const directory = Directory.open(join(root, "d"));
    expect(readLinkTarget(root, directory, "d", "raw").inside).toBe("\xff");
    expect(readLinkTarget(root, directory, "d", "dangling").inside).toBe("d/\xfe");
    expect(() => readLinkTarget(root, directory, "d", "none")).toThrow("ENOENT");
    directory.close();
  });
});
