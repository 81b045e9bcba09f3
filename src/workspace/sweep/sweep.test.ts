import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mountsBelow } from "../removal/mounts.ts";
import { canOverlay, NEEDS_OVERLAY } from "../stage/fixtures/overlay-support.ts";
import { codeOf, StageCase } from "../stage/fixtures/stage-case.ts";
import { abandonedStages } from "./abandoned-stages.ts";
import { ownOwner, type ProcessTable, processTable, writeOwner } from "./owner.ts";
import { StageDirectory } from "./stage-directory.ts";

let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
  stageCase.write({ trigger: "x", denied: "y", "a/b": "z" });
});
afterEach(() => stageCase.clean());

/** Starts a process that opens a stage, and kills it after its line. */
async function killedHolder(method: string, moment: string): Promise<void> {
  const program = join(import.meta.dirname, "fixtures/stage-holder.ts");
  const args = [program, stageCase.source, stageCase.stagesDir, method, moment];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  await Promise.race([once(child.stdout!, "data"), exit]);
  child.kill("SIGKILL");
  await exit;
}
const sweep = () => abandonedStages(stageCase.stagesDir);
const dead: ProcessTable = { ...processTable, bootId: "another boot", startTime: () => undefined };

describe("stages of a killed process", () => {
  it.each(["walk", "open"])("W28 are found and removed after a kill at %s", async (moment) => {
    await killedHolder("copy", moment);
    expect(stageCase.stages()).toEqual(["held"]);
    const [stage, ...others] = await sweep();
    expect(others).toEqual([]);
    expect(stage?.runId).toBe("held");
    expect(await stage?.remove()).toEqual([]);
    expect(stageCase.stages()).toEqual([]);
    expect(readdirSync(stageCase.source).toSorted()).toEqual(["a", "denied", "trigger"]);
  });

  it.each(["walk", "open"])(
    "W28 are unmounted and removed after a kill of an overlay at %s",
    async (moment) => {
      if (!(await canOverlay())) return expect.soft(NEEDS_OVERLAY).toBe(NEEDS_OVERLAY);
      await killedHolder("overlay", moment);
      expect(await mountsBelow(stageCase.directory)).toHaveLength(moment === "open" ? 1 : 0);
      for (const stage of await sweep()) expect(await stage.remove()).toEqual([]);
      expect(await mountsBelow(stageCase.directory)).toEqual([]);
      expect(stageCase.stages()).toEqual([]);
      expect(readdirSync(stageCase.source).toSorted()).toEqual(["a", "denied", "trigger"]);
    },
  );

  it("W28 are left alone while the process lives", async () => {
    const stage = await stageCase.open();
    expect(await sweep()).toEqual([]);
    expect(existsSync(stage.root)).toBe(true);
  });

  it("W28 are left alone if the owner cannot be read, is a link, or names another run", async () => {
    mkdirSync(stageCase.stagesDir, { mode: 0o700 });
    const make = (name: string, owner?: string) => {
      mkdirSync(join(stageCase.stagesDir, name, "root"), { recursive: true });
      if (owner !== undefined) writeFileSync(join(stageCase.stagesDir, name, "owner.json"), owner);
    };
    make("no-owner");
    make("garbage", "{");
    make("other", writeOwner(ownOwner("another-run")));
    make("linked");
    writeFileSync(join(stageCase.outside, "owner"), writeOwner(ownOwner("linked")));
    symlinkSync(join(stageCase.outside, "owner"), join(stageCase.stagesDir, "linked/owner.json"));
    mkdirSync(join(stageCase.outside, "elsewhere"));
    writeFileSync(join(stageCase.outside, "elsewhere/owner.json"), writeOwner(ownOwner("link")));
    symlinkSync(join(stageCase.outside, "elsewhere"), join(stageCase.stagesDir, "link"));
    writeFileSync(join(stageCase.stagesDir, "file"), "x");
    mkdirSync(join(stageCase.stagesDir, "not a run id"));
    expect(await abandonedStages(stageCase.stagesDir, dead)).toEqual([]);
    expect(stageCase.stages()).toHaveLength(7);
  });

  it("W28 are found before their owner file was written, by their name", async () => {
    mkdirSync(stageCase.stagesDir, { mode: 0o700 });
    const owner = ownOwner("run");
    mkdirSync(join(stageCase.stagesDir, `.new-mine~${owner.pid}~${owner.startTime}`));
    mkdirSync(join(stageCase.stagesDir, `.new-gone~${owner.pid}~1`));
    const found = await sweep();
    expect(found.map(({ runId }) => runId)).toEqual(["gone"]);
    expect(await found[0]?.remove()).toEqual([]);
    expect(stageCase.stages()).toEqual([`.new-mine~${owner.pid}~${owner.startTime}`]);
  });

  it("W28 are removed if the removal itself was interrupted at its last step", async () => {
    mkdirSync(join(stageCase.stagesDir, "empty"), { recursive: true, mode: 0o700 });
    expect(await sweep()).toEqual([]);
    expect(stageCase.stages()).toEqual([]);
  });

  it("W28 do not exist if there is no directory of stages", async () => {
    expect(await sweep()).toEqual([]);
    expect(existsSync(stageCase.stagesDir)).toBe(false);
  });
});

