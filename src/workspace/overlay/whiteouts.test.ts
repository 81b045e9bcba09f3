import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Directory } from "../walk/directory.ts";
import { copyAttributes, hideEntries } from "./whiteouts.ts";

let root: string;
let opened: Directory[];
const at = (path: string) => join(root, path);
const open = (path: string) => {
  const directory = Directory.open(at(path));
  opened.push(directory);
  return directory;
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-whiteouts-"));
  opened = [];
  for (const path of ["lower/d/e", "lower/f", "upper"]) mkdirSync(at(path), { recursive: true });
});
afterEach(() => {
  for (const directory of opened) directory.close();
  rmSync(root, { recursive: true });
});
/** Only root can give a directory away. */
const [uid, gid] =
  process.getuid?.() === 0 ? [12_345, 23_456] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
const attributes = (path: string) => {
  const status = lstatSync(at(path));
  return [status.uid, status.gid, status.mode & 0o7777];
};

it("entries are hidden by names of one whiteout, below directories like those of the source", () => {
  writeFileSync(at("whiteout"), "");
  for (const [path, mode] of [
    ["lower/d/e", 0o1750],
    ["lower/d", 0o711],
  ] as const) {
    chownSync(at(path), uid, gid);
    chmodSync(at(path), mode);
  }
  hideEntries(open("lower"), open("upper"), at("whiteout"), ["a", "d/e/x", "d/e/y", "d/z"]);
  expect(readdirSync(at("upper"), { recursive: true }).sort()).toEqual([
    ...["a", "d", "d/e", "d/e/x", "d/e/y", "d/z"],
  ]);
  const { ino } = lstatSync(at("whiteout"));
  expect(["a", "d/e/x", "d/e/y", "d/z"].map((path) => lstatSync(at(`upper/${path}`)).ino)).toEqual(
    Array(4).fill(ino),
  );
  expect([attributes("upper/d"), attributes("upper/d/e")]).toEqual([
    [uid, gid, 0o711],
    [uid, gid, 0o1750],
  ]);
});

it("a directory gets the owner and all bits of the mode of another one", () => {
  chownSync(at("lower/f"), uid, gid);
  chmodSync(at("lower/f"), 0o3705);
  copyAttributes(open("lower/f"), open("upper"));
  expect(attributes("upper")).toEqual([uid, gid, 0o3705]);
});
