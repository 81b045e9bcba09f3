import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { localHost } from "../opening/stage-host.ts";
import { mountsBelow } from "../removal/mounts.ts";
import { currentManifest } from "../stage/current-manifest.ts";
import { canOverlay, NEEDS_OVERLAY } from "../stage/fixtures/overlay-support.ts";
import { codeOf, namesIn, StageCase } from "../stage/fixtures/stage-case.ts";
import type { Stage } from "../stage/stage.ts";

let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
});
afterEach(() => stageCase.clean());

const budget = { maxEntries: 10_000, maxBytes: 10_000_000, maxDepth: 100 };

/** The manifest of a full read of the stage, which knows nothing of layers. */
const reread = (stage: Stage) => currentManifest(stage.root, budget, new AbortController().signal);

describe("an overlay", () => {
  let stage: Stage;
  const at = (path: string) => join(stage.root, path);

  beforeEach(async (context) => {
    if (!(await canOverlay())) context.skip(NEEDS_OVERLAY);
    stageCase.write({
      "a/one": "1",
      "a/deep/two": "22",
      "a/deep/er/three": "333",
      "b/one": "other",
      "b/deep/two": "another",
      "c/keep": "k",
      top: "t",
    });
    stage = await stageCase.open({ method: "auto" });
  });

  it("is chosen by itself, shows the source, and takes all writes", async () => {
    expect(stage.isolation).toBe("overlay");
    writeFileSync(at("a/one"), "changed");
    rmSync(at("top"));
    expect(readFileSync(join(stageCase.source, "a/one"), "utf8")).toBe("1");
    expect(readdirSync(stageCase.source).toSorted()).toEqual(["a", "b", "c", "top"]);
    expect(await stage.remove()).toEqual([]);
    expect(stageCase.stages()).toEqual([]);
    expect(readFileSync(join(stageCase.source, "a/one"), "utf8")).toBe("1");
  });

  it.each<[string, () => void]>([
    ["nothing", () => undefined],
    ["an edit", () => writeFileSync(at("a/deep/two"), "edited")],
    [
      "an edit that keeps size and time",
      () => keepTimes(at("a/deep/two"), () => writeFileSync(at("a/deep/two"), "33")),
    ],
    ["new files and directories", () => mkdirSync(at("new/x/y"), { recursive: true })],
    ["a deletion", () => rmSync(at("a/deep"), { recursive: true })],
    ["a change of mode", () => chmodSync(at("a/deep"), 0o700)],
    ["a file in place of a directory", () => swapForFile(at("a"))],
    ["a link in place of a directory", () => swapForLink(at("a"))],
    ["a new directory in place of the old one", () => replaceDirectory(at("a"))],
    ["a renamed directory", () => renameSync(at("a"), at("z"))],
    ["two directories that changed places", () => exchange(at("a"), at("b"))],
    ["a directory moved into another", () => renameSync(at("b"), at("c/b"))],
    ["a renamed directory with an edit below", () => renameAndEdit()],
    ["directories that changed places below a renamed one", () => exchangeBelow()],
    ["a hard link", () => linkSync(at("top"), at("c/hard"))],
    ["a nested repository", () => mkdirSync(at("c/.git/refs"), { recursive: true })],
  ])("finds the same tree after %s as a full read does", async (_, change) => {
    const before = await stage.before();
    change();
    const after = await stage.after();
    expect(after).toEqual(await reread(stage));
    if (_ !== "nothing") expect(after.root).not.toBe(before.root);
    else expect(after).toEqual(before);
  });

  it("leaves special files that the run made out of the manifest", async () => {
    await stage.before();
    spawnSync("mkfifo", [at("pipe")]);
    expect((await stage.after()).root).toBe((await stage.before()).root);
  });

  it("does not take edits of the source for work of the run", async () => {
    const before = await stage.before();
    appendFileSync(join(stageCase.source, "top"), "by the user");
    writeFileSync(join(stageCase.source, "c/new"), "by the user");
    writeFileSync(at("c/run"), "by the run");
    const after = await stage.after();
    const added = after.entries.filter(
      (entry) => !before.entries.some(({ rawPath }) => rawPath === entry.rawPath),
    );
    expect(added.map(({ rawPath }) => rawPath)).toEqual(["c/run"]);
    expect(after.entries.find(({ rawPath }) => rawPath === "top")?.size).toBe(1);
  });

  function renameAndEdit(): void {
    renameSync(at("a"), at("z"));
    writeFileSync(at("z/deep/two"), "edited");
    rmSync(at("z/deep/er/three"));
  }
  function exchangeBelow(): void {
    exchange(at("a/deep"), at("b/deep"));
    renameSync(at("a"), at("z"));
    renameSync(at("b"), at("a"));
  }
});

