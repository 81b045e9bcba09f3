import type { AnswerOf, ControlClient } from "../../../client/index.ts";
import { type AgentEvent, ExitCode } from "../../../contract/index.ts";
import { findRun } from "../../asking/find-run.ts";
import { withControl } from "../../asking/local-control.ts";
import type { CommandAction } from "../../command.ts";
import { signalExit } from "../../display/failure.ts";
import { openRunView } from "../../display/run/run-view.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** The most events of one page. */
const PAGE_SIZE = 500;

/** Shows the events of a run; with --follow to its end. */
export const logs: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const runId = call.arguments[0] as string;
  const isFollowing = call.options["follow"] === true;
  const { signal } = terminal.host;
  try {
    return await withControl(terminal, config, async ({ client }) => {
      await show(terminal, client, runId, isFollowing);
      const run = await findRun(client, runId);
      if (run !== undefined) terminal.say(terminal.colors.dim(sentenceOf(run)));
      return ExitCode.ok;
    });
  } catch (error) {
    if (signal.aborted) return signalExit(signal.reason);
    throw error;
  }
};

async function show(
  terminal: Terminal,
  client: ControlClient,
  runId: string,
  isFollowing: boolean,
): Promise<void> {
  const { signal } = terminal.host;
  const items = isFollowing
    ? client.followRunEvents({ run_id: runId }, { signal })
    : client.listRunEvents({ run_id: runId, limit: PAGE_SIZE });
  const view = openRunView(terminal);
  try {
    for await (const { event } of items) {
      signal.throwIfAborted();
      // The table of routes says less of an event than the contract.
      await view.event(event as AgentEvent);
    }
  } finally {
    view.close();
  }
}

function sentenceOf({ run_id: id, state, reason, waiting_for_approval: isWaiting }: AnswerOf<"get_run">) {
  if (isWaiting) return `${id} waits for an approval; \`abp approve\` lists it`;
  return `${id} is ${state}${reason === null || reason === state ? "" : ` (${reason})`}`;
}
