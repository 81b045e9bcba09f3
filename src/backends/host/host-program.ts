import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFile } from "../../lib/package-file.ts";

export const packageRoot = fileURLToPath(packageFile("."));

/** The script that drives an agent. */
export function hostScript(agent: string): string {
  return join(packageRoot, "hosts", agent, "host.js");
}

/**
 * What a host reads of our package. They are named one by one, because the whole package is not visible inside a sandbox if it
 * is the workspace itself.
 */
export function hostPaths(): readonly string[] {
  return ["package.json", "hosts", "src", "dist", "node_modules"].map((name) => join(packageRoot, name));
}
