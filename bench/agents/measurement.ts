import { median } from "../gateway/statistics.ts";

/** One run of an agent. */
export interface Measurement {
  /** From the start to the first line or event of the agent. */
  readonly firstMs: number;
  readonly wallMs: number;
  /** Of all processes together, ours included. */
  readonly cpuMs: number;
  /** Lines or events. */
  readonly events: number;
}

/** Takes the median of each member by itself. */
export function middle(runs: readonly Measurement[]): Measurement {
  const of = (member: keyof Measurement) => median(runs.map((run) => run[member]));
  return { firstMs: of("firstMs"), wallMs: of("wallMs"), cpuMs: of("cpuMs"), events: of("events") };
}

/** The processor time in microseconds of each further event: of a long answer over a short one. */
export function cpuPerEventUs(short: Measurement, long: Measurement): number {
  return ((long.cpuMs - short.cpuMs) * 1000) / (long.events - short.events);
}
