import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canOverlay, NEEDS_OVERLAY } from "./fixtures/overlay-support.ts";
import { namesIn, pathsOf, StageCase } from "./fixtures/stage-case.ts";

const isRoot = process.geteuid?.() === 0;
let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
});
afterEach(() => stageCase.clean());

const at = (path: string) => join(stageCase.source, path);
const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

describe.each(["copy", "overlay"] as const)("special files by %s", (method) => {
  beforeEach(async (context) => {
    if (method === "overlay" && !(await canOverlay())) context.skip(NEEDS_OVERLAY);
  });

  it("W06 leaves out pipes and sockets, and says so", async (context) => {
    if (spawnSync("mkfifo", [at("pipe")]).status !== 0) context.skip("needs mkfifo");
    const server = createServer().listen(at("socket"));
    await new Promise((resolve) => server.once("listening", resolve));
    stageCase.write({ file: "x" });
    const stage = await stageCase.open({ method });
    expect(await pathsOf(stage)).toEqual(["f file"]);
    server.close();
    expect(await namesIn(stage)).toEqual(["file"]);
    expect(stage.skipped).toEqual([
      { path: "pipe", reason: "named pipe" },
      { path: "socket", reason: "socket" },
    ]);
  });

  it("W06 leaves out devices, and says so", async (context) => {
    const made = ["c", "b"].map((kind) => spawnSync("mknod", [at(`device-${kind}`), kind, "1", "3"]).status);
    if (made.some((status) => status !== 0)) context.skip("needs root and mknod");
    const stage = await stageCase.open({ method });
    expect(await pathsOf(stage)).toEqual([]);
    expect(await namesIn(stage)).toEqual([]);
    expect(stage.skipped.map(({ reason }) => reason)).toEqual(["block device", "character device"]);
    expect(stage.skippedCount).toBe(2);
  });

  it("W09 keeps permissions without setuid, setgid and sticky bits, and removes read-only directories", async () => {
    stageCase.write({ "locked/inner/file": "x", setuid: "y", script: "z" });
    chmodSync(at("setuid"), 0o6755);
    chmodSync(at("script"), 0o751);
    chmodSync(at("locked/inner/file"), 0o400);
    chmodSync(at("locked/inner"), 0o555);
    chmodSync(at("locked"), 0o1555);
    const stage = await stageCase.open({ method });
    const { entries } = await stage.before();
    expect(entries.map(({ rawPath, mode }) => `${rawPath} ${mode.toString(8)}`)).toEqual([
      "locked 555",
      "locked/inner 555",
      "locked/inner/file 400",
      "script 751",
      "setuid 755",
    ]);
    if (method === "copy") {
      expect(modeOf(join(stage.root, "setuid"))).toBe("755");
      expect(modeOf(join(stage.root, "locked"))).toBe("555");
    } else {
      expect(mountOptions(stage.root)).toEqual(expect.arrayContaining(["nosuid", "nodev"]));
    }
    expect(stage.unkept.specialBits).toBe(2);
    expect((await stage.after()).root).toBe((await stage.before()).root);
    expect(await stage.remove()).toEqual([]);
    expect(stageCase.stages()).toEqual([]);
    expect(modeOf(at("setuid"))).toBe("6755");
  });

  it("W10 counts files, links and directories of other users and groups", async (context) => {
    if (!isRoot) context.skip("needs root");
    stageCase.write({ "folder/file": "x", group: "y", own: "z" });
    symlinkSync("own", at("link"));
    chownSync(at("folder"), 1234, process.getegid!());
    chownSync(at("folder/file"), 1234, 1234);
    chownSync(at("group"), process.geteuid!(), 1234);
    lchownSync(at("link"), 1234, 1234);
    const stage = await stageCase.open({ method });
    await stage.before();
    expect(stage.unkept).toEqual({ owners: 4, specialBits: 0 });
    expect(stage.skippedCount).toBe(0);
  });

  it("W10 counts nothing of a source that is all ours", async () => {
    stageCase.write({ "folder/file": "x" });
    const stage = await stageCase.open({ method });
    await stage.before();
    expect(stage.unkept).toEqual({ owners: 0, specialBits: 0 });
  });

  it("W09 notices a setuid bit that the run sets, and keeps quiet about one that was there", async () => {
    stageCase.write({ old: "x", new: "y" });
    chmodSync(at("old"), 0o4755);
    chmodSync(at("new"), 0o755);
    const stage = await stageCase.open({ method });
    await stage.before();
    if (method === "overlay") chownSync(join(stage.root, "old"), 0, 0);
    writeFileSync(join(stage.root, "old"), "changed");
    chmodSync(join(stage.root, "new"), 0o4755);
    const modes = (await stage.after()).entries.map(({ rawPath, mode }) => `${rawPath} ${mode.toString(8)}`);
    expect(modes).toEqual(["new 4755", "old 755"]);
  });
});

