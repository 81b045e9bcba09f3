import { FLOORS, OURS } from "../targets.ts";
import type { Figures } from "./summary.ts";

const RANKS = ["direct", FLOORS.pass, FLOORS.map, OURS];

/** A ratio of CPU times: that of the medians, and that of the best samples. The figure is sound if the two agree. */
export interface Ratio {
  readonly medians: number;
  readonly bests: number;
}

/** The figures of a run by scenario and target. */
export class Results {
  readonly targets: readonly string[];
  readonly #figures = new Map<string, Figures>();

  constructor(figures: readonly Figures[]) {
    const rank = (name: string) => RANKS.findIndex((start) => name.startsWith(start)) + 1 || RANKS.length + 1;
    const names = [...new Set(figures.map(({ target }) => target))];
    this.targets = names.sort((left, right) => rank(left) - rank(right));
    for (const one of figures) this.#figures.set(`${one.scenario} ${one.target}`, one);
  }

  get(scenario: string, target: string): Figures | undefined {
    return this.#figures.get(`${scenario} ${target}`);
  }

  /** Divides the CPU time of `target` by that of `other`. */
  ratio(scenario: string, target: string, other: string): Ratio | undefined {
    const above = this.get(scenario, target);
    const below = this.get(scenario, other);
    if (above === undefined || below === undefined) return undefined;
    return { medians: above.cpuMedian / below.cpuMedian, bests: above.cpuBest / below.cpuBest };
  }

  /**
   * Tells whether at least half of the samples of both targets were calm. On a busy machine one read brings more
   * events, so the CPU time per event falls and disturbed samples prove nothing.
   */
  isSound(scenario: string, target: string, other: string): boolean {
    return [target, other].every((name) => {
      const figures = this.get(scenario, name);
      return figures !== undefined && figures.calm * 2 >= figures.samples;
    });
  }

  /** The p50 latency in ms that the target adds to the simulator's own. */
  added(scenario: string, target: string): number {
    return this.p50Ms(scenario, target) - this.p50Ms(scenario, "direct");
  }

  p50Ms(scenario: string, target: string): number {
    return this.get(scenario, target)?.p50Ms ?? Number.NaN;
  }

  /** The other gateways that were measured. */
  get peers(): string[] {
    const known = ["direct", FLOORS.pass, FLOORS.map];
    return this.targets.filter((name) => !known.includes(name) && !name.startsWith(OURS));
  }
}

/** Writes the ratio of the medians, with the ratio of the best samples in brackets. */
export function writeRatio(ratio: Ratio | undefined): string {
  return ratio === undefined ? "–" : `${ratio.medians.toFixed(2)} (${ratio.bests.toFixed(2)})`;
}
