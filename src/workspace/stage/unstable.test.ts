import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stageError } from "../opening/stage-error.ts";
import { faultOf, TreeError } from "../walk/tree-fault.ts";
import { canOverlay, NEEDS_OVERLAY } from "./fixtures/overlay-support.ts";
import { codeOf, namesIn, pathsOf, StageCase } from "./fixtures/stage-case.ts";

let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
});
afterEach(() => stageCase.clean());

/** Changes the source each time that a walk comes past `trigger`, at most `times`. */
function changing(times: number, change: (turn: number) => void) {
  let turn = 0;
  return (path: string): string | undefined => {
    if (path === "trigger" && turn < times) change(turn++);
    return path.startsWith("denied") ? "rule" : undefined;
  };
}
const add = (turn: number) => writeFileSync(join(stageCase.source, `new-${turn}`), "x");

describe("a source that changes while it is copied", () => {
  it("W27 is copied again once", async () => {
    stageCase.write({ trigger: "x", gone: "y" });
    const isDenied = changing(1, (turn) => {
      add(turn);
      rmSync(join(stageCase.source, "gone"));
    });
    const stage = await stageCase.open({ isDenied });
    expect(await pathsOf(stage)).toEqual(["f new-0", "f trigger"]);
    expect(existsSync(join(stage.root, "gone"))).toBe(false);
  });

  it("W27 is refused when it changes again, and leaves nothing behind", async () => {
    stageCase.write({ trigger: "x" });
    expect(await codeOf(stageCase.open({ isDenied: changing(9, add) }))).toBe("workspace_unstable");
    expect(stageCase.stages()).toEqual([]);
  });
});

describe("a source that changes while an overlay is read", () => {
  beforeEach(async (context) => {
    if (!(await canOverlay())) context.skip(NEEDS_OVERLAY);
  });

  it("W27 is taken as it was when the stage was opened", async () => {
    stageCase.write({ trigger: "x" });
    const stage = await stageCase.open({ method: "overlay", isDenied: changing(9, add) });
    add(9);
    const paths = await pathsOf(stage);
    expect(paths).toContain("f trigger");
    expect(paths).not.toContain("f new-9");
    expect((await stage.after()).root).toBe((await stage.before()).root);
    expect(await stage.remove()).toEqual([]);
  });

  it("W27 marks what changed before it was read, and what went away", async () => {
    stageCase.write({ edited: "old", gone: "g", same: "s", "d/below": "b" });
    symlinkSync("same", join(stageCase.source, "link"));
    const stage = await stageCase.open({ method: "overlay" });
    writeFileSync(join(stageCase.source, "edited"), "new");
    rmSync(join(stageCase.source, "gone"));
    rmSync(join(stageCase.source, "link"));
    rmSync(join(stageCase.source, "d"), { recursive: true });
    const { entries } = await stage.before();
    const marks = entries.map(({ rawPath, type, size, unsettled }) => [rawPath, type, size, unsettled]);
    expect(marks).toEqual([
      ["d", "directory", 0, undefined],
      ["d/below", "file", 0, true],
      ["edited", "file", 3, true],
      ["gone", "file", 0, true],
      ["link", "symlink", 0, true],
      ["same", "file", 1, undefined],
    ]);
    expect((await stage.after()).entries).toEqual(entries);
  });

  it("W27 hides denied entries that appear, and leaves them in the source", async () => {
    stageCase.write({ file: "x" });
    const isDenied = (path: string) => (path.startsWith("denied") ? "rule" : undefined);
    const stage = await stageCase.open({ method: "overlay", isDenied });
    stageCase.write({ denied: "secret", "denied-too/inner": "secret", "sub/.git/config": "c" });
    expect(await pathsOf(stage)).toEqual(["f file"]);
    expect(await namesIn(stage)).toEqual(["file", "sub"]);
    expect(readdirSync(join(stage.root, "sub"))).toEqual([]);
    expect(stage.skipped).toEqual([
      { path: "denied", reason: "denied", rule: "rule" },
      { path: "denied-too", reason: "denied", rule: "rule" },
    ]);
    expect(readdirSync(join(stageCase.source, "denied-too"))).toEqual(["inner"]);
    expect(readdirSync(join(stageCase.source, "sub/.git"))).toEqual(["config"]);
    expect((await stage.after()).entries).toEqual((await stage.before()).entries);
  });

  it("W27 is read although a hidden file disappears", async () => {
    stageCase.write({ file: "x", denied: "y" });
    const isDenied = (path: string) => (path === "denied" ? "rule" : undefined);
    const stage = await stageCase.open({ method: "overlay", isDenied });
    rmSync(join(stageCase.source, "denied"));
    expect(await pathsOf(stage)).toEqual(["f file"]);
  });

  it("W27 is not disturbed by what the run writes", async () => {
    stageCase.write({ "a/file": "x", b: "y" });
    const stage = await stageCase.open({ method: "overlay" });
    writeFileSync(join(stage.root, "a/file"), "changed");
    rmSync(join(stage.root, "b"));
    expect(await pathsOf(stage)).toEqual(["d a", "f a/file", "f b"]);
  });
});

describe("a full disk", () => {
  it("W26 ends staging with an error and leaves nothing behind", async (context) => {
    mkdirSync(stageCase.stagesDir);
    const mount = spawnSync("mount", [
      "-t",
      "tmpfs",
      "-o",
      "size=512k,mode=700",
      "abp-test",
      stageCase.stagesDir,
    ]);
    if (mount.status !== 0) context.skip("needs root and tmpfs");
    stageCase.write({ small: "x", "inner/large": "x".repeat(3_000_000) });
    expect(await codeOf(stageCase.open())).toBe("workspace_full");
    expect(stageCase.stages()).toEqual([]);
  });

  it("W26 ends staging also if no directory fits", async (context) => {
    mkdirSync(stageCase.stagesDir);
    const options = "size=512k,nr_inodes=20,mode=700";
    const mount = spawnSync("mount", ["-t", "tmpfs", "-o", options, "abp-test", stageCase.stagesDir]);
    if (mount.status !== 0) context.skip("needs root and tmpfs");
    for (let index = 0; index < 30; index += 1) mkdirSync(join(stageCase.source, `d-${index}`));
    expect(await codeOf(stageCase.open())).toBe("workspace_full");
    expect(stageCase.stages()).toEqual([]);
  });

  it.each([
    ["ENOSPC", "target", "workspace_full"],
    ["EDQUOT", "target", "workspace_full"],
    ["ENOENT", "source", "workspace_unstable"],
    ["ENOENT", "target", "workspace_staging_failed"],
    ["EIO", "source", "workspace_staging_failed"],
  ] as const)("W26 tells %s at the %s as %s", (code, side, expected) => {
    const fault = faultOf(Object.assign(new Error("x"), { code }), "a/b", side);
    const error = stageError(new TreeError(fault), "/root");
    expect(error).toMatchObject({ code: expected, where: "/root/a/b" });
  });
});

it("stops when the signal is aborted, and leaves nothing behind", async () => {
  stageCase.write({ trigger: "x" });
  const controller = new AbortController();
  const isDenied = (path: string) => {
    if (path === "trigger") controller.abort(new Error("stopped"));
    return undefined;
  };
  await expect(stageCase.open({ isDenied, signal: controller.signal })).rejects.toThrow("stopped");
  expect(stageCase.stages()).toEqual([]);
  await expect(stageCase.open({ signal: controller.signal })).rejects.toThrow("stopped");
});
