import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { localHost } from "../opening/stage-host.ts";
import { openSource } from "../opening/stage-source.ts";
import { Directory } from "../walk/directory.ts";
import { currentManifest } from "./current-manifest.ts";
import { StageCase } from "./fixtures/stage-case.ts";

let stageCase: StageCase;
let opened: number;
let closed: number;
beforeEach(() => {
  stageCase = new StageCase();
  opened = 0;
  closed = 0;
  const open = Directory.open;
  vi.spyOn(Directory, "open").mockImplementation((path) => {
    const directory = open(path);
    opened += 1;
    return directory;
  });
  const close = Directory.prototype.close;
  vi.spyOn(Directory.prototype, "close").mockImplementation(function (this: Directory) {
    closed += 1;
    close.call(this);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stageCase.clean();
});
const signal = new AbortController().signal;
const budget = { maxEntries: 100, maxBytes: 1000, maxDepth: 10 };

describe("a stage by copy", () => {
  it("holds the source and its own directory until it is removed, once", async () => {
    stageCase.write({ "a/b": "x" });
    const stage = await stageCase.open({ runId: "run" });
    expect(stage).toMatchObject({
      runId: "run",
      source: stageCase.source,
      root: join(stageCase.stagesDir, "run/root"),
      isolation: "copy",
      skippedCount: 0,
      skipped: [],
    });
    expect(opened - closed).toBe(2);
    const removal = stage.remove();
    expect(stage.remove()).toBe(removal);
    expect(await removal).toEqual([]);
    expect(opened).toBe(closed);
    expect(readFileSync(join(stageCase.source, "a/b"), "utf8")).toBe("x");
  });

  it("W09 keeps what only copying needs off the modes of directories, the root's excepted", async () => {
    stageCase.write({ "a/b/c": "x", "closed/d": "y" });
    chmodSync(join(stageCase.source, "a/b"), 0o500);
    chmodSync(join(stageCase.source, "a"), 0o1577);
    // Only root reads a directory that its owner may not read.
    const closedMode = process.geteuid?.() === 0 ? 0o300 : 0o700;
    chmodSync(join(stageCase.source, "closed"), closedMode);
    chmodSync(stageCase.source, 0o550);
    const stage = await stageCase.open();
    const modes = ["", "a", "a/b", "closed"].map((path) => statSync(join(stage.root, path)).mode & 0o7777);
    expect(modes).toEqual([0o750, 0o577, 0o500, closedMode]);
    const planned = (await stage.before()).entries.map(({ rawPath, mode }) => [rawPath, mode]);
    expect(planned.filter(([path]) => path !== "a/b/c" && path !== "closed/d")).toEqual([
      ["a", 0o577],
      ["a/b", 0o500],
      ["closed", closedMode],
    ]);
    expect(opened - closed).toBe(2);
    chmodSync(stageCase.source, 0o750);
  });

  it("W12 is refused if the disk of the stage would mix two names up, and leaves nothing open", async () => {
    stageCase.write({ a: "1", A: "2" });
    const probed: string[] = [];
    const host = (ignoresCase: boolean) => ({
      ...localHost,
      isCaseInsensitive: (path: string) => {
        probed.push(path);
        return ignoresCase;
      },
    });
    await expect(stageCase.open({ runId: "run" }, host(true))).rejects.toMatchObject({
      code: "workspace_staging_failed",
      details: { paths: expect.arrayContaining(["a", "A"]) },
    });
    expect(probed).toEqual([join(stageCase.stagesDir, "run/root")]);
    expect(stageCase.stages()).toEqual([]);
    expect(opened).toBe(closed);
    expect((await stageCase.open({}, host(false))).isolation).toBe("copy");
  });

  it("is not begun if the signal is aborted already", async () => {
    const aborted = stageCase.open({ signal: AbortSignal.abort("stop") });
    await expect(aborted).rejects.toBe("stop");
    expect(existsSync(stageCase.stagesDir)).toBe(false);
    expect(opened).toBe(0);
  });

  it("tells a failure with its code, and leaves neither files nor descriptors behind", async () => {
    stageCase.write({ a: "12345" });
    await expect(stageCase.open({ budget: { ...budget, maxBytes: 4 } })).rejects.toMatchObject({
      code: "workspace_over_budget",
      where: join(stageCase.source, "a"),
    });
    await expect(stageCase.open({ runId: "no run id" })).rejects.toMatchObject({
      code: "workspace_init_failed",
    });
    expect(stageCase.stages()).toEqual([]);
    expect(opened).toBe(closed);
  });
});

describe("the method of a stage", () => {
  const cannot = { ...localHost, canMount: () => false };

  it("is chosen if none is named", async () => {
    const { method: _, ...request } = stageCase.request();
    const { openStage } = await import("./open-stage.ts");
    expect((await openStage(request, cannot)).isolation).toBe("copy");
    expect((await stageCase.open({ method: "auto" }, cannot)).isolation).toBe("copy");
  });

  it("says why an overlay that was asked for cannot be used", async () => {
    await expect(stageCase.open({ method: "overlay" }, cannot)).rejects.toMatchObject({
      code: "workspace_staging_failed",
      message: "An overlay cannot be used: this process may not mount",
      advice: "Choose another method, or let it be chosen.",
    });
    const can = { ...localHost, canMount: () => true };
    await expect(stageCase.open({ method: "overlay", include: ["a"] }, can)).rejects.toMatchObject({
      message: "An overlay cannot be used: include patterns need a copy",
    });
    const stagesDir = join(stageCase.source, "stages");
    await expect(stageCase.open({ method: "overlay", stagesDir }, can)).rejects.toMatchObject({
      message: "An overlay cannot be used: the stage lies in the source",
    });
    expect(opened).toBe(closed);
  });

  it("asks the machine whether it may mount: only root of Linux", () => {
    const platform = Object.getOwnPropertyDescriptor(process, "platform")!;
    const canMount = (system: string, uid: number) => {
      Object.defineProperty(process, "platform", { ...platform, value: system });
      vi.spyOn(process, "geteuid").mockReturnValue(uid);
      try {
        return localHost.canMount();
      } finally {
        Object.defineProperty(process, "platform", platform);
      }
    };
    expect([canMount("linux", 0), canMount("linux", 1), canMount("darwin", 0)]).toEqual([true, false, false]);
    vi.stubGlobal("process", { ...process, platform: "linux", geteuid: undefined });
    expect(localHost.canMount()).toBe(false);
    vi.unstubAllGlobals();
  });
});

describe("a source", () => {
  it("is opened at its real path, also with a name that is not ASCII", () => {
    const path = join(stageCase.directory, "größe");
    mkdirSync(path);
    symlinkSync("größe", join(stageCase.directory, "link"));
    const source = openSource(join(stageCase.directory, "link"));
    expect(source.path).toBe(realpathSync(path));
    expect(source.rawPath).toBe(Buffer.from(realpathSync(path)).toString("latin1"));
    expect(source.directory.status().ino).toBe(statSync(path).ino);
    source.directory.close();
  });

  it("is refused with its path and advice", () => {
    const path = join(stageCase.source, "none");
    expect(() => openSource(path)).toThrow(
      expect.objectContaining({
        code: "workspace_init_failed",
        where: path,
        advice: "Name a directory that exists and can be read.",
        cause: expect.objectContaining({ code: "ENOENT" }),
      }),
    );
  });
});

describe("the manifest of a directory as it is", () => {
  it("holds everything but the repository of the stage, and leaves nothing open", async () => {
    const root = join(stageCase.directory, "größe");
    for (const folder of ["", "sub"]) {
      mkdirSync(join(root, folder, ".git"), { recursive: true });
      writeFileSync(join(root, folder, ".git/config"), "x");
    }
    symlinkSync("..", join(root, "link"));
    const manifest = await currentManifest(root, budget, signal);
    expect(manifest.entries.map(({ rawPath }) => rawPath)).toEqual([
      "link",
      "sub",
      "sub/.git",
      "sub/.git/config",
    ]);
    expect(opened).toBe(closed);
  });

  it("is refused over budget and if nothing is there, with its path", async () => {
    writeFileSync(join(stageCase.source, "a"), "12345");
    await expect(currentManifest(stageCase.source, { ...budget, maxBytes: 4 }, signal)).rejects.toMatchObject(
      {
        code: "workspace_over_budget",
        where: join(stageCase.source, "a"),
      },
    );
    expect(opened).toBe(closed);
    await expect(currentManifest(join(stageCase.source, "none"), budget, signal)).rejects.toThrow("ENOENT");
    expect(readdirSync(stageCase.source)).toEqual(["a"]);
  });
});
