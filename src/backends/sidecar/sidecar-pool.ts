import { randomUUID } from "node:crypto";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sidecar } from "../../sidecar/index.ts";
import { openStage, type Stage } from "../../workspace/index.ts";

/** The most idle processes that are kept. */
const MAX_IDLE = 4;

/** How long an idle process is kept. */
const IDLE_MS = 60_000;

/** A place for a process that outlives its run. It belongs to us as a stage does, so that a sweep finds it once we are dead. */
export interface KeptPlace {
  /** Marks the process. */
  readonly mark: string;
  /** Its working directory, which is empty and private. */
  readonly cwd: string;
}

/** A sidecar that may be used for several runs. */
export interface KeptSidecar {
  readonly key: string;
  readonly sidecar: Sidecar;
  readonly place: Stage;
  /** Ends the process at once. */
  readonly kill: () => void;
}

/** What a pool calls outside itself, so that tests can replace it. */
export interface PoolParts {
  /** Returns a new UUID for each call. */
  readonly newId: () => string;
  readonly openStage: typeof openStage;
}

/**
 * Keeps sidecars between runs. Nothing of a run is part of such a process: it has the same program and variables, no sandbox,
 * and a working directory of its own. A key stands for program and variables. An idle process is stopped, so that it changes
 * no file between runs; one that left another process behind is ended with it.
 *
 * @example
 * import { BackendRegistry, SidecarPool, sidecarHost } from "agent-backplane";
 * const pool = new SidecarPool(config.workspace_dir);
 * const registry = new BackendRegistry(config.backends, sidecarHost(process.env, pool));
 * await registry.close(); // Closes the pool, too.
 */
export class SidecarPool {
  readonly #stagesDir: string;
  readonly #parts: PoolParts;
  readonly #idle = new Map<KeptSidecar, NodeJS.Timeout>();
  #isClosed = false;

  /** `stagesDir` is the directory of all stages, the `workspaceDir` of runs. */
  constructor(stagesDir: string, parts: PoolParts = { newId: randomUUID, openStage }) {
    this.#stagesDir = stagesDir;
    this.#parts = parts;
  }

  /** An idle process that can run another order; undefined without one. */
  take(key: string): KeptSidecar | undefined {
    for (const [kept, timer] of this.#idle) {
      if (kept.key !== key) continue;
      clearTimeout(timer);
      this.#idle.delete(kept);
      if (kept.sidecar.isReusable) {
        kept.sidecar.resume();
        return kept;
      }
      void this.end(kept);
    }
    return undefined;
  }

  /** Starts a process in a place of its own. */
  async start(
    key: string,
    start: (place: KeptPlace) => Promise<Pick<KeptSidecar, "sidecar" | "kill">>,
    signal: AbortSignal,
  ): Promise<KeptSidecar> {
    const mark = this.#parts.newId();
    const place = await this.#openPlace(mark, signal);
    try {
      return { key, place, ...(await start({ mark, cwd: place.root })) };
    } catch (error) {
      await place.remove();
      throw error;
    }
  }

  /** Takes a process back after a run. Resolves to whether it is kept, and then it is stopped; otherwise it has ended. */
  async giveBack(kept: KeptSidecar): Promise<boolean> {
    const { sidecar } = kept;
    const isStill = !this.#isClosed && sidecar.isReusable && (await sidecar.suspend()) === 1;
    // What it wrote last, and others, may have changed the answer meanwhile.
    if (!isStill || this.#isClosed || !sidecar.isReusable || this.#idle.size >= MAX_IDLE) {
      await this.end(kept);
      return false;
    }
    const timer = setTimeout(() => {
      this.#idle.delete(kept);
      void this.end(kept);
    }, IDLE_MS);
    this.#idle.set(kept, timer.unref());
    return true;
  }

  /** Ends a process and removes its place. */
  async end({ sidecar, place }: KeptSidecar): Promise<void> {
    await sidecar.close();
    await place.remove();
  }

  /** Ends all idle processes, and those that are given back later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const idle = [...this.#idle];
    this.#idle.clear();
    await Promise.all(
      idle.map(([kept, timer]) => {
        clearTimeout(timer);
        return this.end(kept);
      }),
    );
  }

  async #openPlace(runId: string, signal: AbortSignal): Promise<Stage> {
    const root = await mkdtemp(join(tmpdir(), "abp-empty-"));
    try {
      return await this.#parts.openStage({
        runId,
        root,
        mode: "staged",
        include: [],
        exclude: [],
        isDenied: () => undefined,
        stagesDir: this.#stagesDir,
        budget: { maxEntries: 1, maxBytes: 1, maxDepth: 1 },
        method: "copy",
        signal,
      });
    } finally {
      await rmdir(root);
    }
  }
}
