import { openSandbox } from "../../sandbox/index.ts";
import { CrashLoopBreaker, startSidecar } from "../../sidecar/index.ts";
import type { SidecarPool } from "./sidecar-pool.ts";

/** What a sidecar backend calls outside itself, so that tests can replace it. */
export interface SidecarHost {
  /** Our environment, from which a program gets the variables that it may see. */
  readonly environment: NodeJS.ProcessEnv;
  readonly breaker: Pick<CrashLoopBreaker, "admit" | "succeeded" | "failed" | "abandoned">;
  readonly startSidecar: typeof startSidecar;
  readonly openSandbox: typeof openSandbox;
  /** Keeps processes between runs; without it each run starts its own. */
  readonly pool?: SidecarPool | undefined;
}

/**
 * The real host, with a breaker of its own. With a pool, programs without a sandbox are kept between runs.
 *
 * @example
 * import { BackendRegistry, sidecarHost } from "agent-backplane";
 * const registry = new BackendRegistry(config.backends, sidecarHost({ PATH: "/usr/bin:/bin" }));
 */
export function sidecarHost(environment: NodeJS.ProcessEnv, pool?: SidecarPool): SidecarHost {
  return { environment, breaker: new CrashLoopBreaker(), startSidecar, openSandbox, pool };
}
