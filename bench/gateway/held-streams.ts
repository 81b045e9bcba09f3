import type { StreamsRow } from "./streams.ts";
import { median } from "./summary.ts";

/** What holding many streams open cost one target in memory; MiB. */
export interface StreamsFigures {
  readonly target: string;
  readonly way: "pass" | "map";
  readonly streams: number;
  readonly errors: number;
  readonly idle: number;
  /** The middle of what each wave of streams took while all were open. */
  readonly waves: readonly number[];
  readonly peak: number;
  readonly after: number;
  /** How much memory grew in the last wave, from its first quarter to its last; the first wave also warms up. */
  readonly growth: number;
}

/** Figures of the held streams of one target. */
export function summariseStreams(row: StreamsRow): StreamsFigures {
  const { target, way, streams, idle, after, held } = row;
  const last = held.at(-1) ?? [];
  const quarter = Math.max(1, last.length >> 2);
  return {
    target,
    way,
    streams,
    idle,
    after,
    errors: row.errors + (row.streams - row.finished),
    waves: held.map(median),
    peak: Math.max(...held.flat()),
    growth: median(last.slice(-quarter)) / median(last.slice(0, quarter)) - 1,
  };
}
