import { ExitCode } from "../../../contract/index.ts";
import { withControl } from "../../asking/local-control.ts";
import type { CommandAction } from "../../command.ts";
import { loadSettings } from "../../settings.ts";

/** Asks to end a submitted run. */
export const cancel: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const runId = call.arguments[0] as string;
  const reason = (call.options["reason"] as string | undefined) ?? "cancelled by abp cancel";
  const { run, hasDaemon } = await withControl(terminal, config, async ({ client, hasDaemon }) => ({
    run: await client.cancelRun({ run_id: runId, reason }),
    hasDaemon,
  }));
  const hasEnded = run.ended_at !== null;
  if (terminal.json) terminal.outJson(run);
  else if (hasEnded) terminal.out(`${run.run_id} has ended already: ${run.state}`);
  else terminal.out(`${run.run_id} is asked to end`);
  if (!hasEnded && !hasDaemon) terminal.say("no daemon is running: the next one writes its receipt");
  return ExitCode.ok;
};
