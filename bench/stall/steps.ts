/**
 * Loaded into the daemon by `--steps`: measures the longest callback of its main thread in CPU time, which other programs on the
 * machine do not lengthen. SIGUSR2 writes it, in milliseconds, to the file of ABP_STALL_STEPS and begins anew.
 */
import { createHook } from "node:async_hooks";
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env["ABP_STALL_STEPS"];
const starts: number[] = [];
let longest = 0;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (isMainThread && file !== undefined) {
  createHook({
    before: () => starts.push(cpuMs()),
    after: () => {
      const start = starts.pop();
      if (start !== undefined) longest = Math.max(longest, cpuMs() - start);
    },
  }).enable();
  process.on("SIGUSR2", () => {
    writeFileSync(file, String(longest));
    longest = 0;
  });
}
