import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { AbpError } from "../../contract/index.ts";
import { StageDirectory } from "../../workspace/index.ts";
import { reasonOf } from "../ending/run-end.ts";
import type { RunSetting } from "../setting/run-setting.ts";
import { copyHome } from "./copy-home.ts";
import { isRunId, type KeptSession, readKeptSession, writeKeptSession } from "./kept-session.ts";
import { sweepHomes } from "./sweep-homes.ts";

const DEFAULT_DAYS = 30;
/** The folder of a home's directory that the agent gets. */
const HOME_FOLDER = "home";
/** Folders that agents fill again by themselves. They would make a kept home many times larger. */
const DISPENSABLE = [".cache", "tmp"];

/** What the home of a run needs to know of it. */
export type HomeSetting = Pick<RunSetting, "runId" | "backend" | "order" | "options" | "events" | "warnings">;

/** What a home calls outside itself, so that tests can replace it. */
export interface HomeTools {
  readonly makeDirectory: (homesDir: string, runId: string) => HomeDirectory;
  readonly sweepHomes: typeof sweepHomes;
}

type HomeDirectory = Pick<StageDirectory, "path" | "remove" | "close">;

/** A home has the same owner file as a stage. */
const homeTools: HomeTools = {
  makeDirectory: (homesDir, runId) => StageDirectory.make(homesDir, runId),
  sweepHomes,
};

/**
 * The private home of an agent: `<homesDir>/<run id>/home`, mode 0700. A run that continues another one gets a copy of that run's
 * home. It is kept if the agent named a session, else removed with the run. After a crash the next sweep removes it.
 */
export class RunHome {
  readonly #setting: HomeSetting;
  readonly #tools: HomeTools;
  #earlier: KeptSession | undefined;
  #directory: HomeDirectory | undefined;

  constructor(setting: HomeSetting, tools = homeTools) {
    this.#setting = setting;
    this.#tools = tools;
  }

  /** Undefined for a backend without private homes, and until it is open. */
  get path(): string | undefined {
    return this.#directory === undefined ? undefined : join(this.#directory.path, HOME_FOLDER);
  }

  /** The name of the stage: the first run of the conversation. */
  get stageName(): string {
    return this.#earlier?.conversation ?? this.#setting.runId;
  }

  /** The run that this one continues. */
  get resumedRun(): string | undefined {
    return this.#earlier?.runId;
  }

  /** Finds the home of the run that is continued. Throws `session_not_found`; nothing is made yet. */
  async find(): Promise<void> {
    const { backend, order, options } = this.#setting;
    const resumed = order.resume?.run_id;
    if (backend.keepsSession !== true || resumed === undefined) return;
    const { homesDir } = options;
    const kept =
      homesDir === undefined || !isRunId(resumed)
        ? undefined
        : await readKeptSession(join(homesDir, resumed));
    if (kept?.runId !== resumed) throw notFound(resumed, "its home is not kept");
    if (kept.backend !== backend.name) {
      throw notFound(resumed, `it ran on the backend ${kept.backend}, and this one is ${backend.name}`);
    }
    this.#earlier = kept;
  }

  /** Makes the home. Throws `workspace_init_failed` if it has no place. */
  async open(): Promise<void> {
    const { backend, options, runId } = this.#setting;
    if (backend.keepsSession !== true) return;
    const { homesDir } = options;
    if (homesDir === undefined) {
      throw new AbpError("workspace_init_failed", "the run has no directory for the home of its agent", {
        advice: "Pass `homesDir` to the run.",
      });
    }
    await this.#sweep(homesDir);
    this.#directory = this.#tools.makeDirectory(homesDir, runId);
    const home = join(this.#directory.path, HOME_FOLDER);
    if (this.#earlier === undefined) {
      await mkdir(home, { mode: 0o700 });
      return;
    }
    try {
      await copyHome(join(homesDir, this.#earlier.runId, HOME_FOLDER), home, backend.agent?.sessionFiles);
    } catch (cause) {
      throw notFound(this.#earlier.runId, `its home cannot be copied: ${reasonOf(cause)}`, cause);
    }
  }

  /**
   * Takes over the very directory that the agent of the run before lives in, and leaves it the copy. The processes of the agent
   * see no difference: their sandbox holds the directory, not its path here.
   */
  async adopt(): Promise<void> {
    const { homesDir } = this.#setting.options;
    if (homesDir === undefined || this.#earlier === undefined || this.#directory === undefined) return;
    const used = join(homesDir, this.#earlier.runId, HOME_FOLDER);
    const copy = join(this.#directory.path, HOME_FOLDER);
    const moved = join(this.#directory.path, "moved");
    await rename(used, moved);
    try {
      await rename(copy, used);
    } catch (error) {
      await rename(moved, used);
      throw error;
    }
    await rename(moved, copy);
  }

  /**
   * Keeps the home if the agent named a session, else removes it. Every process of the run has ended, or waits for the next
   * run.
   */
  async close(session: string | undefined, isInUse = false): Promise<void> {
    const directory = this.#directory;
    if (directory === undefined) return;
    const { warnings } = this.#setting;
    try {
      if (session !== undefined) await this.#keep(directory, isInUse);
      else if ((await directory.remove()).length > 0)
        warnings.push("the home of the agent could not be removed");
    } catch (error) {
      warnings.push(
        `the home of the agent could not be ${session === undefined ? "removed" : "kept"}: ${reasonOf(error)}`,
      );
    }
  }

  /** Removes what a kept home does not need. */
  async tidy(): Promise<void> {
    const home = this.path;
    if (home === undefined) return;
    for (const folder of DISPENSABLE) {
      await rm(join(home, folder), { recursive: true, force: true }).catch((error: unknown) =>
        this.#setting.warnings.push(
          `${folder} of the home of the agent could not be removed: ${reasonOf(error)}`,
        ),
      );
    }
  }

  async #keep(directory: HomeDirectory, isInUse: boolean): Promise<void> {
    const { runId, backend, events } = this.#setting;
    if (!isInUse) await this.tidy();
    await writeKeptSession(directory.path, {
      runId,
      conversation: this.stageName,
      backend: backend.name,
      keptAt: events.clock.now(),
    });
    directory.close();
  }

  /** Leftovers of other runs are no reason to fail this one. */
  async #sweep(homesDir: string): Promise<void> {
    const { options, events, warnings } = this.#setting;
    const { keepSessionsDays = DEFAULT_DAYS } = options;
    try {
      await this.#tools.sweepHomes(homesDir, { days: keepSessionsDays, now: events.clock.now() });
    } catch (error) {
      warnings.push(`the homes of earlier runs could not be removed: ${reasonOf(error)}`);
    }
  }
}

function notFound(runId: string, reason: string, cause?: unknown): AbpError {
  return new AbpError("session_not_found", `run ${JSON.stringify(runId)} cannot be continued: ${reason}`, {
    details: { run_id: runId },
    cause,
  });
}
