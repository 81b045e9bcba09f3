import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Directory } from "../walk/directory.ts";
import { findStagesDirectory, openStagesDirectory } from "./stages-directory.ts";

let parent: string;
let path: string;
beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "abp-stages-")));
  path = join(parent, "größe/stages");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(parent, { recursive: true, force: true });
});
const unusable = (message: string) =>
  expect.objectContaining({
    code: "directory_unusable",
    where: path,
    message: `The directory of stages ${message}: ${path}`,
  });

describe("the directory of all stages", () => {
  it("W29 is made for its owner alone, whatever the umask", () => {
    mkdirSync(join(parent, "größe"));
    const umask = process.umask(0o777);
    const directory = openStagesDirectory(path);
    process.umask(umask);
    expect(directory.status().ino).toBe(statSync(path).ino);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    directory.close();
  });

  it("W29 is made with the directories above it, all for the owner alone", () => {
    openStagesDirectory(path).close();
    expect([join(parent, "größe"), path].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  it("W29 keeps its mode if it exists already", () => {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
    openStagesDirectory(path).close();
    expect(statSync(path).mode & 0o777).toBe(0o755);
  });

  it("is only found if it exists", () => {
    expect(findStagesDirectory(path)).toBeUndefined();
    expect(existsSync(path)).toBe(false);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const directory = findStagesDirectory(path);
    expect(directory?.status().ino).toBe(statSync(path).ino);
    directory?.close();
  });

  it("W29 is refused as a link and as a file", () => {
    mkdirSync(join(parent, "größe"));
    symlinkSync("..", path);
    expect(() => openStagesDirectory(path)).toThrow(unusable("is a link or no directory"));
    expect(() => findStagesDirectory(path)).toThrow(unusable("is a link or no directory"));
    rmSync(path);
    writeFileSync(path, "");
    expect(() => findStagesDirectory(path)).toThrow(unusable("is a link or no directory"));
    expect(() => openStagesDirectory(path)).toThrow(
      expect.objectContaining({
        code: "directory_unusable",
        message: expect.stringContaining("cannot be made: "),
        cause: expect.objectContaining({ code: "EEXIST" }),
      }),
    );
  });

  it.each(["ELOOP", "ENOTDIR"])("W29 is refused as a link by %s, and says it plainly", (code) => {
    mkdirSync(path, { recursive: true });
    vi.spyOn(Directory, "open").mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    expect(() => findStagesDirectory(path)).toThrow(unusable("is a link or no directory"));
  });

  it("says why it cannot be opened", () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    vi.spyOn(Directory, "open").mockImplementation(() => {
      throw Object.assign(new Error("EMFILE"), { code: "EMFILE" });
    });
    expect(() => openStagesDirectory(path)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("cannot be opened: "),
        cause: expect.objectContaining({ code: "EMFILE" }),
      }),
    );
  });

  it.each([0o720, 0o702])("W29 is refused with mode %o, and closed", (mode) => {
    mkdirSync(path, { recursive: true });
    chmodSync(path, mode);
    const closed = vi.spyOn(Directory.prototype, "close");
    expect(() => openStagesDirectory(path)).toThrow(unusable("is writable by other users"));
    expect(() => findStagesDirectory(path)).toThrow(unusable("is writable by other users"));
    expect(closed).toHaveBeenCalledTimes(2);
  });

  it("W29 is refused if the system has no users", () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    vi.stubGlobal("process", { ...process, geteuid: undefined });
    try {
      expect(() => findStagesDirectory(path)).toThrow(unusable("belongs to another user"));
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("W29 is refused if it belongs to somebody else", () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    vi.spyOn(process, "geteuid").mockReturnValue(statSync(path).uid + 1);
    expect(() => findStagesDirectory(path)).toThrow(unusable("belongs to another user"));
  });
});
