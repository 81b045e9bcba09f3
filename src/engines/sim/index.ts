/** The simulated engine: answers that need no vendor, no key and no network. */
export { openSim, type SimOptions } from "./sim-engine.ts";
