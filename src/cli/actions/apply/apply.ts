import { join, resolve } from "node:path";
import type { Config } from "../../../config/index.ts";
import { AbpError, ExitCode } from "../../../contract/index.ts";
import {
  type ApplyReport,
  applyChanges,
  type ChangeRecord,
  IGNORED_DIRECTORY,
  readChangeRecord,
} from "../../../workspace/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderDiffstat } from "../../display/diffstat.ts";
import { safeLine } from "../../display/text/safe-text.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Changes outside the patch that are listed; the rest is counted. */
const MAX_LEFT_OUT = 20;

/** Applies the saved changes of a run to its workspace, or to `--root`, and says what was done. */
export const apply: CommandAction = async (terminal, call) => {
  const { host } = terminal;
  const runId = call.arguments[0] as string;
  const { config } = await loadSettings(terminal);
  const isIgnored = call.options["ignored"] === true;
  const runDir = runDirectory(config.runs.dir, runId);
  const directory = join(runDir, isIgnored ? IGNORED_DIRECTORY : "");
  const beside = isIgnored ? undefined : await findIgnored(runDir);
  const record = await readChangeRecord(directory).catch(async (error: unknown) => {
    if (beside !== undefined) throw onlyIgnored(runId);
    await requireEnded(terminal, config, runId);
    throw error;
  });
  const root = resolve(host.cwd, (call.options["root"] as string | undefined) ?? record.source);
  const checkOnly = call.options["check"] === true;
  const partial = call.options["partial"] === true;
  if (!terminal.json) showPatch(terminal, record, partial);
  const report = await applyChanges({ directory, target: root, checkOnly, partial, signal: host.signal });
  if (terminal.json) {
    terminal.outJson({
      run_id: runId,
      root,
      applied: !checkOnly,
      already_applied: report.alreadyApplied,
      complete: record.complete,
      files: report.files,
      left_out: record.leftOut,
      diffstat: record.diffstat,
    });
  } else {
    showReport(terminal, report, root, checkOnly);
    if (beside !== undefined) terminal.say(terminal.colors.dim(ignoredHint(runId, beside)));
  }
  return ExitCode.ok;
};

/** Throws `run_not_ended` for a submitted run that waits or goes on. */
async function requireEnded(terminal: Terminal, config: Config, runId: string): Promise<void> {
  if (!UUID.test(runId)) return;
  // Only here, because most runs have a patch, and the client loads the table of all routes.
  const { withControl } = await import("../../asking/local-control.ts");
  const { findRun } = await import("../../asking/find-run.ts");
  const run = await withControl(terminal, config, ({ client }) => findRun(client, runId));
  if (run === undefined || run.ended_at !== null) return;
  throw new AbpError("run_not_ended", `the run is ${run.state}`, {
    where: runId,
    advice: `Wait for its end with \`abp logs ${runId} -f\`.`,
  });
}

/** The changes of ignored files that are kept beside a patch; undefined if there are none. */
async function findIgnored(runDir: string): Promise<ChangeRecord | undefined> {
  try {
    return await readChangeRecord(join(runDir, IGNORED_DIRECTORY));
  } catch (error) {
    if (AbpError.is(error) && error.code === "patch_not_found") return undefined;
    throw error;
  }
}

function ignoredHint(runId: string, { diffstat }: ChangeRecord): string {
  const count = diffstat.files.length;
  return `not applied: ${count} changed file${count === 1 ? "" : "s"} that git ignores; apply with \`abp apply ${runId} --ignored\``;
}

function onlyIgnored(runId: string): AbpError {
  return new AbpError("patch_not_found", "the run changed only files that git ignores", {
    advice: `Apply them with \`abp apply ${runId} --ignored\`.`,
  });
}

// The id becomes the name of a directory, so that nothing but the characters of ids may pass.
function runDirectory(runsDir: string, runId: string): string {
  if (!/^[0-9A-Za-z_-]{1,128}$/.test(runId)) {
    throw new AbpError("patch_not_found", "this is not the id of a run", { where: safeLine(runId) });
  }
  return join(runsDir, runId);
}

function showPatch(
  terminal: Terminal,
  { diffstat, leftOut, complete }: ChangeRecord,
  partial: boolean,
): void {
  const { yellow, dim } = terminal.colors;
  terminal.out(...renderDiffstat(terminal.colors, diffstat));
  // The error that refuses the patch lists what it lacks.
  if (!complete && !partial) return;
  for (const { path, reason } of leftOut.slice(0, MAX_LEFT_OUT)) {
    terminal.say(dim(`not in the patch: ${safeLine(path)}: ${reason}`));
  }
  const rest = leftOut.length - MAX_LEFT_OUT;
  if (rest > 0) terminal.say(dim(`not in the patch: ${rest} more`));
  if (!complete) terminal.say(`${yellow("warning")} the patch is not complete: it lacks changes of files`);
}

function showReport(terminal: Terminal, report: ApplyReport, root: string, checkOnly: boolean): void {
  const { green } = terminal.colors;
  if (report.alreadyApplied) {
    terminal.out(green(`${safeLine(root)} has these changes already`));
    return;
  }
  for (const { path } of report.files.filter(({ action }) => action === "merged")) {
    terminal.say(`merged with your edits: ${safeLine(path)}`);
  }
  const words = checkOnly ? "fits" : "applied to";
  terminal.out(`${green(`${words} ${safeLine(root)}`)}: ${countActions(report)}`);
}

const actionNames = [
  ["written", "written"],
  ["merged", "merged"],
  ["deleted", "deleted"],
  ["mode", "with another mode"],
  ["unchanged", "unchanged"],
] as const;

function countActions({ files }: ApplyReport): string {
  const counts = actionNames.map(([action, name]) => {
    const count = files.filter((file) => file.action === action).length;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  return counts.flat().join(", ");
}
