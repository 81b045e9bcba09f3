import type * as fileSystem from "node:fs";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { unmountBelow } from "../removal/mounts.ts";
import { emptyDirectory } from "../removal/remove-tree.ts";
import { Directory } from "../walk/directory.ts";
import { abandonedStages } from "./abandoned-stages.ts";
import { ownOwner, type ProcessTable, processTable, writeOwner } from "./owner.ts";
import { StageDirectory } from "./stage-directory.ts";

/** Calls of the file system that fail with a code. */
const failing = vi.hoisted(() => new Map<string, string>());
vi.mock("node:fs", async (load) => {
  const real = await load<typeof fileSystem>();
  const fail =
    <Call extends (...args: never[]) => unknown>(name: string, call: Call) =>
    (...args: Parameters<Call>) => {
      const code = failing.get(name);
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      return call(...args);
    };
  return {
    ...real,
    renameSync: fail("renameSync", real.renameSync),
    rmdirSync: fail("rmdirSync", real.rmdirSync),
    unlinkSync: fail("unlinkSync", real.unlinkSync),
  };
});
vi.mock("../removal/mounts.ts", () => ({ unmountBelow: vi.fn(async () => []) }));
vi.mock("../removal/remove-tree.ts", async (load) => {
  const real = await load<{ emptyDirectory: typeof emptyDirectory }>();
  return { emptyDirectory: vi.fn(real.emptyDirectory) };
});

let parent: string;
let stagesDir: string;
let opened: number;
let closed: number;
beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "abp-stage-dir-")));
  stagesDir = join(parent, "stages");
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
afterEach(() => {
  vi.restoreAllMocks();
  failing.clear();
  rmSync(parent, { recursive: true, force: true });
});
const at = (path: string) => join(stagesDir, path);
const make = (runId = "run") => StageDirectory.make(stagesDir, runId);
const dead: ProcessTable = { ...processTable, bootId: "another boot", startTime: () => undefined };

describe("making a stage's directory", () => {
  it("W29 gives a private directory with the owner in it, and leaves one descriptor open", () => {
    const stage = make("Run_1.a-b");
    expect(stage.path).toBe(at("Run_1.a-b"));
    expect(readdirSync(stagesDir)).toEqual(["Run_1.a-b"]);
    expect(readFileSync(at("Run_1.a-b/owner.json"), "utf8")).toBe(writeOwner(ownOwner("Run_1.a-b")));
    expect([
      statSync(stage.path).mode & 0o777,
      statSync(join(stage.path, "owner.json")).mode & 0o777,
    ]).toEqual([0o700, 0o600]);
    expect(stage.directory.status().ino).toBe(statSync(stage.path).ino);
    expect(opened - closed).toBe(1);
    stage.close();
    expect(opened).toBe(closed);
  });

  it("W29 names its directory without links, as the list of mounts does", () => {
    mkdirSync(join(parent, "real"));
    symlinkSync("real", join(parent, "link"));
    const stage = StageDirectory.make(join(parent, "link/stages"), "run");
    expect(stage.path).toBe(join(parent, "real/stages/run"));
    stage.close();
  });

  it.each(["x".repeat(128), "0", "a..b"])("W29 takes the run id %j", (runId) => {
    make(runId).close();
    expect(readdirSync(stagesDir)).toEqual([runId]);
  });

  it.each(["x".repeat(129), "", "-a", "_a", "a b", "a\n", "a~b", "ä"])(
    "W29 refuses the run id %j",
    (runId) => {
      expect(() => make(runId)).toThrow(expect.objectContaining({ code: "workspace_init_failed" }));
      expect(existsSync(stagesDir)).toBe(false);
    },
  );

  it.each([
    ["ENOSPC", "workspace_full"],
    ["EDQUOT", "workspace_full"],
    ["EIO", "workspace_init_failed"],
  ])("W26 tells %s as %s, and leaves nothing behind", (code, expected) => {
    failing.set("renameSync", code);
    expect(() => make()).toThrow(
      expect.objectContaining({
        code: expected,
        where: at("run"),
        message: expect.stringContaining("The stage cannot be made: "),
        cause: expect.objectContaining({ code }),
      }),
    );
    expect(readdirSync(stagesDir)).toEqual([]);
    expect(opened).toBe(closed);
  });

  it("tells a failure without a code, and keeps a coded error as it is", () => {
    vi.spyOn(Directory.prototype, "child").mockImplementation(() => {
      throw new Error("odd");
    });
    expect(() => make()).toThrow(expect.objectContaining({ code: "workspace_init_failed" }));
    rmSync(stagesDir, { recursive: true });
    writeFileSync(stagesDir, "");
    expect(() => make()).toThrow(expect.objectContaining({ code: "directory_unusable" }));
  });
});

