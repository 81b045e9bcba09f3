import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OpenContext } from "../opening/open-context.ts";
import { localHost, type StageHost } from "../opening/stage-host.ts";
import type { StageRequest } from "../opening/stage-request.ts";
import { openSource, type StageSource } from "../opening/stage-source.ts";
import type { StageTree } from "../opening/stage-tree.ts";
import { StageCase } from "../stage/fixtures/stage-case.ts";
import { StageDirectory } from "../sweep/stage-directory.ts";
import { Directory } from "../walk/directory.ts";
import { openOverlay } from "./overlay-tree.ts";

let stageCase: StageCase;
let source: StageSource;
let stage: StageDirectory;
let tools: string[];
/** The answers of programs; by default they succeed and do nothing. */
let refused: string | undefined;
let canMount: boolean;

beforeEach(() => {
  stageCase = new StageCase();
  source = openSource(stageCase.source);
  stage = StageDirectory.make(stageCase.stagesDir, "run");
  tools = [];
  refused = undefined;
  canMount = true;
});
afterEach(async () => {
  vi.restoreAllMocks();
  source.directory.close();
  stage.close();
  await stageCase.clean();
});

const host: StageHost = {
  ...localHost,
  canMount: () => canMount,
  runTool: async (command) => {
    tools.push(command);
    if (command === refused) return { isDone: false, message: "refused" };
    if (command === "mknod") writeFileSync(join(stage.path, "whiteout"), "");
    return { isDone: true, message: "" };
  },
};
function open(request: Partial<StageRequest> = {}, otherDevice = 0): Promise<StageTree | string> {
  const { dev, ino } = statSync(stageCase.stagesDir);
  const context = new OpenContext(stageCase.request({ method: "overlay", ...request }), source, host, {
    dev: dev + otherDevice,
    ino,
  });
  return openOverlay(context, stage);
}
async function opened(request: Partial<StageRequest> = {}): Promise<StageTree> {
  const tree = await open(request);
  if (typeof tree === "string") throw new Error(tree);
  return tree;
}
const inStage = () => readdirSync(stage.path).sort();
const modes = (manifest: { entries: readonly { rawPath: string; mode: number }[] }) =>
  manifest.entries.map(({ rawPath, mode }) => `${rawPath} ${mode.toString(8)}`);

describe("an overlay that is not possible", () => {
  it("says why, and has made nothing", async () => {
    canMount = false;
    expect(await open()).toBe("this process may not mount");
    canMount = true;
    expect(await open({ include: ["a"] })).toBe("include patterns need a copy");
    expect(await open({}, 1)).toBe("the source is on another file system than the stage");
    expect(tools).toEqual([]);
    expect(inStage()).toEqual(["owner.json"]);
  });

  it("is one whose stage lies in the source, not beside it under a longer name", async () => {
    source.directory.close();
    source = openSource(stageCase.directory);
    expect(await open()).toBe("the stage lies in the source");
    source.directory.close();
    mkdirSync(join(stageCase.directory, "sta"));
    source = openSource(join(stageCase.directory, "sta"));
    expect(await open()).toMatchObject({ isolation: "overlay" });
  });

  it.each(["mknod", "mount"])("says what %s said, and leaves the owner alone behind", async (command) => {
    stageCase.write({ "a/b": "x", "out/y": "y" });
    refused = command;
    expect(await open({ exclude: ["out"] })).toBe(`${command}: refused`);
    expect(tools).toEqual(command === "mknod" ? ["mknod"] : ["mknod", "mount"]);
    expect(inStage()).toEqual(["owner.json"]);
  });

  it("is one with another file system in the source, and is not mounted", async () => {
    stageCase.write({ "a/b": "x" });
    const { ino } = statSync(join(stageCase.source, "a"));
    const status = Directory.prototype.status;
    vi.spyOn(Directory.prototype, "status").mockImplementation(function (this: Directory) {
      const found = status.call(this);
      if (found.ino === ino) found.dev += 1;
      return found;
    });
    expect(await open()).toBe("another file system is mounted in the source");
    expect(tools).toEqual(["mknod"]);
  });

  it.each([
    [1000, "overlay"],
    [1001, "too many entries are left out"],
  ])("is one that would hide more than 1,000 entries: %i", async (count, expected) => {
    for (let index = 0; index < count; index += 1) writeFileSync(join(stageCase.source, `x${index}`), "");
    const tree = await open({ exclude: ["x*"] });
    expect(typeof tree === "string" ? tree : tree.isolation).toBe(expected);
  });

  it("waits for the whiteout if the source cannot be listed", async () => {
    stageCase.write({ "a/b/c": "x" });
    let isMade = false;
    const slow: StageHost = {
      ...host,
      runTool: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        isMade = true;
        return { isDone: true, message: "" };
      },
    };
    const { dev, ino } = statSync(stageCase.stagesDir);
    const budget = { maxEntries: 1, maxBytes: 1, maxDepth: 1 };
    const context = new OpenContext(stageCase.request({ budget }), source, slow, { dev, ino });
    await expect(openOverlay(context, stage)).rejects.toMatchObject({ name: "TreeError" });
    expect(isMade).toBe(true);
  });
});

