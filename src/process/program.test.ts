import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { readHierarchies } from "./cgroup/hierarchy.ts";
import { leftoverGroups } from "./cgroup/leftover-groups.ts";
import { endMarked, type Program, type StartPlan, startProgram } from "./index.ts";
import { readProcess } from "./tree/process-table.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
let count = 0;

function plan(script: string, more: Partial<StartPlan> = {}): StartPlan {
  count += 1;
  const mark = `program-test-${process.pid}-${count}`;
  return {
    command: "/bin/sh",
    args: ["-c", script],
    env: { PATH: "/usr/bin:/bin" },
    cwd: "/",
    mark,
    ...more,
  };
}

async function outputOf(program: Program): Promise<string> {
  let text = "";
  for await (const chunk of program.stdout) text += String(chunk);
  return text;
}

const isLiving = (pid: number) => ![undefined, "Z"].includes(readProcess(pid)?.state);

describe.runIf(existsSync("/proc/self/stat"))("startProgram", () => {
  it("starts a program in its own session, with its arguments and exit code", async () => {
    const program = await startProgram(
      plan('cat /proc/$$/stat; echo "$0 $1"; exit 4', {
        args: ["-c", 'cat /proc/$$/stat; echo "$1"; exit 4', "sh", "it's $HOME"],
      }),
    );
    const [stat, text] = (await outputOf(program)).split("\n");
    expect(await program.exit).toEqual({ code: 4, signal: null, outOfMemory: false });
    expect(stat?.split(") ")[1]?.split(" ").slice(2, 4)).toEqual([String(program.pid), String(program.pid)]);
    expect(text).toBe("it's $HOME");
    await program.endTree();
  });

  it("finds a command in the search path of the plan, not in ours", async () => {
    const program = await startProgram({ ...plan(""), command: "true", args: [] });
    expect((await program.exit).code).toBe(0);
    await program.endTree();
    const elsewhere = startProgram({ ...plan(""), command: "true", env: { PATH: "/nowhere" } });
    await expect(elsewhere).rejects.toMatchObject({
      code: "sidecar_spawn_failed",
      details: { errno: "ENOENT" },
    });
  });

  it("passes descriptors on, and calls back before anything is read", async () => {
    let pid = 0;
    const sink = openSync("/dev/null", "w");
    const program = await startProgram(
      plan("echo three >&3", {
        descriptors: [sink],
        onStarted: (child) => {
          pid = child.pid ?? 0;
        },
      }),
    );
    closeSync(sink);
    expect(pid).toBe(program.pid);
    expect((await program.exit).code).toBe(0);
    await program.endTree();
  });

  it("opens a channel after the descriptors", async () => {
    let message: unknown;
    const program = await startProgram(
      plan("", {
        command: process.execPath,
        args: ["-e", "process.send({ hello: 1 }, () => process.disconnect())"],
        channel: true,
        onStarted: (child) =>
          child.on("message", (value) => {
            message = value;
          }),
      }),
    );
    await program.exit;
    await eventually(() => expect(message).toEqual({ hello: 1 }));
    await program.endTree();
  });

  it("S40 ends daemonised processes with the tree", async (ctx) => {
    if (!existsSync("/usr/bin/setsid")) ctx.skip("needs setsid");
    const program = await startProgram(plan("setsid sh -c 'echo $$; exec sleep 300' & wait"));
    const [chunk] = (await once(program.stdout, "data")) as [Buffer];
    const daemon = Number(chunk.toString());
    expect(isLiving(daemon)).toBe(true);
    await program.endTree();
    expect(isLiving(daemon)).toBe(false);
    expect(isLiving(program.pid)).toBe(false);
    expect(await program.exit).toMatchObject({ signal: "SIGKILL" });
    await program.endTree();
  });

  it("S29 sends a signal to the whole tree, daemonised processes included", async (ctx) => {
    if (!existsSync("/usr/bin/setsid")) ctx.skip("needs setsid");
    const program = await startProgram(plan("trap 'exit 5' TERM; setsid sleep 300 & echo $!; wait; exit 6"));
    const [chunk] = (await once(program.stdout, "data")) as [Buffer];
    const daemon = Number(chunk.toString());
    // Until then it is a copy of the shell, which may lose a signal.
    await eventually(() => expect(readFileSync(`/proc/${daemon}/comm`, "utf8")).toBe("sleep\n"));
    program.signalTree("SIGTERM");
    expect(await program.exit).toMatchObject({
      code: expect.toSatisfy((code: number) => code === 5 || code === 6),
    });
    await eventually(() => expect(isLiving(daemon)).toBe(false));
    await program.endTree();
    program.signalTree("SIGTERM");
  });

  it("S30 says whether the program is stopped, and ends it all the same", async () => {
    const program = await startProgram(plan("kill -STOP $$; sleep 300"));
    await eventually(() => expect(program.isStopped()).toBe(true));
    await program.endTree();
    expect(program.isStopped()).toBe(false);
  });

  it("suspends a program, so that it does nothing until it is resumed", async () => {
    const program = await startProgram({ ...plan(""), command: "cat", args: [] });
    expect(await program.suspend()).toBe(1);
    expect(readProcess(program.pid)?.state).toBe("T");
    let text = "";
    program.stdout.on("data", (chunk) => {
      text += String(chunk);
    });
    program.stdin.end("hello");
    await delay(50);
    expect(text).toBe("");
    program.resume();
    expect((await program.exit).code).toBe(0);
    await eventually(() => expect(text).toBe("hello"));
    expect(await program.suspend()).toBe(0);
    program.resume();
    await program.endTree();
  });

  it("suspends and resumes every process of a tree, also one that was daemonised", async () => {
    const counter = 'setsid sh -c "while :; do echo .; done" & echo ready; read line; kill $!';
    const program = await startProgram(plan(counter));
    await once(program.stdout, "data");
    expect(await program.suspend()).toBe(2);
    let bytes = 0;
    program.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    // What was written before lies in the pipe.
    await eventually(() => expect(program.stdout.readableLength).toBe(0));
    await delay(50);
    const before = bytes;
    await delay(50);
    expect(bytes).toBe(before);
    program.resume();
    await eventually(() => expect(bytes).toBeGreaterThan(before));
    await program.endTree();
  });

  it("S41 limits the processes of a tree, and says what holds the limit", async (ctx) => {
    const script = "for i in 1 2 3 4 5 6 7 8 9; do sleep 300 & done; echo started";
    const program = await startProgram(plan(script, { limits: { processes: 4 } }));
    const { limits } = program;
    await program.exit;
    await program.endTree();
    if (limits.processes !== "cgroup") ctx.skip("needs a writable pids control group");
    expect((await program.exit).code).not.toBe(0);
  });

  it("S42 reports that the memory limit ended a program", async (ctx) => {
    if (!existsSync("/usr/bin/python3")) ctx.skip("needs python3");
    const hog = ["-c", "x = bytearray(200_000_000)\nfor i in range(0, len(x), 4096): x[i] = 1"];
    const program = await startProgram(
      plan("", { command: "/usr/bin/python3", args: hog, limits: { memoryBytes: 50_000_000 } }),
    );
    const exit = await program.exit;
    await program.endTree();
    if (program.limits.memory !== "cgroup") ctx.skip("needs a writable memory control group");
    expect(exit).toEqual({ code: null, signal: "SIGKILL", outOfMemory: true });
  });

  it("leaves no control group behind", async () => {
    const one = plan("exit 0", { limits: { processes: 10 } });
    const program = await startProgram(one);
    await program.exit;
    await program.endTree();
    expect(leftoverGroups([one.mark]).joinFiles).toEqual([]);
    await startProgram({ ...one, cwd: "/nowhere" }).catch(() => undefined);
    expect(leftoverGroups([one.mark]).joinFiles).toEqual([]);
  });

  it("S46 hides descriptors that this process inherited itself", async (ctx) => {
    if (!existsSync("/bin/bash")) ctx.skip("needs bash");
    const script = 'exec 9</dev/null 42</dev/null; exec "$0" --no-warnings "$1"';
    const result = spawnSync(
      "/bin/bash",
      ["-c", script, process.execPath, join(FIXTURES, "spawn-report.ts")],
      {
        encoding: "utf8",
      },
    );
    // 3 is the directory that ls lists.
    expect(result.stdout.trim().split("\n")).toEqual(["0", "1", "2", "3"]);
  });

  it("S46 reports a lack of descriptors as something that passes", () => {
    const script = 'ulimit -n 64; exec "$0" --no-warnings "$1" exhausted';
    const result = spawnSync("/bin/sh", ["-c", script, process.execPath, join(FIXTURES, "spawn-report.ts")], {
      encoding: "utf8",
    });
    expect(result.stdout).toBe("backend_unavailable EMFILE\n");
  });

  it("S44 ends what a killed process left behind, daemonised processes included", async (ctx) => {
    if (!existsSync("/usr/bin/python3")) ctx.skip("needs python3");
    const mark = `orphans-${process.pid}`;
    const parent = spawn(process.execPath, ["--no-warnings", join(FIXTURES, "orphan-maker.ts"), mark], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    for await (const chunk of parent.stdout) {
      text += String(chunk);
      if (text.split("\n").length > 2) break;
    }
    const pids = text.trim().split("\n").map(Number);
    parent.kill("SIGKILL");
    expect(pids).toHaveLength(2);
    expect(pids.map(isLiving)).toEqual([true, true]);
    expect(await endMarked(["another-mark"])).toBe(0);
    expect(pids.map(isLiving)).toEqual([true, true]);
    expect(await endMarked([mark])).toBe(2);
    expect(pids.map(isLiving)).toEqual([false, false]);
    expect(await endMarked([mark])).toBe(0);
    expect(leftoverGroups([mark]).joinFiles).toEqual([]);
  });

  it("ends nothing without marks, and never itself", async () => {
    expect(await endMarked([])).toBe(0);
    expect(readHierarchies().every((one) => existsSync(one.mountPoint))).toBe(true);
    expect(readFileSync("/proc/self/stat", "latin1")).toContain(String(process.pid));
  });
});
