import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPolicy } from "../../../contract/index.ts";
import { compilePolicy } from "../../../policy/index.ts";
import { failureOf, WorkspaceFiles } from "./workspace-files.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-files-")));
  mkdirSync(join(root, "work/src"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const work = () => join(root, "work");
const open = (policy: object = {}) =>
  WorkspaceFiles.open(work(), compilePolicy({ ...openPolicy(), ...policy }, { root: work() }));

describe("the files of a workspace", () => {
  it("are found by any path that leads to them, under their own name", async () => {
    writeFileSync(join(work(), "src/a.ts"), "a");
    symlinkSync("src", join(work(), "link"));
    const files = await open();
    expect(files.root).toBe(work());
    const place = { path: join(work(), "src/a.ts"), name: "src/a.ts" };
    for (const path of ["src/a.ts", "./src/../src/a.ts", "link/a.ts", place.path]) {
      expect(await files.find(path)).toEqual(place);
      expect((await files.read(path)).toString()).toBe("a");
    }
    expect(await files.find(".")).toEqual({ path: work(), name: "." });
  });

  it.skipIf(process.platform === "win32")(
    "are regular files: a pipe is neither read nor written",
    async () => {
      execFileSync("mkfifo", [join(work(), "pipe")]);
      const files = await open();
      await expect(files.read("pipe")).rejects.toThrow("pipe is no regular file");
      await expect(files.write("pipe", "x")).rejects.toThrow("pipe is no regular file");
    },
  );

  it("are written with their directories, and lose what they held before", async () => {
    const files = await open();
    expect(await files.write("new/dir/a", "long text")).toEqual({
      path: join(work(), "new/dir/a"),
      name: "new/dir/a",
    });
    await files.write("new/dir/a", Buffer.from("b"));
    expect(readFileSync(join(work(), "new/dir/a"), "utf8")).toBe("b");
    await expect(files.write("new/dir", "x")).rejects.toThrow("new/dir is a directory");
  });

  it("have names that begin with dots, which lead nowhere else", async () => {
    const files = await open();
    for (const name of ["..a", "...", "src/..b"]) expect((await files.write(name, "x")).name).toBe(name);
    for (const path of ["..", "../work2", "src/../../x", "/"])
      await expect(files.write(path, "x")).rejects.toThrow(`${path} is outside the workspace`);
  });
});

describe("a fault of the file system", () => {
  const fault = (code: string) => Object.assign(new Error("fault"), { code });
  it.each([
    ["ENOENT", "f does not exist"],
    ["EACCES", "f may not be opened"],
    ["EISDIR", "f is a directory"],
    ["ENOTDIR", "f has a part that is no directory"],
    ["ELOOP", "f is a link"],
    ["ENXIO", "f is no regular file"],
    ["ENAMETOOLONG", "f is too long"],
    ["EIO", "f cannot be opened (EIO)"],
  ])("%s says: %s", (code, message) => {
    expect(failureOf(fault(code), "f")).toMatchObject({ message });
  });

  it("stays as it is without a code", () => {
    const error = new Error("other");
    expect(failureOf(error, "f")).toBe(error);
  });
});
