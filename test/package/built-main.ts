import { dirname, join } from "node:path";
import type { main } from "../../src/cli/main.ts";
import { repository } from "./built-package.ts";
import { programsFolder } from "./programs.ts";

/** The command line of the build, for tests that give it a host of their own. The hosts of agents that it starts are those of the build. */
export async function builtMain(): Promise<typeof main> {
  const root = dirname(await programsFolder());
  const file = root === repository ? "src/cli/main.ts" : "dist/cli/main.js";
  const loaded = (await import(join(root, file))) as { main: typeof main };
  return loaded.main;
}
