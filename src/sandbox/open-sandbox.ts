import { AbpError, type SandboxLevel } from "../contract/index.ts";
import { permitsNetwork } from "../policy/index.ts";
import { BubblewrapSandbox } from "./bubblewrap/bubblewrap-sandbox.ts";
import { workspaceFault } from "./bubblewrap/file-system.ts";
import { type FoundSetup, findSetup } from "./bubblewrap/find-setup.ts";
import type { Sandbox, SandboxRequest, SelfTestResult } from "./sandbox.ts";

/** Directories in which bwrap is looked for after those of PATH. */
const SYSTEM_PATH = "/usr/bin:/usr/local/bin:/bin";

/**
 * Opens a sandbox. `auto` gives L3 where its self-test passes, else L0 with the reason; the levels between need the
 * cooperation of the program, which the caller judges. Throws `sandbox_level_unmet` where the level that is asked for by name
 * or required is not reached.
 */
export async function openSandbox(request: SandboxRequest, find = findSetup): Promise<Sandbox> {
  const { level, required } = request;
  if (level === "L2") throw unmet("L2", "it is not offered; ask for L3");
  const needed = required === "L2" || required === "L3" ? required : level === "L3" ? level : undefined;
  if (level === "off" || level === "L0" || level === "L1") {
    const reason = `the sandbox is set to ${level}`;
    if (needed !== undefined) throw unmet(needed, reason);
    return withoutSandbox(reason, []);
  }
  const found = await search(request, find);
  if ("setup" in found) {
    const network = permitsNetwork(request.policy) || request.gateway !== undefined ? "proxy" : "none";
    return new BubblewrapSandbox(found.setup, request, network);
  }
  if (needed !== undefined) throw unmet(needed, found.reason);
  return withoutSandbox(found.reason, found.selfTest);
}

async function search(request: SandboxRequest, find: typeof findSetup): Promise<FoundSetup> {
  const reason = workspaceFault(request.workspaceRoot);
  if (reason !== undefined) return { reason, selfTest: [] };
  return find(`${process.env["PATH"] ?? ""}:${SYSTEM_PATH}`);
}

function unmet(level: SandboxLevel, reason: string): AbpError {
  return new AbpError("sandbox_level_unmet", `Level ${level} cannot be reached: ${reason}.`, {
    details: { level, reason },
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
