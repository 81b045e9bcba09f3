import { SeededRandom } from "./seeded-random.ts";

/** How many seeds share one home, one after the other on the same ledger. */
export const SEEDS_PER_HOME = 10;

/** Everything that happens in one seed, as times in milliseconds after the load begins. */
export interface Schedule {
  readonly seed: number;
  readonly workers: 1 | 2;
  /** Callers that send one call after the other. */
  readonly callers: number;
  readonly killAfterMs: number;
  /** When the daemon's clock jumps, and by how much. */
  readonly clockStep: { readonly afterMs: number; readonly byMs: number } | undefined;
  /** When the disk becomes full, and for how long; the kill may come first. */
  readonly fullDisk: { readonly afterMs: number; readonly forMs: number } | undefined;
  /** When the signing key is rotated. */
  readonly rotateAfterMs: number | undefined;
}

/** The schedule of a seed; equal for equal seeds. */
export function makeSchedule(seed: number): Schedule {
  const random = new SeededRandom(seed);
  const isRotating = random.chance(0.15);
  const killAfterMs = random.between(40, isRotating ? 1400 : 700);
  const within = () => random.between(0, Math.floor(killAfterMs / 2));
  const steps = [-3_600_000, -5000, -50, 50, 5000, 3_600_000];
  return {
    seed,
    workers: random.chance(0.5) ? 2 : 1,
    callers: random.between(4, 14),
    killAfterMs,
    clockStep: random.chance(0.4)
      ? { afterMs: within(), byMs: steps[random.between(0, steps.length - 1)] as number }
      : undefined,
    fullDisk: random.chance(0.35) ? { afterMs: within(), forMs: random.between(20, killAfterMs) } : undefined,
    rotateAfterMs: isRotating ? within() : undefined,
  };
}

/** The seeds in groups that share a home. A group begins at a multiple of `SEEDS_PER_HOME`, so that it can be repeated. */
export function groupSeeds(first: number, count: number): number[][] {
  const groups = new Map<number, number[]>();
  for (let seed = first; seed < first + count; seed += 1) {
    const home = Math.floor(seed / SEEDS_PER_HOME);
    groups.set(home, [...(groups.get(home) ?? []), seed]);
  }
  return [...groups.values()];
}

/** The command that repeats a seed with the state that the seeds before it in its home left. */
export function repeatCommand(seed: number, firstOfHome: number): string {
  return `npm run crash -- --first-seed ${firstOfHome} --seeds ${seed - firstOfHome + 1}`;
}

/** One line about a seed, for people. */
export function describeSchedule(schedule: Schedule): string {
  const { clockStep, fullDisk, rotateAfterMs } = schedule;
  return [
    `${schedule.workers} workers, ${schedule.callers} callers, killed after ${schedule.killAfterMs} ms`,
    ...(clockStep === undefined ? [] : [`clock ${clockStep.byMs > 0 ? "+" : ""}${clockStep.byMs} ms`]),
    ...(fullDisk === undefined ? [] : [`disk full for ${fullDisk.forMs} ms`]),
    ...(rotateAfterMs === undefined ? [] : ["key rotated"]),
  ].join(", ");
}
