/** The processor time in milliseconds that `work` takes in this process. Unlike the time on a clock, other programs do not lengthen it. */
export function cpuTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
