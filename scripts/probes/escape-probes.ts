import { fileProbes } from "./file-probes.ts";
import { kernelProbes } from "./kernel-probes.ts";
import { networkProbes } from "./network-probes.ts";
import type { Probe } from "./probe.ts";
import { processProbes } from "./process-probes.ts";

/** Every escape attempt. `npm run probes` prints what becomes of each. */
export const escapeProbes: readonly Probe[] = [
  ...fileProbes,
  ...processProbes,
  ...kernelProbes,
  ...networkProbes,
];
