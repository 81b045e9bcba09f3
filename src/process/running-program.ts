import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { ControlGroup } from "./cgroup/control-group.ts";
import type { HeldLimits, Program, ProgramExit } from "./program.ts";
import { endProcesses, sendSignal } from "./tree/end-processes.ts";
import { readProcess, readProcessTable, readVariable } from "./tree/process-table.ts";
import { areThreadsStopped, isTreeStopped, MARK_VARIABLE, treeMembers } from "./tree/tree-members.ts";

const MAX_EXIT_WAIT_MS = 5000;

/** A thread that waits for a busy disk stops late. The wait doubles each time, up to the longest one; all of them take ten seconds. */
const FIRST_STOP_WAIT_MS = 5;
const LONGEST_STOP_WAIT_MS = 80;
const MAX_STOP_WAITS = 128;
/** From this look on, what still acts may wait for a child that it has just started. */
const FIRST_LOOK_AT_CHILDREN = 4;

/** A child process with pipes on its three standard streams, and the control group that it lives in. */
export class RunningProgram implements Program {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exit: Promise<ProgramExit>;
  readonly limits: HeldLimits;
  readonly #mark: string;
  readonly #group: ControlGroup;
  readonly #startedAt: number | undefined;
  #hasExited = false;
  #ending: Promise<void> | undefined;

  constructor(child: ChildProcess, pid: number, mark: string, group: ControlGroup, limits: HeldLimits) {
    this.pid = pid;
    // The three streams are always pipes here.
    this.stdin = child.stdin as Writable;
    this.stdout = child.stdout as Readable;
    this.stderr = child.stderr as Readable;
    this.limits = limits;
    this.#mark = mark;
    this.#group = group;
    this.#startedAt = readProcess(pid)?.startedAt;
    this.exit = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.#hasExited = true;
        resolve({ code, signal, outOfMemory: group.outOfMemoryKills() > 0 });
      });
    });
    // A program that closes its input breaks the pipe; whoever writes learns it from the write.
    this.stdin.on("error", () => undefined);
  }

  signalTree(signal: NodeJS.Signals): void {
    if (!this.#hasExited) sendSignal(-this.pid, signal);
    for (const pid of this.#findOutsideGroup()) sendSignal(pid, signal);
  }

  isStopped(): boolean {
    return !this.#hasExited && isTreeStopped(readProcessTable(), this.pid);
  }

  /** A process may start another one before it is stopped, so the tree is looked at until all that is found was stopped before. */
  async suspend(): Promise<number> {
    for (let look = 0; look <= MAX_STOP_WAITS; look += 1) {
      if (look > 1) await delay(Math.min(FIRST_STOP_WAIT_MS * 2 ** (look - 2), LONGEST_STOP_WAIT_MS));
      const found = this.#hasExited ? [] : this.#find();
      if (!found.includes(this.pid)) return 0;
      const acting = found.filter((pid) => !areThreadsStopped(pid));
      if (acting.length === 0) return found.length;
      for (const pid of acting) sendSignal(pid, "SIGSTOP");
      if (look >= FIRST_LOOK_AT_CHILDREN) this.#continueChildren(acting);
    }
    return 0;
  }

  /**
   * A process that starts another one by `vfork` cannot stop before the child runs its own program. If the child was stopped
   * first, both would wait for ever. So it goes on until the next look.
   */
  #continueChildren(acting: readonly number[]): void {
    for (const { pid, parent } of readProcessTable())
      if (acting.includes(parent) && !acting.includes(pid)) sendSignal(pid, "SIGCONT");
  }

  resume(): void {
    if (this.#hasExited) return;
    for (const pid of this.#find()) sendSignal(pid, "SIGCONT");
  }

  endTree(): Promise<void> {
    this.#ending ??= this.#endTree();
    return this.#ending;
  }

  async #endTree(): Promise<void> {
    this.#group.kill();
    if (!this.#hasExited) sendSignal(-this.pid, "SIGKILL");
    await endProcesses(() => this.#find());
    // A process in an uninterruptible wait ends late; nobody waits for it without limit.
    await Promise.race([this.exit, delay(MAX_EXIT_WAIT_MS, undefined, { ref: false })]);
    await this.#group.remove();
    // A process that escaped every search must not keep our end of the pipes alive.
    this.stdin.destroy();
  }

  #find(): number[] {
    const members = treeMembers(
      readProcessTable(),
      { pid: this.pid, startedAt: this.#startedAt, mark: this.#mark },
      (pid) => readVariable(pid, MARK_VARIABLE),
    ).map((entry) => entry.pid);
    return [...new Set([...members, ...this.#group.pids()])];
  }

  /** Members that a signal to the process group does not reach. */
  #findOutsideGroup(): number[] {
    const inGroup = new Set(
      readProcessTable()
        .filter((entry) => entry.group === this.pid)
        .map((entry) => entry.pid),
    );
    return this.#find().filter((pid) => !inGroup.has(pid));
  }
}