describe("an overlay whose source changes while it is listed", () => {
  it("W27 is listed again, and each entry is noted once", async () => {
    stageCase.write({ a: "x", denied: "y" });
    symlinkSync("a", join(stageCase.source, "z"));
    const list = Directory.prototype.list;
    vi.spyOn(Directory.prototype, "list").mockImplementation(function (this: Directory) {
      return list.call(this).sort((left, right) => (left.name < right.name ? -1 : 1));
    });
    const isDenied = (path: string) => {
      // The link is listed by then, and is read next.
      if (path === "denied") rmSync(join(stageCase.source, "z"), { force: true });
      return path === "denied" ? "rule" : undefined;
    };
    const tree = await opened({ isDenied });
    expect(tree.notes.sorted()).toEqual([{ path: "denied", reason: "denied", rule: "rule" }]);
    expect(tree.notes.count).toBe(1);
  });
});

describe("the manifests of an overlay", () => {
  beforeEach(() => {
    stageCase.write({ "d/x": "x", old: "o", tool: "t" });
    chmodSync(join(stageCase.source, "tool"), 0o6755);
    chmodSync(join(stageCase.source, "d"), 0o1755);
    chmodSync(join(stageCase.source, "old"), 0o644);
  });
  /** Shows the source in the root as a mount does: the same inodes. */
  function show(): void {
    mkdirSync(join(stage.path, "root/d"));
    for (const name of ["d/x", "old", "tool"])
      linkSync(join(stageCase.source, name), join(stage.path, "root", name));
    chmodSync(join(stage.path, "root/d"), 0o1755);
  }

  it("leave out special bits of the source, and count them", async () => {
    const tree = await opened();
    expect([tree.isolation, tree.root]).toEqual(["overlay", join(stage.path, "root")]);
    expect(modes(await tree.before)).toEqual(["d 755", "d/x 644", "old 644", "tool 755"]);
    expect(tree.notes.unkept).toMatchObject({ specialBits: 2 });
    show();
    const after = await tree.after(new AbortController().signal);
    expect(modes(after)).toEqual(["d 755", "d/x 644", "old 644", "tool 755"]);
    expect(after.root).toBe((await tree.before).root);
  });

  it("show what the run wrote, with the special bits that it set", async () => {
    const tree = await opened();
    await tree.before;
    show();
    for (const place of ["upper", "root"]) {
      writeFileSync(join(stage.path, place, "new"), "n");
      chmodSync(join(stage.path, place, "new"), 0o4755);
      rmSync(join(stage.path, place, "tool"), { force: true });
      writeFileSync(join(stage.path, place, "tool"), "changed");
      chmodSync(join(stage.path, place, "tool"), 0o7750);
    }
    const before = readdirSync("/proc/self/fd").length;
    const after = await tree.after(new AbortController().signal);
    // The source had setuid and setgid there, so only the sticky bit is new.
    expect(modes(after)).toEqual(["d 755", "d/x 644", "new 4755", "old 644", "tool 1750"]);
    expect(readdirSync("/proc/self/fd").length).toBe(before);
  });

  it("W08 are refused over budget, with the place in the stage", async () => {
    const tree = await opened({ budget: { maxEntries: 4, maxBytes: 100, maxDepth: 5 } });
    await tree.before;
    for (const name of ["1", "2", "3", "4", "5"]) writeFileSync(join(stage.path, "upper", name), "");
    await expect(tree.after(new AbortController().signal)).rejects.toMatchObject({
      code: "workspace_over_budget",
      where: expect.stringContaining(join(stage.path, "root")),
    });
  });

  it("end with the reason of the signal, of the request or of the caller", async () => {
    const ending = new AbortController();
    const tree = await opened({ signal: ending.signal });
    ending.abort(new Error("request ended"));
    await expect(tree.before).rejects.toThrow("request ended");
  });

  it("after the run end with the reason of the caller's signal", async () => {
    const tree = await opened();
    await tree.before;
    await expect(tree.after(AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  });

  it("end when the stage is removed, and the removal waits for that", async () => {
    const tree = await opened();
    let isSettled = false;
    tree.before.catch(() => undefined).finally(() => (isSettled = true));
    await tree.stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSettled).toBe(true);
    await expect(tree.before).rejects.toThrow("the stage is removed");
    await expect(tree.after(new AbortController().signal)).rejects.toThrow("the stage is removed");
  });

  it("W27 note what should be hidden and came since", async () => {
    const isDenied = (path: string) => (path.startsWith("denied") ? "rule" : undefined);
    writeFileSync(join(stageCase.source, "denied-first"), "");
    const tree = await opened({ isDenied });
    writeFileSync(join(stageCase.source, "denied-later"), "");
    const { entries } = await tree.before;
    expect(entries.map(({ rawPath }) => rawPath)).toEqual(["d", "d/x", "old", "tool"]);
    expect(tree.notes.sorted()).toEqual([
      { path: "denied-first", reason: "denied", rule: "rule" },
      { path: "denied-later", reason: "denied", rule: "rule" },
    ]);
    expect(tree.notes.count).toBe(2);
  });

  it("W27 leave out what came into the source since, without another note", async () => {
    const isDenied = (path: string) => (path.startsWith("denied") ? "rule" : undefined);
    writeFileSync(join(stageCase.source, "denied"), "");
    const tree = await opened({ isDenied });
    writeFileSync(join(stageCase.source, "new"), "");
    expect((await tree.before).entries.map(({ rawPath }) => rawPath)).not.toContain("new");
    expect(tree.notes.count).toBe(1);
  });
});
