import { existsSync } from "node:fs";
import { join } from "node:path";
import { hostPaths, packageRoot } from "../host/host-program.ts";
import type { SidecarEntry } from "../sidecar-entry.ts";

/** The Python of the distribution, which a sandbox can see. One in a home may be a script that starts another program. */
const SYSTEM_PYTHON = "/usr/bin/python3";

/** The sidecars that come with the package, by the names of their backends. They do what the lines of a task say. */
export function exampleSidecars(): Readonly<Record<string, SidecarEntry>> {
  const folder = (name: string) => join(packageRoot, "hosts", name);
  return {
    node: {
      type: "sidecar",
      command: process.execPath,
      args: [join(folder("node"), "host.js")],
      read_only: hostPaths(),
    },
    python: {
      type: "sidecar",
      command: existsSync(SYSTEM_PYTHON) ? SYSTEM_PYTHON : "python3",
      args: [join(folder("python"), "host.py")],
      read_only: [folder("python")],
    },
  };
}
