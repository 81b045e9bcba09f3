import { SCENARIOS } from "../scenarios.ts";
import { MARKS, type Table, writeNumber } from "../table.ts";
import { FLOORS, OURS } from "../targets.ts";
import { type GoalResult, judgeRatio } from "./goals.ts";
import type { StreamsFigures } from "./held-streams.ts";
import { type Results, writeRatio } from "./results.ts";
import type { StartFigures } from "./summary.ts";

/** One row per scenario and target. */
export function tableFigures(results: Results): Table {
  const rows = SCENARIOS.flatMap(({ id, way, most }) =>
    results.targets.flatMap((target) => {
      const figures = results.get(id, target);
      if (figures === undefined) return [];
      const isFloor = target === FLOORS[way];
      const ratio = isFloor ? undefined : results.ratio(id, target, FLOORS[way]);
      const hasRatio = ratio !== undefined && !Number.isNaN(ratio.medians);
      const isJudged = target === OURS && most !== undefined;
      return [
        [
          id,
          target,
          writeNumber(figures.cpuMedian, 3),
          writeNumber(figures.cpuBest, 3),
          hasRatio ? writeRatio(ratio) : isFloor ? "1" : "–",
          isJudged ? `≤ ${most} ${MARKS[judgeRatio(results, id, FLOORS[way], most)]}` : "",
          writeNumber(figures.requestsPerSecond, 0),
          writeNumber(figures.p50Ms, 2),
          hasAdded(id, target) ? writeNumber(results.added(id, target), 2) : "–",
          writeNumber(figures.p99Ms, 2),
          writeNumber(figures.rssMiB, 0),
          `${figures.calm}/${figures.samples}${figures.failures > 0 ? ` ${figures.failures} FAILED` : ""}`,
        ],
      ];
    }),
  );
  const head = [
    "scenario",
    "target",
    "CPU ms/request",
    "best",
    "× floor (bests)",
    "goal",
    "req/s",
    "p50 ms",
    "added",
    "p99 ms",
    "RSS MiB",
    "calm samples",
  ];
  return { title: "CPU, latency and memory", head, rows };
}

/** Explains the names of the scenarios. */
export function tableScenarios(chosen: readonly string[]): Table {
  return {
    title: "Scenarios",
    head: ["scenario", "what is sent"],
    rows: SCENARIOS.filter(({ id }) => chosen.includes(id)).map(({ id, title }) => [id, title]),
  };
}

export function tableStarts(starts: readonly StartFigures[]): Table {
  return {
    title: "Start",
    head: ["target", "ms to listening", "best", "idle RSS MiB", "starts"],
    rows: starts.map((start) => [
      start.target,
      writeNumber(start.listenMs, 0),
      writeNumber(start.bestMs, 0),
      writeNumber(start.idleRssMiB, 0),
      String(start.starts),
    ]),
  };
}

/** Requests per second by number of threads. */
export function tableWorkers(
  results: Results,
  workers: readonly number[],
  scenarios: readonly string[],
): Table {
  const name = (count: number) => `${OURS}-${count}`;
  const rows = scenarios.flatMap((id) =>
    workers.flatMap((count) => {
      const figures = results.get(id, name(count));
      const first = results.get(id, name(workers[0]!));
      if (figures === undefined || first === undefined) return [];
      return [
        [
          id,
          String(count),
          writeNumber(figures.requestsPerSecond, 0),
          `${writeNumber(figures.requestsPerSecond / first.requestsPerSecond, 2)} ×`,
          writeNumber(figures.cpuMedian, 3),
          writeNumber(figures.p99Ms, 2),
          writeNumber(figures.rssMiB, 0),
        ],
      ];
    }),
  );
  const head = ["scenario", "workers", "req/s", "scaling", "CPU ms/request", "p99 ms", "RSS MiB"];
  return { title: "Scaling over cores", head, rows };
}

export function tableStreams(rows: readonly StreamsFigures[]): Table {
  return {
    title: "Memory while streams are held open (RSS, MiB)",
    head: [
      "target",
      "way",
      "streams",
      "idle",
      "each wave",
      "at most",
      "after",
      "growth while held",
      "failed",
    ],
    rows: rows.map((row) => [
      row.target,
      row.way,
      String(row.streams),
      writeNumber(row.idle, 0),
      row.waves.map((value) => writeNumber(value, 0)).join(" → "),
      writeNumber(row.peak, 0),
      writeNumber(row.after, 0),
      `${writeNumber(row.growth * 100, 1)} %`,
      String(row.errors),
    ]),
  };
}

export function tableGoals(goals: readonly GoalResult[]): Table {
  return {
    title: "Goals",
    head: ["", "goal", "measured"],
    rows: goals.map(({ goal, measured, verdict }) => [MARKS[verdict], goal, measured]),
  };
}

/** With many connections the latency is that of a queue and repeats the requests per second, so it is left out. */
function hasAdded(scenario: string, target: string): boolean {
  return target !== "direct" && SCENARIOS.some(({ id, most }) => id === scenario && most === undefined);
}
