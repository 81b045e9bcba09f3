import type { AnswerOf } from "../../../client/index.ts";
import { ExitCode } from "../../../contract/index.ts";
import { withControl } from "../../asking/local-control.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable } from "../../display/table.ts";
import { safeLine } from "../../display/text/safe-text.ts";
import { shortenText } from "../../display/text/text-width.ts";
import { readCount } from "../../flags/number-flags.ts";
import { loadSettings } from "../../settings.ts";

type Run = AnswerOf<"get_run">;

/** The width of the table; with an id of 36 characters it leaves the task a few words. */
const TABLE_COLUMNS = 60;
const GAP = 2;

/** Lists submitted runs, the newest first. */
export const runs: CommandAction = async (terminal, { options }) => {
  const { config } = await loadSettings(terminal);
  const { state, backend, key, tenant, limit } = options as Readonly<Record<string, string | undefined>>;
  const filter = { state, backend, key, tenant, limit: readCount(limit ?? "50", "--limit") };
  const page = await withControl(terminal, config, async ({ client }) => client.listRuns(filter));
  if (terminal.json) {
    terminal.outJson(page.items);
    return ExitCode.ok;
  }
  if (page.items.length === 0) terminal.say("there is no such run; `abp run --detach --task …` submits one");
  else terminal.out(...tableOf(page.items));
  if (page.next_cursor !== null)
    terminal.say(terminal.colors.dim("older runs are left out; --limit shows more"));
  return ExitCode.ok;
};

function tableOf(items: readonly Run[]): string[] {
  const rows = items.map((run) => [run.run_id, stateOf(run)]);
  const used = Math.max(...rows.map(([id = "", state = ""]) => id.length + state.length)) + 2 * GAP;
  const cells = rows.map((row, index) => [
    ...row,
    shortenText(safeLine(items[index]!.task), Math.max(TABLE_COLUMNS - used, 4)),
  ]);
  return renderTable(["run", "state", "task"], cells, undefined);
}

/** The state in a word: a run that waits for a person needs one more than a running one. */
function stateOf({ state, waiting_for_approval: isWaiting, cancel_reason: cancelReason }: Run): string {
  if (state === "running" && isWaiting) return "approval";
  if ((state === "running" || state === "pending") && cancelReason !== null) return "ending";
  return state;
}
