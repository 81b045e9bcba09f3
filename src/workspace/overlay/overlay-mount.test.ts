import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { localHost, type StageHost } from "../opening/stage-host.ts";
import { StageDirectory } from "../sweep/stage-directory.ts";
import { Directory } from "../walk/directory.ts";
import { makeWhiteout, mountOverlay } from "./overlay-mount.ts";
import { copyAttributes, hideEntries } from "./whiteouts.ts";

let directory: string;
let source: Directory;
let stage: StageDirectory;
let tools: { command: string; args: readonly string[]; descriptors: readonly number[] | undefined }[];
let result: { isDone: boolean; message: string };
const at = (path: string) => join(directory, path);
const host: StageHost = {
  ...localHost,
  runTool: (command, args, descriptors) => {
    tools.push({ command, args, descriptors });
    return Promise.resolve(result);
  },
};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-mount-"));
  mkdirSync(at("source/a/b"), { recursive: true });
  writeFileSync(at("source/a/b/secret"), "s");
  writeFileSync(at("source/top"), "t");
  source = Directory.open(at("source"));
  stage = StageDirectory.make(at("stages"), "run");
  tools = [];
  result = { isDone: true, message: "" };
});
afterEach(() => {
  vi.restoreAllMocks();
  source.close();
  stage.close();
  rmSync(directory, { recursive: true, force: true });
});
const modeOf = (path: string) => statSync(path).mode & 0o7777;

describe("the whiteout of a stage", () => {
  it("is a character device 0:0 in the directory of the stage", async () => {
    expect(await makeWhiteout(host, stage)).toBeUndefined();
    expect(tools).toEqual([
      {
        command: "mknod",
        args: ["/proc/self/fd/3/whiteout", "c", "0", "0"],
        descriptors: [stage.directory.fd],
      },
    ]);
  });

  it("says why it cannot be made", async () => {
    result = { isDone: false, message: "not permitted" };
    expect(await makeWhiteout(host, stage)).toBe("mknod: not permitted");
  });
});

describe("an overlay", () => {
  beforeEach(() => writeFileSync(join(stage.path, "whiteout"), ""));

  it("is mounted by descriptors at the root of the stage, without setuid programs and devices", async () => {
    chmodSync(at("source"), 0o2751);
    expect(await mountOverlay(host, source, stage, ["a/b/secret"])).toBeUndefined();
    const options =
      "lowerdir=/proc/self/fd/3,upperdir=/proc/self/fd/4/upper,workdir=/proc/self/fd/4/work," +
      "redirect_dir=on,metacopy=off,index=off,nosuid,nodev";
    expect(tools).toEqual([
      {
        command: "mount",
        args: ["-t", "overlay", "-o", options, "abp-stage", `${stage.path}/root`],
        descriptors: [source.fd, stage.directory.fd],
      },
    ]);
    expect(["upper", "work", "root"].map((name) => modeOf(join(stage.path, name)))).toEqual([
      0o2751, 0o700, 0o700,
    ]);
    expect(readdirSync(join(stage.path, "upper/a/b"))).toEqual(["secret"]);
  });

  it("says why it cannot be mounted", async () => {
    result = { isDone: false, message: "wrong fs type" };
    expect(await mountOverlay(host, source, stage, [])).toBe("mount: wrong fs type");
  });

  it("W27 is not mounted if a hidden entry's directory is gone, and closes what it opened", async () => {
    const closed = vi.spyOn(Directory.prototype, "close");
    const opened = vi.spyOn(Directory, "open");
    await expect(mountOverlay(host, source, stage, ["gone/secret"])).rejects.toMatchObject({
      name: "TreeError",
      fault: { kind: "changed", rawPath: "", reason: "ENOENT" },
    });
    expect(tools).toEqual([]);
    // The directory that is gone was not opened.
    expect(closed.mock.calls.length).toBe(opened.mock.settledResults.length - 1);
  });
});

describe("hidden entries", () => {
  let upper: Directory;
  beforeEach(() => {
    mkdirSync(at("upper"));
    upper = Directory.open(at("upper"));
    writeFileSync(at("whiteout"), "");
  });
  afterEach(() => upper.close());

  it("are links to one whiteout, below directories with the modes of the source", () => {
    chmodSync(at("source/a"), 0o750);
    chmodSync(at("source/a/b"), 0o3711);
    hideEntries(source, upper, at("whiteout"), ["a/b/secret", "top", "a/b/other", "a/x"]);
    const whiteout = statSync(at("whiteout"));
    expect(whiteout.nlink).toBe(5);
    for (const name of ["a/b/secret", "top", "a/b/other", "a/x"])
      expect(statSync(at(`upper/${name}`)).ino, name).toBe(whiteout.ino);
    expect([modeOf(at("upper/a")), modeOf(at("upper/a/b"))]).toEqual([0o750, 0o3711]);
    expect(readdirSync(at("upper")).sort()).toEqual(["a", "top"]);
    expect(readdirSync(at("upper/a")).sort()).toEqual(["b", "x"]);
  });

  it("get the attributes of each directory once", () => {
    const status = vi.spyOn(Directory.prototype, "status");
    hideEntries(source, upper, at("whiteout"), ["a/b/one", "a/b/two"]);
    expect(status).toHaveBeenCalledTimes(2);
  });

  it("leave no directory open", () => {
    const closed = vi.spyOn(Directory.prototype, "close");
    const opened = vi.spyOn(Directory, "open");
    hideEntries(source, upper, at("whiteout"), ["a/b/one"]);
    expect(opened).toHaveBeenCalledTimes(4);
    expect(closed).toHaveBeenCalledTimes(4);
  });

  it("belong to the owner of the source's directory", (context) => {
    if (process.geteuid?.() !== 0) context.skip("needs root");
    const from = { status: () => ({ uid: 12, gid: 34, mode: 0o40710 }) } as Directory;
    copyAttributes(from, upper);
    expect(statSync(at("upper"))).toMatchObject({ uid: 12, gid: 34, mode: 0o40710 });
  });
});
