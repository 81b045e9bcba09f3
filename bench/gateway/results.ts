import type { Figures } from "./summary.ts";
import { FLOORS, OURS } from "./targets.ts";

const RANKS = ["direct", FLOORS.pass, FLOORS.map, OURS];

/** A ratio of CPU times, by medians and by bests: where the two agree the figure is sound. */
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

  /** How many times the CPU time of the second target the first one takes. */
  ratio(scenario: string, target: string, other: string): Ratio | undefined {
    const above = this.get(scenario, target);
    const below = this.get(scenario, other);
    if (above === undefined || below === undefined) return undefined;
    return { medians: above.cpuMedian / below.cpuMedian, bests: above.cpuBest / below.cpuBest };
  }

  /** Whether at least half of the samples behind both figures were calm: CPU time per event falls on a busy machine,
   * where more events come in one read, so that disturbed samples say neither yes nor no. */
  isSound(scenario: string, target: string, other: string): boolean {
    return [target, other].every((name) => {
      const figures = this.get(scenario, name);
      return figures !== undefined && figures.calm * 2 >= figures.samples;
    });
  }

  /** The latency added over the simulator alone, p50 in ms. */
  added(scenario: string, target: string): number {
    return (
      (this.get(scenario, target)?.p50Ms ?? Number.NaN) - (this.get(scenario, "direct")?.p50Ms ?? Number.NaN)
    );
  }

  /** The other gateways that were measured. */
  get peers(): string[] {
    const known = ["direct", FLOORS.pass, FLOORS.map];
    return this.targets.filter((name) => !known.includes(name) && !name.startsWith(OURS));
  }
}

/** A ratio as text, that of bests in brackets. */
export function writeRatio(ratio: Ratio | undefined): string {
  return ratio === undefined ? "–" : `${ratio.medians.toFixed(2)} (${ratio.bests.toFixed(2)})`;
}
