import type { SessionEnd } from "../../backends/index.ts";
import { type RunEnd, reasonOf } from "../ending/run-end.ts";
import type { RunHome } from "../homes/run-home.ts";
import { endKept, type KeptAgent } from "../kept/kept-agents.ts";
import type { RunAccount } from "../model-calls/run-account.ts";
import type { RunSetting } from "../setting/run-setting.ts";
import type { RunSession } from "./run-session.ts";
import type { RunWorkspace } from "./run-workspace.ts";

/** What keeping an agent needs of the other parts of its run. */
export interface KeepingSurroundings {
  readonly workspace: Pick<RunWorkspace, "isCopy">;
  readonly home: Pick<RunHome, "adopt" | "tidy">;
  readonly account: Pick<RunAccount, "runAccess">;
  readonly session: Pick<RunSession, "key" | "suspend" | "release" | "close">;
}

/** Takes over the agent of the run before, and leaves the agent to the run that follows. */
export class RunKeeping {
  readonly #setting: Pick<RunSetting, "runId" | "order" | "options" | "control" | "warnings">;
  readonly #around: KeepingSurroundings;
  #isSuspended = false;

  constructor(
    setting: Pick<RunSetting, "runId" | "order" | "options" | "control" | "warnings">,
    around: KeepingSurroundings,
  ) {
    this.#setting = setting;
    this.#around = around;
  }

  /** The agent of the run that this one continues, if it may work for this run as it was started. Another one is ended. */
  async take(): Promise<KeptAgent | undefined> {
    const { order, options, warnings } = this.#setting;
    const { resume } = order;
    if (resume === undefined || resume.fork === true) return undefined;
    const agent = options.keeping?.agents.take(resume.run_id);
    if (agent === undefined) return undefined;
    try {
      if (agent.key === this.#around.session.key && agent.session.resume?.() === true) {
        await this.#around.home.adopt();
        return agent;
      }
    } catch (error) {
      warnings.push(`the agent of the run before could not go on: ${reasonOf(error)}`);
    }
    await endKept(agent);
    return undefined;
  }

  /** Stops the agent of a run that has completed, if another run may follow. Undefined if its session is to be closed. */
  async suspend({ error, report }: RunEnd): Promise<SessionEnd | undefined> {
    const { options, control } = this.#setting;
    const isDone = error === undefined && report.outcome !== "failed" && report.session !== undefined;
    if (!isDone || this.#around.workspace.isCopy || options.keeping?.mayFollow() !== true) return undefined;
    const end = await this.#around.session.suspend();
    if (end === undefined || control.cause !== undefined) return undefined;
    this.#isSuspended = true;
    return end;
  }

  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  /** Hands a stopped agent over to the run that follows, or ends it if this run has failed after all. */
  async finish(isDone: boolean): Promise<void> {
    if (!this.#isSuspended) return;
    this.#isSuspended = false;
    const { runId, options } = this.#setting;
    const { session, account, home } = this.#around;
    const released = session.release();
    const agent: KeptAgent = {
      ...released,
      runId,
      access: account.runAccess,
      onEnded: () => home.tidy(),
    };
    if (isDone && options.keeping !== undefined) await options.keeping.agents.keep(agent);
    else await endKept(agent);
  }
}
