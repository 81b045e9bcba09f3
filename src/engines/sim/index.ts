/** The simulated engine answers without a vendor, a key or a network. */
export { openSim, type SimOptions } from "./sim-engine.ts";
