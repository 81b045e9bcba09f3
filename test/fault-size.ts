/** Whether huge faults and samples have their full size, as `npm run faults` and `npm run test:full` ask for. */
export const isFullSize = process.env["ABP_FAULTS_FULL"] === "1";

/** The size of a fault or a sample: `small` in tests, `full` if it is asked for. */
export function faultSize(small: number, full: number): number {
  return isFullSize ? full : small;
}

/** All of a list in a full run; of others, those that are named. */
export function sampled<Value>(
  all: readonly Value[],
  isChosen: (value: Value, place: number) => boolean,
): readonly Value[] {
  return isFullSize ? all : all.filter(isChosen);
}
