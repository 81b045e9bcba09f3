import { type GoalResult, judgeRatio, SCENARIOS, type Verdict } from "./goals.ts";
import type { StreamsFigures } from "./held-streams.ts";
import { type Results, writeRatio } from "./results.ts";
import type { StartFigures } from "./summary.ts";
import { FLOORS, OURS } from "./targets.ts";

/** A table before it is known how it is written. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const MARKS: Record<Verdict, string> = { pass: "✓", fail: "✗", unclear: "?" };

/** Every target in every scenario. */
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
          number(figures.cpuMedian, 3),
          number(figures.cpuBest, 3),
          hasRatio ? writeRatio(ratio) : isFloor ? "1" : "–",
          isJudged ? `≤ ${most} ${MARKS[judgeRatio(results, id, FLOORS[way], most)]}` : "",
          number(figures.requestsPerSecond, 0),
          number(figures.p50Ms, 2),
          hasAdded(id, target) ? number(results.added(id, target), 2) : "–",
          number(figures.p99Ms, 2),
          number(figures.rssMiB, 0),
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

/** What the scenarios' names stand for. */
export function tableScenarios(chosen: readonly string[]): Table {
  return {
    title: "Scenarios",
    head: ["scenario", "what is sent"],
    rows: SCENARIOS.filter(({ id }) => chosen.includes(id)).map(({ id, title }) => [id, title]),
  };
}

/** How long each target takes to listen. */
export function tableStarts(starts: readonly StartFigures[]): Table {
  return {
    title: "Start",
    head: ["target", "ms to listening", "best", "idle RSS MiB", "starts"],
    rows: starts.map((start) => [
      start.target,
      number(start.listenMs, 0),
      number(start.bestMs, 0),
      number(start.idleRssMiB, 0),
      String(start.starts),
    ]),
  };
}

/** Capacity by number of threads. */
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
          number(figures.requestsPerSecond, 0),
          `${number(figures.requestsPerSecond / first.requestsPerSecond, 2)} ×`,
          number(figures.cpuMedian, 3),
          number(figures.p99Ms, 2),
          number(figures.rssMiB, 0),
        ],
      ];
    }),
  );
  const head = ["scenario", "workers", "req/s", "scaling", "CPU ms/request", "p99 ms", "RSS MiB"];
  return { title: "Scaling over cores", head, rows };
}

/** Memory while many streams are open. */
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
      number(row.idle, 0),
      row.waves.map((value) => number(value, 0)).join(" → "),
      number(row.peak, 0),
      number(row.after, 0),
      `${number(row.growth * 100, 1)} %`,
      String(row.errors),
    ]),
  };
}

/** Every goal with its mark. */
export function tableGoals(goals: readonly GoalResult[]): Table {
  return {
    title: "Goals",
    head: ["", "goal", "measured"],
    rows: goals.map(({ goal, measured, verdict }) => [MARKS[verdict], goal, measured]),
  };
}

/** A table as aligned text. */
export function writeText({ title, head, rows }: Table): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        isNumeric(rows, column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join("  ")
      .trimEnd();
  return [title, line(head), ...rows.map(line)].join("\n");
}

/** A table as Markdown. */
export function writeMarkdown({ title, head, rows }: Table): string {
  const line = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  const rule = head.map((_, column) => (isNumeric(rows, column) ? "---:" : "---"));
  return [`### ${title}`, "", line(head), line(rule), ...rows.map(line)].join("\n");
}

/** Under load a latency is that of a queue, and tells nothing that req/s does not. */
function hasAdded(scenario: string, target: string): boolean {
  return target !== "direct" && SCENARIOS.some(({ id, most }) => id === scenario && most === undefined);
}

function isNumeric(rows: Table["rows"], column: number): boolean {
  return rows.length > 0 && rows.every((row) => /^([\d–-]|$)/.test(row[column] ?? ""));
}

function number(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : "–";
}
