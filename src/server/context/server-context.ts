import type { Config } from "../../config/index.ts";
import type { Gateway } from "../../gateway/index.ts";
import type { StoreHealth } from "../../storage/index.ts";
import type { Log } from "../../telemetry/index.ts";
import type { Report } from "../failure-report.ts";
import type { BodyBudget } from "../limits/body-budget.ts";
import type { KeySlots } from "../limits/key-slots.ts";
import type { CoarseClock } from "./coarse-clock.ts";
import type { ControlServer } from "./control.ts";
import type { FinishedCalls } from "./finished-calls.ts";
import type { HostRule } from "./host-rule.ts";
import type { WriteBatcher } from "./write-batcher.ts";

/** The part of the gateway that a server calls. */
export type ServerGateway = Pick<Gateway, "admit" | "refuse" | "call" | "transfer" | "session" | "own"> &
  Partial<Pick<Gateway, "keyName">>;

/** The settings of the section `[gateway]` that the server enforces. */
export type HttpLimits = Pick<
  Config["gateway"],
  | "hosts"
  | "max_body_bytes"
  | "max_total_body_bytes"
  | "max_upload_bytes"
  | "max_body_values"
  | "max_depth"
  | "max_connections"
  | "header_timeout_secs"
  | "body_idle_timeout_secs"
  | "stall_timeout_secs"
  | "drain_timeout_secs"
>;

/** Shared by all connections of one server. */
export interface ServerContext {
  readonly gateway: ServerGateway;
  readonly limits: HttpLimits;
  readonly hosts: HostRule;
  readonly slots: KeySlots;
  readonly bodies: BodyBudget;
  readonly finished: FinishedCalls;
  readonly clock: Pick<CoarseClock, "now" | "ticksFor" | "stop">;
  readonly batcher: Pick<WriteBatcher, "add" | "addPart">;
  readonly report: Report;
  /** Whether the store can write. */
  readonly health: () => StoreHealth;
  /** Serves what is below its prefix; undefined for a server of model calls alone. */
  readonly control: ControlServer | undefined;
  /** Gets a line for each request that is refused before the gateway serves it. */
  readonly log: Log | undefined;
  /** The time limits in ticks of the clock. */
  readonly bodyIdleTicks: number;
  readonly stallTicks: number;
  readonly lingerTicks: number;
  /** Set once the server has begun to stop. */
  isDraining: boolean;
}
