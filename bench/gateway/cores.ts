import { availableParallelism } from "node:os";

export interface CoreChoice {
  /** A list for `taskset -c`. */
  readonly gateway: string;
  readonly load: string;
  /** Whether the load generator runs on a core of the gateway, because the machine has no other. */
  readonly isShared: boolean;
}

/** Chooses the cores for a gateway with so many threads and for the load generator. */
export function chooseCores(threads: number, cores = availableParallelism()): CoreChoice {
  const gateway = Math.min(threads, cores);
  const isShared = gateway === cores;
  return {
    gateway: gateway === 1 ? "0" : `0-${gateway - 1}`,
    load: String(isShared ? cores - 1 : gateway),
    isShared,
  };
}
