import type { SandboxLevel } from "../contract/index.ts";

/** How far the process of a session is confined. */
export interface Confinement {
  readonly level: SandboxLevel;
  /** Why the level is not higher. */
  readonly reason?: string | undefined;
  /** The checks that ran inside the sandbox. */
  readonly selfTest: readonly { readonly probe: string; readonly held: boolean }[];
  /** `proxy` decides on each connection, `none` permits none, `advisory` cannot stop any. */
  readonly network: "proxy" | "none" | "advisory";
}

/**
 * A session that nothing confines.
 *
 * @example
 * import { type BackendSession, unconfined } from "agent-backplane";
 * const confinement: BackendSession["confinement"] = unconfined("this backend starts no program");
 */
export function unconfined(reason: string): Confinement {
  return { level: "L0", reason, selfTest: [], network: "advisory" };
}