function mountOptions(point: string): string[] {
  const line = readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .find((each) => each.split(" ")[4] === point);
  return line?.split(" ")[5]?.split(",") ?? [];
}

describe("permissions", () => {
  it("W09 leaves out what cannot be read, and says so", async (context) => {
    stageCase.write({ "closed/file": "x", unreadable: "y", open: "z" });
    chmodSync(at("closed"), 0);
    chmodSync(at("unreadable"), 0);
    if (isRoot) {
      // Root reads everything, so another user stages here.
      const result = stageAsNobody();
      if (result === undefined) context.skip("needs another user who may read this checkout");
      expect(result).toEqual({
        paths: ["open"],
        skipped: [
          { path: "closed", reason: "unreadable" },
          { path: "unreadable", reason: "unreadable" },
        ],
      });
      return;
    }
    const stage = await stageCase.open();
    expect(await pathsOf(stage)).toEqual(["f open"]);
    expect(stage.skipped).toEqual([
      { path: "closed", reason: "unreadable" },
      { path: "unreadable", reason: "unreadable" },
    ]);
  });

  it("W10 copies neither owners nor extended attributes", async (context) => {
    stageCase.write({ file: "x" });
    const attribute = spawnSync("/usr/bin/python3", [
      "-c",
      "import os,sys; os.setxattr(sys.argv[1], 'user.abp', b'1')",
      at("file"),
    ]);
    if (attribute.status !== 0) context.skip("needs python3 and extended attributes");
    if (isRoot) chownSync(at("file"), 1234, 1234);
    const stage = await stageCase.open();
    const copy = join(stage.root, "file");
    expect(statSync(copy).uid).toBe(process.geteuid?.());
    const listed = spawnSync("/usr/bin/python3", [
      "-c",
      "import os,sys; print(os.listxattr(sys.argv[1]))",
      copy,
    ]);
    expect(listed.stdout.toString().trim()).toBe("[]");
  });
});

/** Stages the source as an unprivileged user; undefined if that user cannot read the program. */
function stageAsNobody(): unknown {
  const nobody = 65534;
  chmodSync(stageCase.directory, 0o755);
  mkdirSync(stageCase.stagesDir);
  chownSync(stageCase.stagesDir, nobody, nobody);
  const program = `
    const { openStage } = await import(${JSON.stringify(join(import.meta.dirname, "open-stage.ts"))});
    const stage = await openStage({
      runId: "r", root: process.argv[1], mode: "staged", include: [], exclude: [], isDenied: () => undefined,
      stagesDir: process.argv[2], budget: { maxEntries: 100, maxBytes: 1000, maxDepth: 10 },
      signal: new AbortController().signal,
    });
    const paths = (await stage.before()).entries.map(({ rawPath }) => rawPath);
    console.log(JSON.stringify({ paths, skipped: stage.skipped }));
    await stage.remove();`;
  const args = ["--input-type=module", "-e", program, stageCase.source, stageCase.stagesDir];
  const result = spawnSync(process.execPath, args, { uid: nobody, gid: nobody, env: {} });
  return result.status === 0 ? JSON.parse(result.stdout.toString()) : undefined;
}
