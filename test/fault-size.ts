/** Whether the numbered faults run at full size, as `npm run faults` asks for; tests scale the huge ones down. */
const isFullSize = process.env["ABP_FAULTS_FULL"] === "1";

/** The size of a fault: `small` in tests, `full` where `npm run faults` runs it. */
export function faultSize(small: number, full: number): number {
  return isFullSize ? full : small;
}
