import { readdirSync } from "node:fs";
import type { LoadedConfig } from "../config/index.ts";
import type { Terminal } from "./terminal/terminal.ts";

/**
 * Ends the processes and removes the stages of runs whose process was killed. A
 * failure is shown, and does not fail the command.
 */
export async function endLeftovers(
  { say, colors }: Pick<Terminal, "say" | "colors">,
  { workspace_dir }: Pick<LoadedConfig["config"], "workspace_dir">,
): Promise<void> {
  if (isEmpty(workspace_dir)) return;
  try {
    // Loaded on demand: most commands find nothing to end, and the runtime is large.
    const { sweepRuns } = await import("../runtime/index.ts");
    const { runs, endedProcesses, left } = await sweepRuns(workspace_dir);
    if (endedProcesses > 0)
      say(colors.yellow(`ended ${endedProcesses} processes that killed runs left: ${runs.join(", ")}`));
    for (const path of left)
      say(colors.yellow(`warning ${path} is left of a killed run and cannot be removed`));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(colors.yellow(`warning the leftovers of killed runs could not be removed: ${reason}`));
  }
}

function isEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0;
  } catch {
    // No run was staged yet, or the sweep of the next run says why it cannot be read.
    return true;
  }
}
