import { AbpError, type SandboxLevel } from "../contract/index.ts";
import { permitsNetwork } from "../policy/index.ts";
import { BubblewrapSandbox } from "./bubblewrap/bubblewrap-sandbox.ts";
import { workspaceFault } from "./bubblewrap/file-system.ts";
import { type FoundSetup, findSetup } from "./bubblewrap/find-setup.ts";
import type { Obstacle } from "./bubblewrap/obstacle.ts";
import type { Sandbox, SandboxRequest, SelfTestResult } from "./sandbox.ts";

/** Directories in which bwrap is looked for after those of PATH. */
const SYSTEM_PATH = "/usr/bin:/usr/local/bin:/bin";

/** The level that is asked for, and the least that must be reached. */
export type LevelWish = Pick<SandboxRequest, "level" | "required">;

/** Why L3 cannot be had. */
type Refusal = Pick<Obstacle, "reason"> &
  Partial<Obstacle> & { readonly selfTest?: readonly SelfTestResult[] };

/**
 * Opens a sandbox. `auto` gives L3 if its self-test passes, else L0 with the reason; the levels between need the
 * cooperation of the program, which the caller judges. Throws `sandbox_level_unmet` if the level that is asked for by name
 * or required is not reached.
 */
export async function openSandbox(request: SandboxRequest, find = findSetup): Promise<Sandbox> {
  const needed = neededLevel(request);
  const found: FoundSetup | Refusal = refusalOf(request) ?? overlap(request) ?? (await search(find));
  if ("setup" in found) {
    const network = permitsNetwork(request.policy) || request.gateway !== undefined ? "proxy" : "none";
    return new BubblewrapSandbox(found.setup, request, network);
  }
  if (needed !== undefined) throw unmet(needed, found);
  return withoutSandbox(found.reason, found.selfTest ?? []);
}

/**
 * The error with which `openSandbox` would refuse the wish on this machine, whatever the workspace; undefined if it would
 * not. The self-test of the sandbox decides it, once per process. `details.missing` says what is not here.
 */
export async function findLevelFault(wish: LevelWish, find = findSetup): Promise<AbpError | undefined> {
  const needed = neededLevel(wish);
  if (needed === undefined) return undefined;
  const found = refusalOf(wish) ?? (await search(find));
  return "setup" in found ? undefined : unmet(needed, found);
}

/** The level below which nothing may start; undefined if L0 will do. */
function neededLevel({ level, required }: LevelWish): SandboxLevel | undefined {
  if (level === "L2") throw unmet("L2", { reason: "it is not offered; ask for L3" });
  if (required === "L2" || required === "L3") return required;
  return level === "L3" ? level : undefined;
}

function refusalOf({ level }: LevelWish): Refusal | undefined {
  const isOff = level === "off" || level === "L0" || level === "L1";
  return isOff ? { reason: `the sandbox is set to ${level}` } : undefined;
}

function overlap({ workspaceRoot }: SandboxRequest): Refusal | undefined {
  const reason = workspaceFault(workspaceRoot);
  return reason === undefined ? undefined : { reason, remedy: "Work in another directory." };
}

function search(find: typeof findSetup): Promise<FoundSetup> {
  return find(`${process.env["PATH"] ?? ""}:${SYSTEM_PATH}`);
}

function unmet(level: SandboxLevel, { reason, missing, remedy }: Refusal): AbpError {
  return new AbpError("sandbox_level_unmet", `Level ${level} cannot be reached: ${reason}.`, {
    ...(remedy === undefined ? {} : { advice: remedy }),
    details: { level, reason, ...(missing === undefined ? {} : { missing }) },
  });
}

/** Level L0: the program runs as it is. The policy is recorded and not enforced. */
function withoutSandbox(reason: string, selfTest: readonly SelfTestResult[]): Sandbox {
  return {
    level: "L0",
    reason,
    selfTest,
    network: "advisory",
    wrap: (plan) => plan,
    close: () => Promise.resolve(),
  };
}
