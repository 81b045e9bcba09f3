import type { AnswerOf, ControlClient } from "../../../client/index.ts";
import { AbpError, ExitCode } from "../../../contract/index.ts";
import { withControl } from "../../asking/local-control.ts";
import type { CommandAction } from "../../command.ts";
import { safeJson, safeLine } from "../../display/text/safe-text.ts";
import { shortenText } from "../../display/text/text-width.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

type Approval = AnswerOf<"get_approval">;

/** A longer input is cut; `--json` shows all of it. */
const MAX_INPUT_COLUMNS = 400;

/** Lists what waits for a decision, or decides it. */
export const approve: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const id = call.arguments[0] as string | undefined;
  const isDenied = call.options["deny"] === true;
  const reason = call.options["reason"] as string | undefined;
  if (id === undefined && (isDenied || reason !== undefined))
    throw new AbpError("usage_invalid", "name the run or the approval to decide", { where: "abp approve" });
  return withControl(terminal, config, async ({ client }) => {
    if (id === undefined) return showOpen(terminal, await client.listApprovals({ state: "open" }).all());
    const { approval_id } = await findOpen(client, id);
    const decision = { approval_id, reason };
    const decided = await (isDenied ? client.denyApproval(decision) : client.allowApproval(decision));
    if (terminal.json) terminal.outJson(decided);
    else terminal.out(`${decided.state} ${decided.tool} of ${decided.run_id}`);
    return ExitCode.ok;
  });
};

/** The approval of this id, or the only open one of a run. Throws `approval_not_found`, and `usage_invalid` if there are several. */
async function findOpen(client: ControlClient, id: string): Promise<Approval> {
  const open = await client.listApprovals({ run_id: id, state: "open" }).all();
  const [first, ...others] = open;
  if (first === undefined) return client.getApproval({ approval_id: id });
  if (others.length === 0) return first;
  throw new AbpError("usage_invalid", `the run waits for ${open.length} approvals: name one of them`, {
    where: "abp approve",
    advice: `Open: ${open.map(({ approval_id, tool }) => `${approval_id} (${safeLine(tool)})`).join(", ")}.`,
  });
}

function showOpen(terminal: Terminal, open: readonly Approval[]): number {
  if (terminal.json) terminal.outJson(open);
  else if (open.length === 0) terminal.say("nothing waits for an approval");
  else {
    terminal.out(...open.flatMap((approval, index) => [...(index === 0 ? [] : [""]), ...linesOf(approval)]));
    terminal.say("", "abp approve APPROVAL allows one; --deny denies it");
  }
  return ExitCode.ok;
}

function linesOf(approval: Approval): string[] {
  const { approval_id, operation, tool, risk_level, rule, run_id, key, expires_at, input } = approval;
  return [
    approval_id,
    `  ${operation} ${safeLine(tool)}, risk ${risk_level}, rule ${safeLine(rule)}`,
    ...(input === null ? [] : [`  ${shortenText(safeJson(input), MAX_INPUT_COLUMNS)}`]),
    `  run ${run_id}, submitted by ${safeLine(key)}`,
    `  expires ${expires_at}`,
  ];
}
