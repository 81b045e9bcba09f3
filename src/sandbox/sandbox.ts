import type { PolicyDecisionRecord, SandboxLevel } from "../contract/index.ts";
import type { Policy } from "../policy/index.ts";
import type { StartPlan } from "../process/index.ts";

export interface SandboxRequest {
  /** `auto` is the highest level that the self-test confirms on this machine. `off` is L0. */
  readonly level: "auto" | "off" | SandboxLevel;
  /** `openSandbox` throws `sandbox_level_unmet` if this level is not reached. */
  readonly required?: SandboxLevel | undefined;
  /** A directory of the host that is writable inside. */
  readonly workspaceRoot: string;
  /** Further directories of the host that are writable inside. Nothing else is. */
  readonly writable?: readonly string[] | undefined;
  /** The program and its interpreter are visible inside, read-only. */
  readonly program: SandboxProgram;
  /** Programs that `program` starts. They and their interpreters are visible inside too, read-only. */
  readonly otherPrograms?: readonly SandboxProgram[] | undefined;
  /** Further paths of the host that are visible inside, read-only. */
  readonly readOnly: readonly string[];
  /**
   * Paths of the host that are never visible inside, such as the state directory and the repository that was staged. A
   * directory that contains one of them is not made visible because of the program.
   */
  readonly hidden?: readonly string[] | undefined;
  /** Decides on each connection that the proxy is asked for. */
  readonly policy: Policy;
  /** The gateway is reachable inside on the same port of 127.0.0.1. */
  readonly gateway?: HostAndPort | undefined;
  /** Receives each denial, and each connection that only a rule for its very address permits. */
  readonly onDecision: (record: PolicyDecisionRecord) => void;
  readonly now: () => Date;
  /** The bytes that all connections through the proxy may carry together, in both directions. */
  readonly maxNetworkBytes?: number | undefined;
}

export interface SandboxProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** One check that ran inside the sandbox. `held` is false if the check got through. */
export interface SelfTestResult {
  readonly probe: string;
  readonly held: boolean;
}

/** `proxy`: only through our proxy. `none`: no network at all. `advisory`: the host's network, not limited. */
export type SandboxNetwork = "proxy" | "none" | "advisory";

/** Wraps programs so that they run at a level of enforcement. Close it when they have ended. */
export interface Sandbox {
  /** `L0` or `L3`. */
  readonly level: SandboxLevel;
  /** Why the level is not higher. */
  readonly reason: string | undefined;
  readonly selfTest: readonly SelfTestResult[];
  readonly network: SandboxNetwork;
  /** Returns a plan that starts the program of `plan` inside, without its `descriptors`. Each result starts one process. */
  wrap(plan: StartPlan): StartPlan;
  /** Closes the proxy with its connections. Idempotent. */
  close(): Promise<void>;
}
