import type { Config } from "../../../config/index.ts";
import type { WorkOrder } from "../../../contract/index.ts";
import { chooseBackend } from "../../../runner/index.ts";
import { AUTO, type Resolution } from "../../../runtime/index.ts";
import { ProgressLine } from "../../display/progress-line.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Finds a backend by its name. For `auto`, which asks every backend, it says that it waits. */
export async function chooseBackendVisibly(
  terminal: Terminal,
  config: Pick<Config, "backends" | "workspace_dir" | "sandbox">,
  name: string,
  order: WorkOrder,
): Promise<Resolution> {
  const { host } = terminal;
  const progress = new ProgressLine(terminal);
  if (name === AUTO) progress.show("asking the backends what they can do");
  try {
    return await chooseBackend(host, config, name, order, host.signal);
  } finally {
    progress.close();
  }
}
