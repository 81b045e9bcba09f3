import { AbpError, type AgentEvent, type ErrorCode } from "../../contract/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
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

/** Those that hear of a session. */
export interface SessionListener {
  /** Ends the process at once. */
  readonly kill: () => void;
  /** Called once, with whether the program worked. */
  readonly onEnd: (isSound: boolean) => void;
}

/** One run of a sidecar in its sandbox. */
export class SidecarSession implements BackendSession {
  readonly facts: BackendFacts;
  readonly confinement: Confinement;
  readonly #sidecar: Sidecar;
  readonly #sandbox: Sandbox;
  readonly #listener: SessionListener;
  #isSound = true;
  #end: Promise<SessionEnd> | undefined;

  constructor(sidecar: Sidecar, sandbox: Sandbox, listener: SessionListener) {
    this.#sidecar = sidecar;
    this.#sandbox = sandbox;
    this.#listener = listener;
    const { identity, capabilities, mode, asksBeforeTools } = sidecar.hello;
    this.facts = { identity, capabilities, mode, asksBeforeTools };
    const { level, reason, selfTest, network } = sandbox;
    this.confinement = { level, reason, selfTest, network };
  }

  async *run(context: RunContext): AsyncGenerator<readonly AgentEvent[], RunReport> {
    const { maxOutputBytes, ...rest } = context;
    try {
      return yield* this.#sidecar.run({
        ...rest,
        ...(maxOutputBytes === undefined ? {} : { maxOutputBytes }),
      });
    } catch (error) {
      if (AbpError.is(error) && CRASHES.includes(error.code) && !context.signal.aborted)
        this.#isSound = false;
      throw error;
    }
  }

  kill(): void {
    this.#listener.kill();
  }

  close(): Promise<SessionEnd> {
    this.#end ??= this.#close();
    return this.#end;
  }

  async #close(): Promise<SessionEnd> {
    const { code, signal } = await this.#sidecar.close();
    await this.#sandbox.close();
    this.#listener.onEnd(this.#isSound);
    return { exit: { code, signal }, sidecar: this.#sidecar.record() };
  }
}