function keepTimes(path: string, action: () => void): void {
  const { atime, mtime } = statSync(path);
  action();
  utimesSync(path, atime, mtime);
}
function swapForFile(path: string): void {
  rmSync(path, { recursive: true });
  writeFileSync(path, "now a file");
}
function swapForLink(path: string): void {
  rmSync(path, { recursive: true });
  symlinkSync("b", path);
}
function replaceDirectory(path: string): void {
  rmSync(path, { recursive: true });
  mkdirSync(join(path, "deep"), { recursive: true });
  writeFileSync(join(path, "deep/two"), "new");
}
function exchange(left: string, right: string): void {
  renameSync(left, `${left}-moved`);
  renameSync(right, left);
  renameSync(`${left}-moved`, right);
}

describe("hidden entries of an overlay", () => {
  beforeEach(async (context) => {
    if (!(await canOverlay())) context.skip(NEEDS_OVERLAY);
  });

  it("stay hidden when their directory is renamed, and cost no mode or owner", async () => {
    stageCase.write({ "a/secret": "s", "a/b/secret": "s", "a/b/open": "o" });
    chmodSync(join(stageCase.source, "a/b"), 0o2750);
    const isDenied = (path: string) => (path.endsWith("secret") ? "rule" : undefined);
    const stage = await stageCase.open({ method: "overlay", isDenied });
    expect(statSync(join(stage.root, "a/b")).mode & 0o7777).toBe(0o2750);
    expect((await stage.after()).root).toBe((await stage.before()).root);
    renameSync(join(stage.root, "a"), join(stage.root, "z"));
    expect(readdirSync(join(stage.root, "z"))).toEqual(["b"]);
    expect(readdirSync(join(stage.root, "z/b"))).toEqual(["open"]);
  });

  it("are copied around if they are too many", async () => {
    for (let index = 0; index < 1001; index += 1) writeFileSync(join(stageCase.source, `x-${index}.log`), "");
    const stage = await stageCase.open({ method: "auto", exclude: ["*.log"] });
    expect(stage.isolation).toBe("copy");
    expect(await namesIn(stage)).toEqual([]);
    rmSync(join(stageCase.source, "x-1000.log"));
    expect((await stageCase.open({ method: "auto", exclude: ["*.log"] })).isolation).toBe("overlay");
  });
});

describe("an overlay that is not possible", () => {
  const refusing = {
    ...localHost,
    canMount: () => true,
    runTool: () => Promise.resolve({ isDone: false, message: "refused" }),
  };

  it("gives way to a copy", async () => {
    stageCase.write({ a: "1" });
    const stage = await stageCase.open({ method: "auto" }, refusing);
    expect(stage.isolation).toBe("copy");
    await stage.repository();
    expect(readdirSync(join(stageCase.stagesDir, stage.runId)).toSorted()).toEqual(["owner.json", "root"]);
  });

  it("gives way to a copy if only the mount fails", async (context) => {
    if (!(await canOverlay())) context.skip(NEEDS_OVERLAY);
    stageCase.write({ a: "1" });
    const runTool: typeof localHost.runTool = (command, ...rest) =>
      command === "mount" ? refusing.runTool() : localHost.runTool(command, ...rest);
    const stage = await stageCase.open({ method: "auto" }, { ...localHost, runTool });
    expect(stage.isolation).toBe("copy");
    await stage.repository();
    expect(readdirSync(join(stageCase.stagesDir, stage.runId)).toSorted()).toEqual(["owner.json", "root"]);
  });

  it("is an error if it was asked for", async () => {
    stageCase.write({ a: "1" });
    expect(await codeOf(stageCase.open({ method: "overlay" }, refusing))).toBe("workspace_staging_failed");
    const unprivileged = { ...localHost, canMount: () => false };
    expect(await codeOf(stageCase.open({ method: "overlay" }, unprivileged))).toBe(
      "workspace_staging_failed",
    );
    expect(stageCase.stages()).toEqual([]);
  });

  it("gives way to a copy if the stages lie in the source, which never holds them", async () => {
    stageCase.write({ a: "1" });
    const stagesDir = join(stageCase.source, "state/stages");
    const stage = await stageCase.open({ method: "auto", stagesDir });
    expect(stage.isolation).toBe("copy");
    expect((await stage.before()).entries.map(({ rawPath }) => rawPath)).toEqual(["a", "state"]);
    await stage.remove();
  });

  it("gives way to a copy if another file system is mounted in the source", async (context) => {
    mkdirSync(join(stageCase.source, "mounted"));
    const point = join(stageCase.source, "mounted");
    if (spawnSync("mount", ["-t", "tmpfs", "abp-test", point]).status !== 0)
      context.skip("needs root and tmpfs");
    writeFileSync(join(point, "file"), "x");
    const stage = await stageCase.open({ method: "auto" });
    expect(stage.isolation).toBe("copy");
    expect(readFileSync(join(stage.root, "mounted/file"), "utf8")).toBe("x");
    await stage.remove();
    expect(await mountsBelow(stageCase.directory)).toEqual([point]);
  });
});