describe("the directory of stages", () => {
  it("W29 is made with mode 0700, and so is each stage in it", async () => {
    const stage = await stageCase.open();
    const own = join(stageCase.stagesDir, stage.runId);
    expect([stageCase.stagesDir, own].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(statSync(join(own, "owner.json")).mode & 0o777).toBe(0o600);
    const { start_time, ...owner } = JSON.parse(readFileSync(join(own, "owner.json"), "utf8"));
    expect(owner).toMatchObject({ run_id: stage.runId, pid: process.pid, boot_id: processTable.bootId });
    expect(start_time).toMatch(/^\d*$/);
  });

  it("W29 is refused as a link, even to a directory of ours", async () => {
    symlinkSync(stageCase.outside, stageCase.stagesDir);
    expect(await codeOf(stageCase.open())).toBe("directory_unusable");
    expect(await codeOf(sweep())).toBe("directory_unusable");
    expect(readdirSync(stageCase.outside)).toEqual([]);
  });

  it.each([0o770, 0o702, 0o777, 0o1777])(
    "W29 is refused with mode %o, because others may write there",
    async (mode) => {
      mkdirSync(stageCase.stagesDir);
      chmodSync(stageCase.stagesDir, mode);
      expect(await codeOf(stageCase.open())).toBe("directory_unusable");
      expect(await codeOf(sweep())).toBe("directory_unusable");
      expect(stageCase.stages()).toEqual([]);
    },
  );

  it("W29 is accepted if others may only read", async () => {
    mkdirSync(stageCase.stagesDir);
    chmodSync(stageCase.stagesDir, 0o755);
    expect((await stageCase.open()).isolation).toBe("copy");
  });

  it("W29 is refused if it belongs to somebody else", async (context) => {
    if (process.geteuid?.() !== 0) context.skip("needs root");
    mkdirSync(stageCase.stagesDir, { mode: 0o700 });
    chownSync(stageCase.stagesDir, 1234, 1234);
    expect(await codeOf(stageCase.open())).toBe("directory_unusable");
  });

  it("W29 is refused as a file, and if it cannot be made", async () => {
    writeFileSync(stageCase.stagesDir, "");
    expect(await codeOf(stageCase.open())).toBe("directory_unusable");
    expect(await codeOf(stageCase.open({ stagesDir: join(stageCase.stagesDir, "below") }))).toBe(
      "directory_unusable",
    );
  });

  it.each(["..", "../x", "a/b", "", ".hidden", "a~b", "x".repeat(129)])(
    "W29 holds no stage of a run that is called %j",
    async (runId) => {
      expect(await codeOf(stageCase.open({ runId }))).toBe("workspace_init_failed");
      expect(readdirSync(stageCase.directory).toSorted()).toEqual(["outside", "source", "stages"]);
    },
  );

  it("W29 holds one stage of a run, whatever is in its place", async () => {
    await stageCase.open({ runId: "same" });
    expect(await codeOf(stageCase.open({ runId: "same" }))).toBe("workspace_init_failed");
    symlinkSync(stageCase.outside, join(stageCase.stagesDir, "linked"));
    expect(await codeOf(stageCase.open({ runId: "linked" }))).toBe("workspace_init_failed");
    expect(stageCase.stages().toSorted()).toEqual(["linked", "same"]);
    expect(readdirSync(stageCase.outside)).toEqual([]);
  });
});

describe("a stage directory", () => {
  it("reports what it cannot remove with its place, and keeps its owner file for the next try", async (context) => {
    const stage = StageDirectory.make(stageCase.stagesDir, "run");
    const file = join(stage.path, "file");
    writeFileSync(file, "x");
    if (spawnSync("chattr", ["+i", file]).status !== 0) context.skip("needs root and chattr");
    expect(await stage.remove()).toEqual([file]);
    spawnSync("chattr", ["-i", file]);
    expect(readdirSync(stage.path).toSorted()).toEqual(["file", "owner.json"]);
    const [abandoned] = await abandonedStages(stageCase.stagesDir, dead);
    expect(await abandoned?.remove()).toEqual([]);
    expect(stageCase.stages()).toEqual([]);
  });
});

it("refuses a source that is missing or no directory, before a stage is made", async () => {
  expect(await codeOf(stageCase.open({ root: join(stageCase.source, "missing") }))).toBe(
    "workspace_init_failed",
  );
  expect(await codeOf(stageCase.open({ root: join(stageCase.source, "trigger") }))).toBe(
    "workspace_init_failed",
  );
  expect(existsSync(stageCase.stagesDir)).toBe(false);
});
