import { isDeepStrictEqual } from "node:util";
import type { WorkOrder } from "../../../contract/index.ts";
import type { RunResult } from "../../../sidecar/index.ts";
import type { AgentFile } from "../../connection/agent-connection.ts";
import type { Command } from "../agent-command.ts";

/** Everything that is fixed when an agent starts. An order with another plan gets another process. */
export interface AgentPlan extends Command {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Files that it reads when it starts. */
  readonly files: readonly AgentFile[];
  /** What it gets over its pipe when it starts, and keeps. */
  readonly settings?: unknown;
}

/** An agent's process that can take one order after another. */
export interface KeepableAgent {
  /** The agent's own name of the conversation that the process has; undefined before it has one. */
  readonly session: string | undefined;
  /** Whether it runs and has nothing to do, in the foreground or in the background. */
  readonly isIdle: boolean;
  /** Ends it, unless it has ended. */
  end(): Promise<unknown>;
}

/** The kept process did not take an order, and has done nothing for it. */
export class OrderNotTaken extends Error {}

export interface KeeperOrder<Agent> {
  readonly plan: AgentPlan;
  readonly resume: WorkOrder["resume"];
  readonly signal: AbortSignal;
  /** Starts the agent with the plan and the conversation of the order. */
  readonly start: () => Promise<Agent>;
  /** Does the work. Throws OrderNotTaken if the agent has done nothing for it; that is final for an agent that was started. */
  readonly work: (agent: Agent) => Promise<RunResult>;
}

/** What a process that stays is waited for. */
export interface KeeperWaits {
  /** Resolves when the agent has written its conversation down. */
  readonly written: () => Promise<void>;
}

/** Works on the orders of a host, and keeps the agent's process between those of one conversation if it may. */
export class AgentKeeper<Agent extends KeepableAgent> {
  readonly #waits: KeeperWaits | undefined;
  /** The process that runs, and the plan that it was started with. */
  #running: { readonly agent: Agent; readonly plan: AgentPlan } | undefined;
  #isClosed = false;

  /** Without `waits`, no process is kept. */
  constructor(waits: KeeperWaits | undefined) {
    this.#waits = waits;
  }

  /** Works on one order: on the kept process if that can go on with it, and otherwise on a new one. */
  async run(order: KeeperOrder<Agent>): Promise<RunResult> {
    order.signal.throwIfAborted();
    const kept = await this.#take(order);
    if (kept !== undefined) {
      try {
        return await this.#work(kept, order);
      } catch (error) {
        if (!(error instanceof OrderNotTaken)) throw error;
        order.signal.throwIfAborted();
      }
    }
    return this.#work(await order.start(), order);
  }

  /** Ends the process that runs, and starts to keep none. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running?.agent.end();
  }

  /** The kept process, if it has the conversation of an order and needs no other start. Otherwise it is ended. */
  async #take({ plan, resume }: KeeperOrder<Agent>): Promise<Agent | undefined> {
    const kept = this.#running;
    if (kept === undefined) return undefined;
    const goesOn = resume !== undefined && resume.fork !== true && resume.session === kept.agent.session;
    if (goesOn && kept.agent.isIdle && isDeepStrictEqual(kept.plan, plan)) return kept.agent;
    await this.#end(kept.agent);
    return undefined;
  }

  async #work(agent: Agent, { plan, work }: KeeperOrder<Agent>): Promise<RunResult> {
    this.#running = { agent, plan };
    let isDone = false;
    try {
      if (this.#isClosed) throw new Error("the host has been closed");
      const result = await work(agent);
      // A process that is stopped, and killed later, writes nothing down any more.
      if (agent.isIdle) await this.#waits?.written();
      isDone = true;
      return result;
    } finally {
      const stays = isDone && this.#waits !== undefined && !this.#isClosed && agent.isIdle;
      if (!stays) await this.#end(agent);
    }
  }

  async #end(agent: Agent): Promise<void> {
    await agent.end();
    this.#running = undefined;
  }
}
