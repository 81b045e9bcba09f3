/** Requests that take our gateway about one CPU second on a calm machine of 2026. */
const REQUESTS_PER_CPU_SECOND: Readonly<Record<string, number>> = {
  A64: 9000,
  C64: 6000,
  B64: 1500,
  D64: 1300,
  E16: 400,
  A1: 4000,
  C1: 3500,
  A512: 8000,
  B512: 1300,
  D512: 1100,
  Gp: 700,
  Gm: 600,
};

/**
 * Returns the number of requests for so many CPU seconds, at least one. A fixed number makes the samples of a busy machine
 * as large as those of a calm one.
 * @throws {Error} when the scenario has no size here.
 */
export function countRequests(scenario: string, cpuSeconds: number): number {
  const rate = REQUESTS_PER_CPU_SECOND[scenario];
  if (rate === undefined)
    throw new Error(`scenario ${scenario} has no sample size: add it to sample-size.ts`);
  return Math.max(1, Math.round(rate * cpuSeconds));
}
