import type { ProgramEntry } from "../program-entry.ts";
import type { SidecarEntry } from "../sidecar-entry.ts";
import { hostPaths, hostScript } from "./host-program.ts";

/** The sidecar that is the host of an agent. `readable` are paths that the host needs besides those of the entry. */
export function hostEntry(
  agent: string,
  { read_only = [], pass_env, env, memory_mb, processes }: ProgramEntry,
  readable: readonly string[] = [],
): SidecarEntry {
  return {
    type: "sidecar",
    command: process.execPath,
    args: [hostScript(agent)],
    pass_env,
    env,
    memory_mb,
    processes,
    read_only: [...hostPaths(), ...readable, ...read_only],
  };
}
