import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ControlGroup } from "./cgroup/control-group.ts";
import { RunningProgram } from "./running-program.ts";
import type { ProcessEntry } from "./tree/process-table.ts";

const system = vi.hoisted(() => ({
  table: [] as ProcessEntry[],
  /** States of the threads of a process, one list for each look; the last one stays. */
  threads: {} as Record<number, string[]>,
  marks: new Map<number, string>(),
  delays: [] as unknown[][],
}));

vi.mock("node:timers/promises", () => ({
  setTimeout: async (...args: unknown[]) => {
    system.delays.push(args);
    await new Promise(setImmediate);
  },
}));
vi.mock("./tree/process-table.ts", () => ({
  readProcess: (pid: number) => system.table.find((entry) => entry.pid === pid),
  readProcessTable: (proc?: string) => {
    if (proc === undefined) return system.table;
    const threads = system.threads[Number(/^\/proc\/(\d+)\/task$/.exec(proc)?.[1])] ?? [];
    const states = (threads.length > 1 ? threads.shift() : threads[0]) ?? "";
    return [...states].map((state) => ({ state }));
  },
  readVariable: (pid: number, name: string) => (name === "ABP_RUN_ID" ? system.marks.get(pid) : undefined),
}));

class FakeGroup extends ControlGroup {
  members: number[] = [];
  kills = 0;
  readonly calls: string[] = [];

  constructor() {
    super([], {});
  }
  override pids(): number[] {
    return this.members;
  }
  override kill(): void {
    this.calls.push("kill");
  }
  override outOfMemoryKills(): number {
    return this.kills;
  }
  override async remove(): Promise<void> {
    await Promise.resolve();
    this.calls.push("remove");
  }
}

const entry = (pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  state: "S",
  parent: 1,
  group: pid,
  session: pid,
  startedAt: 50,
  ...more,
});

