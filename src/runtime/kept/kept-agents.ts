import type { BackendSession } from "../../backends/index.ts";
import type { RunAccess } from "../run-gateway.ts";
import type { SessionFeed } from "./session-feed.ts";

/** The most agents that wait for their next run. Each holds the memory of its processes. */
const MAX_KEPT = 4;

/** An agent that has ended a run, and waits for the next one of its conversation. All of its processes are stopped. */
export interface KeptAgent {
  /** The run that it has ended. */
  readonly runId: string;
  /** Stands for everything that was fixed when it started. */
  readonly key: string;
  readonly session: BackendSession;
  readonly feed: SessionFeed;
  /** How it calls the gateway. Its key has no effect until another run takes it over. Undefined for an agent without a gateway. */
  readonly access: RunAccess | undefined;
  /** Called once the agent has ended. */
  readonly onEnded: () => Promise<void>;
}

/** Keeps the agents of conversations between their runs. Close it when no run follows any more. */
export class KeptAgents {
  /** By the run that each has ended, oldest first. */
  readonly #waiting = new Map<string, KeptAgent>();
  #isClosed = false;

  /** The agent that has ended this run. It does not wait any more. */
  take(runId: string): KeptAgent | undefined {
    const agent = this.#waiting.get(runId);
    this.#waiting.delete(runId);
    return agent;
  }

  /** Lets an agent wait. Of too many, the one that has waited longest is ended. */
  async keep(agent: KeptAgent): Promise<void> {
    if (this.#isClosed) return endKept(agent);
    this.#waiting.set(agent.runId, agent);
    const [oldest] = this.#waiting.values();
    if (this.#waiting.size > MAX_KEPT) await this.end(oldest!.runId);
  }

  /** Ends the agent that waits after this run, if there is one. */
  async end(runId: string): Promise<void> {
    const agent = this.take(runId);
    if (agent !== undefined) await endKept(agent);
  }

  /** Ends all agents that wait, and those that would wait later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const agents = [...this.#waiting.values()];
    this.#waiting.clear();
    await Promise.all(agents.map(endKept));
  }
}

/** Ends an agent without letting it act any more: no run accounts for what it does. */
export async function endKept({ session, onEnded }: KeptAgent): Promise<void> {
  session.kill();
  await session.close();
  await onEnded();
}
