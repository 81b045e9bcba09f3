import { median } from "../statistics.ts";
import type { StreamsRow } from "./streams.ts";

/** Memory of one target that holds many streams open, in MiB. */
export interface StreamsFigures {
  readonly target: string;
  readonly way: "pass" | "map";
  readonly streams: number;
  readonly errors: number;
  readonly idle: number;
  /** The median of each wave while all its streams were open. */
  readonly waves: readonly number[];
  readonly peak: number;
  readonly after: number;
  /** Growth in the last wave, from its first quarter to its last, as a share. Earlier waves also warm up. */
  readonly growth: number;
}

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