describe("RunningProgram", () => {
  let child: EventEmitter & { stdin: PassThrough; stdout: PassThrough; stderr: PassThrough };
  let group: FakeGroup;
  let program: RunningProgram;
  let signals: unknown[][];
  /** Whether SIGKILL ends a process at once. */
  let isMortal: boolean;

  beforeEach(() => {
    system.table = [entry(1, { startedAt: 1 }), entry(70), entry(71, { parent: 70, group: 70 })];
    system.marks = new Map();
    system.threads = {};
    system.delays = [];
    signals = [];
    isMortal = true;
    vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
      signals.push([pid, signal]);
      if (signal === "SIGKILL" && isMortal) end(pid);
      return true;
    });
    child = Object.assign(new EventEmitter(), {
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
    });
    group = new FakeGroup();
    program = new RunningProgram(child as unknown as ChildProcess, 70, "m", group, { memory: "cgroup" });
  });
  afterEach(() => vi.restoreAllMocks());

  function end(pid: number): void {
    const isMember = (one: ProcessEntry) => (pid < 0 ? one.group === -pid : one.pid === pid);
    const hadProgram = system.table.some((one) => one.pid === 70);
    system.table = system.table.filter((one) => !isMember(one));
    group.members = group.members.filter((one) => one !== pid);
    const hasProgram = system.table.some((one) => one.pid === 70);
    if (hadProgram && !hasProgram) child.emit("exit", null, "SIGKILL");
  }

  it("offers the streams and limits that it is given", () => {
    expect([program.pid, program.limits]).toEqual([70, { memory: "cgroup" }]);
    expect(program.stdin).toBe(child.stdin);
    expect(program.stdout).toBe(child.stdout);
    expect(program.stderr).toBe(child.stderr);
  });

  it.each([
    [0, false],
    [1, true],
  ])("S42 reports its exit when %d processes were ended for lack of memory", async (kills, outOfMemory) => {
    group.kills = kills;
    child.emit("exit", 3, null);
    child.emit("exit", 4, null);
    expect(await program.exit).toEqual({ code: 3, signal: null, outOfMemory });
  });

  it("survives a broken pipe of its input", async () => {
    child.stdin.destroy(new Error("EPIPE"));
    await new Promise(setImmediate);
  });

  it("S29 sends a signal to the process group, and one by one to members outside of it", () => {
    system.table.push(entry(72, { session: 70 }), entry(80), entry(90));
    system.marks.set(80, "m");
    group.members = [71, 99];
    program.signalTree("SIGTERM");
    expect(signals).toEqual([
      [-70, "SIGTERM"],
      [72, "SIGTERM"],
      [80, "SIGTERM"],
      [99, "SIGTERM"],
    ]);
  });

  it("sends no signal to a process group whose leader is gone", () => {
    system.table = [entry(80)];
    system.marks.set(80, "m");
    child.emit("exit", 0, null);
    program.signalTree("SIGTERM");
    expect(signals).toEqual([[80, "SIGTERM"]]);
  });

  it("concludes nothing from its number once another process has it", () => {
    child.emit("exit", 0, null);
    system.table = [entry(70, { startedAt: 60 })];
    program.signalTree("SIGTERM");
    expect(signals).toEqual([]);
  });

  it("S30 says whether the living program is stopped", () => {
    expect(program.isStopped()).toBe(false);
    system.table = [entry(70, { state: "T" })];
    expect(program.isStopped()).toBe(true);
    child.emit("exit", 0, null);
    expect(program.isStopped()).toBe(false);
  });

  it("suspends a program that is alone in its tree, and lets it go on", async () => {
    system.table = [entry(70)];
    system.threads = { 70: ["SS", "TT"] };
    expect(await program.suspend()).toBe(1);
    expect(system.delays).toEqual([]);
    program.resume();
    expect(signals).toEqual([
      [70, "SIGSTOP"],
      [70, "SIGCONT"],
    ]);
  });

  it("suspends every process of the tree, also one that starts meanwhile or left the group", async () => {
    system.table.push(entry(80));
    system.marks.set(80, "m");
    system.threads = { 70: ["S", "T"], 71: ["S", "T"], 80: ["S", "T"], 90: ["S", "T"] };
    vi.mocked(process.kill).mockImplementation((pid, signal) => {
      signals.push([pid, signal]);
      // It was on its way before its parent stopped.
      if (pid === 80 && system.table.length === 4) system.table.push(entry(90, { parent: 80 }));
      return true;
    });
    expect(await program.suspend()).toBe(4);
    expect(signals).toEqual([70, 71, 80, 90].map((pid) => [pid, "SIGSTOP"]));
    signals = [];
    program.resume();
    expect(signals).toEqual([70, 71, 80, 90].map((pid) => [pid, "SIGCONT"]));
  });

  it("waits until every thread is stopped, for ten seconds at most", async () => {
    system.table = [entry(70)];
    system.threads = { 70: ["SS", "TD", "TD", "TT"] };
    expect(await program.suspend()).toBe(1);
    expect(system.delays).toEqual([[5], [10]]);
    system.delays = [];
    system.threads = { 70: ["TD"] };
    expect(await program.suspend()).toBe(0);
    const waits = system.delays.map(([ms]) => ms as number);
    expect([waits.length, waits.reduce((sum, ms) => sum + ms)]).toEqual([127, 5 + 10 + 20 + 40 + 123 * 80]);
    system.threads = { 70: [""] };
    expect(await program.suspend()).toBe(0);
  });

  it("continues a child that was stopped before its program began, because its parent cannot stop until then", async () => {
    system.table.push(entry(72, { parent: 70, group: 70 }));
    system.threads = { 70: ["T"], 71: ["S", "D"], 72: ["S", "T"], 73: ["S", "T"] };
    // A child of the shell, between its fork and its program.
    system.table.push(entry(73, { parent: 71, group: 70 }));
    vi.mocked(process.kill).mockImplementation((pid, signal) => {
      signals.push([pid, signal]);
      if (signal === "SIGCONT") system.threads[71] = ["T"];
      return true;
    });
    expect(await program.suspend()).toBe(4);
    const continued = signals.filter(([, signal]) => signal === "SIGCONT");
    expect(continued).toEqual([[73, "SIGCONT"]]);
    expect(system.delays).toEqual([[5], [10], [20], [40]]);
  });

  it("does not say that a tree is suspended if the system lists no processes, or the program has ended meanwhile", async () => {
    system.table = [];
    expect(await program.suspend()).toBe(0);
    system.table = [entry(71, { group: 70 })];
    system.threads = { 71: ["T"] };
    expect(await program.suspend()).toBe(0);
  });

  it("suspends nothing after the exit", async () => {
    child.emit("exit", 0, null);
    expect(await program.suspend()).toBe(0);
    program.resume();
    expect(signals).toEqual([]);
  });

  it("S40 ends the tree, removes its group and closes the input, once", async () => {
    system.table.push(entry(80));
    system.marks.set(80, "m");
    const ending = program.endTree();
    expect(program.endTree()).toBe(ending);
    await ending;
    expect(signals).toEqual([
      [-70, "SIGKILL"],
      [80, "SIGKILL"],
    ]);
    expect(group.calls).toEqual(["kill", "remove"]);
    expect(child.stdin.destroyed).toBe(true);
    expect(system.table.map((one) => one.pid)).toEqual([1]);
    await program.endTree();
    expect(group.calls).toHaveLength(2);
  });

  it("ends what a program left behind that has ended itself", async () => {
    system.table = [entry(71, { group: 70 }), entry(72, { group: 70 })];
    child.emit("exit", 0, null);
    await program.endTree();
    expect(signals).toEqual([
      [71, "SIGKILL"],
      [72, "SIGKILL"],
    ]);
  });

  it("does not wait without limit for a process that does not end", async () => {
    system.table = [];
    isMortal = false;
    await program.endTree();
    expect(system.delays).toEqual([[5000, undefined, { ref: false }]]);
    expect(group.calls).toEqual(["kill", "remove"]);
  });
});
