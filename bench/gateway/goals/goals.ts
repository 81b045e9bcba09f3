import type { Verdict } from "../report.ts";
import { SCENARIOS, type Scenario } from "../scenarios.ts";
import { FLOORS, OURS } from "../targets.ts";
import type { StreamsFigures } from "./held-streams.ts";
import { type Results, writeRatio } from "./results.ts";
import type { StartFigures } from "./summary.ts";

/** The most that our gateway may add to the latency of its floor and one durable commit, with one call in flight. */
const MOST_ADDED_MS = 0.1;
const MOST_RSS_MIB = 150;
const MOST_START_MS = 500;
/** A share of the memory. */
const MOST_GROWTH = 0.05;

export interface GoalResult {
  readonly goal: string;
  readonly measured: string;
  readonly verdict: Verdict;
}

/** Judges the CPU time of our gateway as a multiple of another target's. It is `unclear` if medians and bests disagree. */
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

/** Judges every goal that the run has figures for. `commitMs` is the time of one durable commit during the run. */
export function judgeAll(results: Results, starts: readonly StartFigures[], commitMs: number): GoalResult[] {
  const measured = SCENARIOS.filter(({ id }) => results.get(id, OURS) !== undefined);
  const goals: GoalResult[] = [];
  for (const { id, title, way, most } of measured) {
    if (most === undefined) {
      const [floor, own] = [results.p50Ms(id, FLOORS[way]), results.p50Ms(id, OURS)];
      const most = floor + commitMs + MOST_ADDED_MS;
      goals.push({
        goal: `${id} ${title}: p50 < ${FLOORS[way]} + one durable commit + ${MOST_ADDED_MS} ms`,
        measured: `${own.toFixed(2)} ms (${floor.toFixed(2)} + ${commitMs.toFixed(2)} + ${MOST_ADDED_MS} = ${most.toFixed(2)})`,
        verdict: results.isSound(id, OURS, FLOORS[way]) ? judge(own, most) : "unclear",
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

function judgePeer(results: Results, measured: readonly Scenario[], peer: string): GoalResult {
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

/** Judges the memory of our gateway while many streams are open. */
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
