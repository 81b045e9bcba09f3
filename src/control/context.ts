import type { Config, ShownValue } from "../config/index.ts";
import type { OpenedGateway } from "../gateway/index.ts";
import type { Report } from "../server/index.ts";
import type { Store } from "../storage/index.ts";
import type { Log } from "../telemetry/index.ts";
import type { KeyDesk } from "./key-desk.ts";
import type { RunDesk } from "./run-desk.ts";
import type { WorkGate } from "./work-gate.ts";

/** What the control API is opened on: the parts of one thread of the daemon. */
export interface ControlContext {
  readonly config: Config;
  /** The values of the configuration with their origins, secrets masked; none if the daemon was not started from files. */
  readonly settings: readonly Pick<ShownValue, "key" | "value" | "origin">[];
  readonly store: Store;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The version of this package. */
  readonly version: string;
  /** The keys and the engines of the thread. */
  readonly gateway: Pick<OpenedGateway, "callers" | "engines" | "dialectOf">;
  /** All keys, and how a change of them reaches every thread. */
  readonly keys: KeyDesk;
  /** Undefined if the daemon runs no work orders. */
  readonly desk: RunDesk | undefined;
  /** What callers may name on this machine; by default, what the configuration says. */
  readonly gate?: WorkGate | undefined;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  /** Takes failures that no caller sees. */
  readonly report: Report;
  readonly log: Log | undefined;
}