describe("finding a stage's directory", () => {
  const descriptorCount = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
  const find = (name: string) => {
    const before = descriptorCount();
    const stages = Directory.open(stagesDir);
    const found = StageDirectory.find(stagesDir, stages, name);
    stages.close();
    found?.stage.close();
    expect([opened, descriptorCount()]).toEqual([closed, before]);
    return found;
  };
  const owner = { ...ownOwner("run"), pid: 77, startTime: "5" };
  const write = (name: string, content?: string) => {
    mkdirSync(at(name), { recursive: true });
    if (content !== undefined) writeFileSync(at(`${name}/owner.json`), content);
  };

  it("W28 reads the owner", () => {
    write("run", writeOwner(owner));
    expect(find("run")).toMatchObject({ stage: { path: at("run") }, owner });
  });

  it("W28 knows no owner if it is of another run, no owner, too long, or no plain file", () => {
    write("other", writeOwner(owner));
    expect(find("other")?.owner).toBeUndefined();
    write("run", "{");
    expect(find("run")?.owner).toBeUndefined();
    const padded = (length: number) => writeOwner(owner).padEnd(length);
    write("run", padded(4097));
    expect(find("run")?.owner).toBeUndefined();
    write("run", padded(4096));
    expect(find("run")?.owner).toEqual(owner);
    rmSync(at("run/owner.json"));
    expect(find("run")?.owner).toBeUndefined();
    writeFileSync(at("elsewhere"), writeOwner(owner));
    symlinkSync(at("elsewhere"), at("run/owner.json"));
    expect(find("run")?.owner).toBeUndefined();
    rmSync(at("run/owner.json"));
    mkdirSync(at("run/owner.json"));
    expect(find("run")?.owner).toBeUndefined();
  });

  it("W28 finds nothing if the name is no run id, or no directory is there", () => {
    write("run");
    for (const name of ["a b", ".hidden", ".new-run", ".new-run~x~1", ".new-run~1~x", "x.new-run~1~1"]) {
      write(name);
      expect(find(name), name).toBeUndefined();
    }
    symlinkSync("run", at("link"));
    expect(find("link")).toBeUndefined();
    expect(find("gone")).toBeUndefined();
  });

  it("W28 reads the owner of an unfinished directory from its name, or from its file", () => {
    write(".new-run~12~34");
    expect(find(".new-run~12~34")?.owner).toEqual({ ...ownOwner("run"), pid: 12, startTime: "34" });
    write(".new-run~12~");
    expect(find(".new-run~12~")?.owner).toMatchObject({ runId: "run", pid: 12, startTime: "" });
    write(".new-run~12~34", writeOwner(owner));
    expect(find(".new-run~12~34")?.owner).toEqual(owner);
  });
});

describe("removing a stage's directory", () => {
  it("W30 unmounts first, and removes everything", async () => {
    const stage = make();
    mkdirSync(at("run/a"));
    writeFileSync(at("run/a/x"), "");
    expect(stage.isEmpty()).toBe(false);
    expect(await stage.remove()).toEqual([]);
    expect(unmountBelow).toHaveBeenLastCalledWith(stage.path);
    expect(emptyDirectory).toHaveBeenLastCalledWith(stage.directory, "owner.json");
    expect(readdirSync(stagesDir)).toEqual([]);
    expect(opened).toBe(closed);
  });

  it("W30 removes nothing if something is still mounted", async () => {
    const stage = make();
    vi.mocked(unmountBelow).mockResolvedValueOnce([`${stage.path}/root`]);
    writeFileSync(at("run/x"), "");
    expect(await stage.remove()).toEqual([`${stage.path}/root`]);
    expect(readdirSync(at("run")).sort()).toEqual(["owner.json", "x"]);
    expect(opened).toBe(closed);
  });

  it("W30 reports what is left with its place, and keeps the owner", async () => {
    const stage = make();
    vi.mocked(emptyDirectory).mockResolvedValueOnce(["a/b", "base64:/w=="]);
    expect(await stage.remove()).toEqual([`${stage.path}/a/b`, "base64:/w=="]);
    expect(readdirSync(at("run"))).toEqual(["owner.json"]);
    expect(opened).toBe(closed);
  });

  it("W30 is no failure if the owner file or the directory is gone already", async () => {
    const stage = make();
    rmSync(at("run/owner.json"));
    expect(stage.isEmpty()).toBe(true);
    expect(await stage.remove()).toEqual([]);
    const again = make();
    rmSync(at("run"), { recursive: true });
    expect(await again.remove()).toEqual([]);
    expect(opened).toBe(closed);
  });

  it.each(["rmdirSync", "unlinkSync"])("W30 reports the directory itself where %s fails", async (call) => {
    const stage = make();
    vi.mocked(emptyDirectory).mockResolvedValueOnce([]);
    failing.set(call, "EBUSY");
    expect(await stage.remove()).toEqual([stage.path]);
    expect(opened).toBe(closed);
  });
});

describe("the stages of dead owners", () => {
  it("W28 are listed in the order of the directory, and removed one by one", async () => {
    make("run-1").close();
    make("run-2").close();
    mkdirSync(at("empty"));
    mkdirSync(at("full/x"), { recursive: true });
    writeFileSync(at("file"), "");
    const list = Directory.prototype.list;
    vi.spyOn(Directory.prototype, "list").mockImplementation(function (this: Directory) {
      return list.call(this).sort((left, right) => (left.name < right.name ? -1 : 1));
    });
    const found = await abandonedStages(stagesDir, dead);
    expect(found.map(({ runId }) => runId)).toEqual(["run-1", "run-2"]);
    expect(readdirSync(stagesDir).sort()).toEqual(["file", "full", "run-1", "run-2"]);
    expect(opened).toBe(closed);
    expect(await found[0]!.remove()).toEqual([]);
    expect(await found[0]!.remove()).toEqual([]);
    expect(readdirSync(stagesDir).sort()).toEqual(["file", "full", "run-2"]);
    expect(opened).toBe(closed);
    rmSync(stagesDir, { recursive: true });
    expect(await found[1]!.remove()).toEqual([]);
  });

  it("W28 are none while their owner lives, and none without a directory", async () => {
    expect(await abandonedStages(stagesDir, dead)).toEqual([]);
    make().close();
    expect(await abandonedStages(stagesDir)).toEqual([]);
    expect(readdirSync(stagesDir)).toEqual(["run"]);
    expect(opened).toBe(closed);
  });
});
