import { randomUUID } from "node:crypto";
import { buildWorkOrder, type WorkOrder } from "../../contract/index.ts";
import { endMarked, type Program, type StartPlan, startProgram } from "../../process/index.ts";
import type { CheckSettings, CheckTasks } from "./check-settings.ts";
import type { Findings } from "./findings.ts";
import { Peer } from "./session/peer.ts";
import { mebibytes, Session } from "./session/session.ts";

/** The program to check. */
export interface CheckedCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Its complete environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Starts and ends programs. Tests pass their own. */
export interface ProgramStarter {
  start(plan: StartPlan): Promise<Program>;
  /** Ends the processes with the mark, and returns how many there were. */
  endMarked(mark: string): Promise<number>;
}

export const systemStarter: ProgramStarter = {
  start: startProgram,
  endMarked: (mark) => endMarked([mark]),
};

/** The sidecar under test, with the collected findings. Each scenario starts processes of its own. */
export class Subject {
  readonly findings: Findings;
  readonly settings: CheckSettings;
  readonly tasks: CheckTasks;
  /** An empty directory that runs work in. */
  readonly workspace: string;
  readonly #command: CheckedCommand;
  readonly #starter: ProgramStarter;
  readonly #signal: AbortSignal;

  constructor(
    command: CheckedCommand,
    starter: ProgramStarter,
    around: Pick<Subject, "findings" | "settings" | "tasks" | "workspace"> & { readonly signal: AbortSignal },
  ) {
    this.#command = command;
    this.#starter = starter;
    this.findings = around.findings;
    this.settings = around.settings;
    this.tasks = around.tasks;
    this.workspace = around.workspace;
    this.#signal = around.signal;
  }

  /**
   * Starts the sidecar, gives it to the scenario, and ends all of its processes afterwards. Throws if it cannot be started,
   * or if the check is aborted.
   */
  async use(scenario: (peer: Peer) => Promise<void>): Promise<Session> {
    this.#signal.throwIfAborted();
    const mark = randomUUID();
    const { processes } = this.settings;
    const program = await this.#starter.start({ ...this.#command, mark, limits: { processes } });
    const session = new Session(program, this.settings, this.findings.redact);
    const abort = () => void session.close();
    this.#signal.addEventListener("abort", abort, { once: true });
    try {
      await scenario(new Peer(session, this.findings, this.settings));
      this.#signal.throwIfAborted();
      this.#judgeOutput(session);
    } finally {
      this.#signal.removeEventListener("abort", abort);
      const hasExited = session.exit !== undefined;
      this.#judgeProcesses(hasExited, await this.#starter.endMarked(mark));
      await session.close();
    }
    return session;
  }

  /** A work order for this sidecar, with an id of its own. */
  order(task: string): WorkOrder {
    return buildWorkOrder(randomUUID(), task, {
      workspace: { root: this.workspace, mode: "pass_through" },
    });
  }

  #judgeOutput(session: Session): void {
    const { findings, settings } = this;
    if (session.fault !== undefined) findings.miss(session.fault.check, session.fault.reason);
    const logged = session.stderr.totalBytes;
    if (logged > settings.maxOutputBytes) findings.miss("stderr.volume", `it logged ${mebibytes(logged)}`);
    else findings.pass("stderr.volume", `${logged} bytes in the first process`);
  }

  #judgeProcesses(hasExited: boolean, alive: number): void {
    const { findings, settings } = this;
    if (alive > settings.processes / 2) {
      findings.miss("process.count", `${alive} processes had to be ended after a session`);
    } else findings.pass("process.count", `at most ${Math.max(1, alive)} at the end of a session`);
    if (!hasExited) return;
    if (alive > 0) {
      findings.miss("process.leftovers", `${alive} of its processes ran on after it had ended`);
    } else findings.pass("process.leftovers", "none ran on after it had ended");
  }
}
