import type { Config } from "../config/index.ts";
import type { OpenedGateway } from "../gateway/index.ts";
import type { Report } from "../server/index.ts";
import type { Store } from "../storage/index.ts";
import type { Log } from "../telemetry/index.ts";
import type { RunDesk } from "./run-desk.ts";

/** What the control API is opened on: the parts of one thread of the daemon. */
export interface ControlContext {
  readonly config: Config;
  readonly store: Store;
  /** The version of this package. */
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The keys, the engines and the routes of the thread. */
  readonly gateway: Pick<OpenedGateway, "callers" | "engines" | "dialectOf">;
  /** Undefined if the daemon runs no work orders. */
  readonly desk: RunDesk | undefined;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  /** Takes failures that no caller sees. */
  readonly report: Report;
  readonly log: Log | undefined;
}
