import type { RunStore, SubmittedRun } from "../../storage/index.ts";
import { nextOfTenant, type RunLimits, type RunningCounts } from "./run-room.ts";
import { turnOrder } from "./turn-order.ts";

/** The runs of one tenant that are read at once. */
const WINDOW_RUNS = 32;
/** The most runs of one tenant that are looked at, if the backends of those before are full. */
const MAX_WINDOW_RUNS = 256;

/** The first runs of a tenant that wait. */
interface Window {
  /** Those of them that were not taken. */
  runs: readonly SubmittedRun[];
  /** How many were asked for. */
  readonly size: number;
  /** Whether the tenant had no more. */
  readonly isWhole: boolean;
  /** Whether some were taken since they were read. */
  isUsed: boolean;
}

/**
 * The submitted runs that wait, as the store holds them. Only the first ones of each tenant are in memory, whatever the length of
 * the queue.
 */
export class RunQueue {
  readonly #store: Pick<RunStore, "pending" | "pendingCounts">;
  readonly #limits: RunLimits;
  readonly #isTaken: (runId: string) => boolean;
  readonly #windows = new Map<string, Window>();
  #tenants: readonly string[] | undefined;
  #lastTenant: string | undefined;

  /** `isTaken` says of a run that the store still holds as pending whether it begins already. */
  constructor(
    store: Pick<RunStore, "pending" | "pendingCounts">,
    limits: RunLimits,
    isTaken: (runId: string) => boolean = () => false,
  ) {
    this.#store = store;
    this.#limits = limits;
    this.#isTaken = isTaken;
  }

  /** Says that the store has other runs than before. */
  changed(): void {
    this.#tenants = undefined;
    this.#windows.clear();
  }

  /** The run that comes next; undefined if none may begin now. It stays in the queue until it is taken. */
  async next(running: RunningCounts): Promise<SubmittedRun | undefined> {
    this.#tenants ??= [...(await this.#store.pendingCounts()).keys()];
    for (const tenant of turnOrder(this.#tenants, this.#lastTenant)) {
      const found = await this.#nextOf(tenant, running);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Removes a run that begins. Its tenant had its turn. */
  take(run: Pick<SubmittedRun, "runId" | "tenant">): void {
    this.#lastTenant = run.tenant;
    this.remove(run);
  }

  /** Removes a run that somebody else took, or that never begins. */
  remove({ runId, tenant }: Pick<SubmittedRun, "runId" | "tenant">): void {
    const window = this.#windows.get(tenant);
    if (window === undefined) return;
    window.runs = window.runs.filter((run) => run.runId !== runId);
    window.isUsed = true;
  }

  async #nextOf(tenant: string, running: RunningCounts): Promise<SubmittedRun | undefined> {
    let window = this.#windows.get(tenant) ?? (await this.#read(tenant, WINDOW_RUNS));
    for (;;) {
      const found = nextOfTenant(window.runs, running, this.#limits);
      if (found !== undefined || window.isWhole) return found;
      if (!window.isUsed && window.size >= MAX_WINDOW_RUNS) return undefined;
      window = await this.#read(tenant, window.isUsed ? window.size : window.size * 2);
    }
  }

  async #read(tenant: string, size: number): Promise<Window> {
    const found = await this.#store.pending(tenant, size);
    const runs = found.filter(({ runId }) => !this.#isTaken(runId));
    const window = { runs, size, isWhole: found.length < size, isUsed: false };
    this.#windows.set(tenant, window);
    return window;
  }
}
