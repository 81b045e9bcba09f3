import type { Config } from "../config/index.ts";
import type { ClockTick } from "./clock-tick.ts";
import type { Departures } from "./departures.ts";
import type { GatewayDoor } from "./gateway-door.ts";
import type { HostRule } from "./host-rule.ts";
import type { KeySlots } from "./key-slots.ts";

/** The limits of the section `[gateway]` that the rim keeps. */
export type RimLimits = Pick<
  Config["gateway"],
  | "hosts"
  | "max_body_bytes"
  | "max_connections"
  | "header_timeout_secs"
  | "body_idle_timeout_secs"
  | "stall_timeout_secs"
  | "drain_timeout_secs"
>;

/** What every connection of one server shares. */
export interface Rim {
  readonly door: GatewayDoor;
  readonly limits: RimLimits;
  readonly hosts: HostRule;
  readonly slots: KeySlots;
  readonly clock: ClockTick;
  /** The exchanges that have something to send. */
  readonly departures: Departures;
  /** The limits in ticks of the clock. */
  readonly bodyIdleTicks: number;
  readonly stallTicks: number;
  readonly lingerTicks: number;
  /** Set once the server was told to stop. */
  isDraining: boolean;
}
