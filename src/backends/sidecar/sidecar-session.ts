import { AbpError, type AgentEvent, type ErrorCode } from "../../contract/index.ts";
import type { ProgramExit } from "../../process/index.ts";
import type { Sandbox, SandboxProgram } from "../../sandbox/index.ts";
import type { Sidecar } from "../../sidecar/index.ts";
import type { BackendFacts, BackendSession, RunContext, RunReport, SessionEnd } from "../backend.ts";
import type { Confinement } from "../confinement.ts";

/** Endings that say that the program itself does not work. */
const CRASHES: readonly ErrorCode[] = [
  "sidecar_exited_without_final",
  "sidecar_closed_output",
  "sidecar_stalled",
  "sidecar_stdin_stalled",
  "sidecar_out_of_memory",
];

/** Whether the program works; `abandoned` if the session does not say. */
export type ProgramVerdict = "succeeded" | "failed" | "abandoned";

/** What a session does with its process. */
export interface SessionProcess {
  /** Opens the same sandbox for another program. */
  readonly confine: (program: SandboxProgram) => Promise<Sandbox>;
  /** Whether the process may be suspended between two orders, and nothing of it acts then. */
  readonly canSuspend: boolean;
  /** Ends the process at once. */
  readonly kill: () => void;
  /** Called once. */
  readonly onEnd: (verdict: ProgramVerdict) => void;
  /** Ends the process, or keeps it for another run. Resolves to its exit if it has ended. */
  readonly end: () => Promise<ProgramExit | undefined>;
}

/** A sidecar in its sandbox, for one run or for the orders of one conversation. */
export class SidecarSession implements BackendSession {
  readonly facts: BackendFacts;
  readonly confinement: Confinement;
  readonly #sidecar: Sidecar;
  readonly #sandbox: Sandbox;
  readonly #process: SessionProcess;
  #verdict: ProgramVerdict = "abandoned";
  #isSuspended = false;
  #end: Promise<SessionEnd> | undefined;

  constructor(sidecar: Sidecar, sandbox: Sandbox, process: SessionProcess) {
    this.#sidecar = sidecar;
    this.#sandbox = sandbox;
    this.#process = process;
    const { identity, capabilities, mode, asksBeforeTools } = sidecar.hello;
    this.facts = { identity, capabilities, mode, asksBeforeTools };
    const { level, reason, selfTest, network } = sandbox;
    this.confinement = { level, reason, selfTest, network };
  }

  async *run(context: RunContext): AsyncGenerator<readonly AgentEvent[], RunReport> {
    const { maxOutputBytes, ...rest } = context;
    try {
      const report = yield* this.#sidecar.run({
        ...rest,
        ...(maxOutputBytes === undefined ? {} : { maxOutputBytes }),
      });
      this.#verdict = "succeeded";
      return report;
    } catch (error) {
      const isCrash = AbpError.is(error) && CRASHES.includes(error.code);
      if (!context.signal.aborted) this.#verdict = isCrash ? "failed" : "succeeded";
      throw error;
    }
  }

  steer(text: string): boolean {
    return this.#sidecar.steer(text);
  }

  confine(program: SandboxProgram): Promise<Sandbox> {
    return this.#process.confine(program);
  }

  async suspend(): Promise<SessionEnd | undefined> {
    const sidecar = this.#sidecar;
    if (!this.#process.canSuspend || !sidecar.isReusable || (await sidecar.suspend()) === 0) return undefined;
    // It may have broken the protocol, or ended, before it stopped.
    if (!sidecar.isReusable) return undefined;
    this.#isSuspended = true;
    return { sidecar: sidecar.record() };
  }

  resume(): boolean {
    if (!this.#isSuspended || !this.#sidecar.isReusable) return false;
    this.#isSuspended = false;
    this.#sidecar.resume();
    return true;
  }

  kill(): void {
    this.#process.kill();
  }

  close(): Promise<SessionEnd> {
    this.#end ??= this.#close();
    return this.#end;
  }

  async #close(): Promise<SessionEnd> {
    // Nothing of a suspended process acts any more: no run would account for it.
    const exit = this.#isSuspended ? await this.#sidecar.kill() : await this.#process.end();
    await this.#sandbox.close();
    this.#process.onEnd(this.#verdict);
    const record = { sidecar: this.#sidecar.record() };
    return exit === undefined ? record : { exit: { code: exit.code, signal: exit.signal }, ...record };
  }
}
