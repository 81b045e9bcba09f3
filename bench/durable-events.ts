import type { Ledger, OpenRun } from "../src/storage/index.ts";

/** The result of `measureDurableEvents`. */
export interface DurableEventsFigure {
  readonly events: number;
  readonly eventsPerSecond: number;
  /** Of all threads of this process, per event. */
  readonly cpuMicroseconds: number;
}

/**
 * Stores the events of one run as the runtime does: portions of `perCall` events, each waited for until it is durable. The run
 * stays open.
 */
export async function measureDurableEvents(
  ledger: Pick<Ledger, "begin" | "appendEvents">,
  run: OpenRun,
  events: number,
  perCall: number,
): Promise<DurableEventsFigure> {
  const text = "a line of text as a model writes it, ".repeat(4);
  const lines = Array.from(
    { length: perCall },
    (_, at) => `{"text":"${at} ${text}","ts":"2026-03-01T08:00:00.123Z","type":"assistant_delta"}`,
  );
  await ledger.begin(run);
  const before = process.cpuUsage();
  const start = performance.now();
  for (let seq = 0; seq < events; seq += perCall) await ledger.appendEvents(run.runId, seq, lines);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { events, eventsPerSecond: events / seconds, cpuMicroseconds: (user + system) / events };
}
