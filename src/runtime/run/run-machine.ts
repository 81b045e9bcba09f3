import type { ProcessLimits } from "../../process/index.ts";
import { warningEvent } from "../events/own-events.ts";
import { DiskWatch } from "../limits/disk-watch.ts";
import {
  describeLimits,
  type LimitRecord,
  limitWarnings,
  type RunResources,
  runResources,
} from "../limits/resource-limits.ts";
import type { RunSetting } from "../setting/run-setting.ts";

type MachineSetting = Pick<
  RunSetting,
  "backend" | "order" | "options" | "parts" | "control" | "events" | "warnings"
>;

/** What a run takes of the machine: the limits of its programs, and the watch on what it writes. */
export class RunMachine {
  readonly #setting: MachineSetting;
  /** Undefined for a backend that starts no program. */
  readonly #resources: RunResources | undefined;
  #records: readonly LimitRecord[] = [];
  #watch: DiskWatch | undefined;

  constructor(setting: MachineSetting) {
    const { backend, order, options } = setting;
    this.#setting = setting;
    this.#resources =
      backend.limits === undefined
        ? undefined
        : runResources(options.resources, backend.limits, order.limits);
  }

  /** The limits of every program of the run; undefined if it starts none. */
  get processLimits(): ProcessLimits | undefined {
    return this.#resources?.process;
  }

  /** The limits and what holds each of them, for the receipt. */
  get records(): readonly LimitRecord[] {
    return this.#records;
  }

  /**
   * Says which limits the system cannot hold, and watches the directories that the run writes into. Throws `workspace_full`
   * if there is too little space to start.
   */
  async open(directories: readonly string[]): Promise<void> {
    const resources = this.#resources;
    if (resources === undefined) return;
    const { parts, control, events, warnings } = this.#setting;
    this.#records = describeLimits(resources, await parts.probeLimits(resources.process));
    for (const warning of limitWarnings(this.#records)) {
      warnings.push(warning);
      events.recorder.add(warningEvent(events.clock.now(), warning));
    }
    if (directories.length === 0) return;
    const { writtenBytes: maxWrittenBytes, minFreeBytes } = resources;
    // The times of files come from the clock of the system.
    const disk = { directories, maxWrittenBytes, minFreeBytes, since: new Date() };
    this.#watch = new DiskWatch(disk, (error) => control.halt(error));
    const fault = await this.#watch.check();
    if (fault !== undefined) throw fault;
    this.#watch.start();
  }

  /** Ends the watch. */
  close(): void {
    this.#watch?.stop();
  }
}
