import type { StreamsFigures } from "./held-streams.ts";
import { type Results, writeRatio } from "./results.ts";
import type { StartFigures } from "./summary.ts";
import { FLOORS, OURS } from "./targets.ts";

/** Which way a scenario goes through, and how many times its floor's CPU time it may take. */
export interface ScenarioGoal {
  readonly id: string;
  readonly title: string;
  readonly way: "pass" | "map";
  readonly most?: number;
}

/** The scenarios of the benchmark in the order of its tables; those without a limit are there for their latency. */
export const SCENARIOS: readonly ScenarioGoal[] = [
  { id: "A64", title: "passthrough JSON, 64 connections", way: "pass", most: 1.8 },
  { id: "C64", title: "mapped JSON, 64 connections", way: "map", most: 1.6 },
  { id: "B64", title: "passthrough SSE, 64 connections", way: "pass", most: 1.2 },
  { id: "D64", title: "mapped SSE, 64 connections", way: "map", most: 1.25 },
  { id: "E16", title: "passthrough, 1 MB request, 16 connections", way: "pass", most: 1.5 },
  { id: "A1", title: "passthrough JSON, 1 connection", way: "pass" },
  { id: "C1", title: "mapped JSON, 1 connection", way: "map" },
  { id: "A512", title: "passthrough JSON, 512 connections", way: "pass", most: 1.8 },
  { id: "B512", title: "passthrough SSE, 512 connections", way: "pass", most: 1.2 },
  { id: "D512", title: "mapped SSE, 512 connections", way: "map", most: 1.25 },
  { id: "Gp", title: "passthrough SSE, an event every 20 ms", way: "pass", most: 1.2 },
  { id: "Gm", title: "mapped SSE, an event every 20 ms", way: "map", most: 1.25 },
];

const MOST_ADDED_MS = 0.5;
const MOST_RSS_MIB = 150;
const MOST_START_MS = 500;
const MOST_GROWTH = 0.05;

/** How a goal came out; `unclear` where medians and bests disagree, or the samples were disturbed or are missing. */
export type Verdict = "pass" | "fail" | "unclear";

/** One goal with what was measured. */
export interface GoalResult {
  readonly goal: string;
  readonly measured: string;
  readonly verdict: Verdict;
}

/** Judges how many times the CPU time of another target a target takes. */
export function judgeRatio(results: Results, id: string, other: string, most: number): Verdict {
  const ratio = results.ratio(id, OURS, other);
  if (ratio === undefined || Number.isNaN(ratio.medians) || !results.isSound(id, OURS, other))
    return "unclear";
  if (ratio.medians <= most && ratio.bests <= most) return "pass";
  return ratio.medians > most && ratio.bests > most ? "fail" : "unclear";
}

function judge(value: number, most: number): Verdict {
  return Number.isNaN(value) ? "unclear" : value < most ? "pass" : "fail";
}

/** Every goal of the gateway that the run could judge. */
export function judgeAll(results: Results, starts: readonly StartFigures[]): GoalResult[] {
  const measured = SCENARIOS.filter(({ id }) => results.get(id, OURS) !== undefined);
  const goals: GoalResult[] = [];
  for (const { id, title, way, most } of measured) {
    if (most === undefined) {
      const added = results.added(id, OURS);
      goals.push({
        goal: `${id} ${title}: p50 added < ${MOST_ADDED_MS} ms`,
        measured: `${added.toFixed(2)} ms`,
        verdict: results.isSound(id, OURS, "direct") ? judge(added, MOST_ADDED_MS) : "unclear",
      });
      continue;
    }
    const ratio = results.ratio(id, OURS, FLOORS[way]);
    goals.push({
      goal: `${id} ${title}: CPU ≤ ${most} × ${FLOORS[way]}`,
      measured: writeRatio(ratio),
      verdict: judgeRatio(results, id, FLOORS[way], most),
    });
  }
  for (const peer of results.peers) goals.push(judgePeer(results, measured, peer));
  const failures = measured.reduce((sum, { id }) => sum + results.get(id, OURS)!.failures, 0);
  if (measured.length > 0) {
    const most = (target: string) =>
      Math.max(...measured.map(({ id }) => results.get(id, target)?.rssMiB ?? 0));
    const rss = most(OURS);
    const floors = Math.max(most(FLOORS.pass), most(FLOORS.map));
    goals.push(
      {
        goal: `RSS < ${MOST_RSS_MIB} MiB throughout`,
        measured: `${rss.toFixed(0)} MiB (floors: ${floors.toFixed(0)})`,
        verdict: judge(rss, MOST_RSS_MIB),
      },
      { goal: "no wrong or missing response", measured: String(failures), verdict: judge(failures, 1) },
    );
  }
  const start = starts.find(({ target }) => target === OURS);
  if (start !== undefined) {
    goals.push({
      goal: `start to listening < ${MOST_START_MS} ms`,
      measured: `${start.listenMs.toFixed(0)} ms (best ${start.bestMs.toFixed(0)})`,
      verdict: judge(start.listenMs, MOST_START_MS),
    });
  }
  return goals;
}

function judgePeer(results: Results, measured: readonly ScenarioGoal[], peer: string): GoalResult {
  const compared = measured.filter(({ id }) => results.get(id, peer) !== undefined);
  const judged = compared.map(({ id }) => ({ id, verdict: judgeRatio(results, id, peer, 1) }));
  const list = (wanted: Verdict) => judged.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  const behind = list("fail");
  const unclear = list("unclear");
  const said = [
    ...(behind.length > 0 ? [`not in ${behind.join(" ")}`] : []),
    ...(unclear.length > 0 ? [`unclear in ${unclear.join(" ")}`] : []),
  ];
  return {
    goal: `less CPU than ${peer} in every scenario`,
    measured: said.join(", ") || `in all ${judged.length}`,
    verdict: behind.length > 0 ? "fail" : unclear.length > 0 ? "unclear" : "pass",
  };
}

/** The goals of memory under many open streams. */
export function judgeStreams(rows: readonly StreamsFigures[]): GoalResult[] {
  return rows
    .filter(({ target }) => target === OURS)
    .flatMap(({ way, errors, growth, peak }) => [
      {
        goal: `held streams, ${way}: memory grows < ${MOST_GROWTH * 100} % while they are open`,
        measured: `${(growth * 100).toFixed(1)} %, ${errors} failed`,
        verdict: errors > 0 ? "fail" : judge(growth, MOST_GROWTH),
      },
      {
        goal: `held streams, ${way}: RSS < ${MOST_RSS_MIB} MiB`,
        measured: `${peak.toFixed(0)} MiB`,
        verdict: judge(peak, MOST_RSS_MIB),
      },
    ]);
}
