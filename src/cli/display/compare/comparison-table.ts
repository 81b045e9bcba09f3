import type { Colors } from "../../terminal/terminal.ts";
import { formatCost, formatElapsed, formatTokens } from "../run/amounts.ts";
import { hasPassed } from "../run/summary/check-facts.ts";
import { renderTable } from "../table.ts";
import { safeLine, safeText } from "../text/safe-text.ts";
import { shortenText } from "../text/text-width.ts";
import { wrapText } from "../text/wrap.ts";
import type { ComparedRun } from "./compared-run.ts";
import { type NamedPatch, renderPatches } from "./patches.ts";

const NAME_COLUMNS = 12;
const DEFAULT_COLUMNS = 80;

const MODEL_COLUMNS = 24;

const HEADER = ["backend", "model", "outcome", "changes", "check", "cost", "tokens", "time", "losses"];

/** The widths that a comparison is shown in. */
export interface ComparisonWidths {
  /** Of standard output; undefined if it is not a terminal. */
  readonly out: number | undefined;
  /** Of standard error. */
  readonly error?: number | undefined;
}

/**
 * The table of a comparison with the patches, and what stands below them: why runs failed, their receipts, and the commands to go
 * on with.
 */
export function renderComparison(
  colors: Colors,
  runs: readonly ComparedRun[],
  { out, error: columns = DEFAULT_COLUMNS }: ComparisonWidths,
): { readonly table: string[]; readonly notes: string[] } {
  return {
    table: [
      ...renderTable(
        HEADER,
        runs.map((run) => rowOf(colors, run)),
        out,
      ),
      ...renderPatches(colors, runs.flatMap(patchOf), out),
    ],
    notes: [
      ...runs.flatMap((run) => describeError(colors, run, columns)),
      ...runs.flatMap((run) => nextCommands(colors, run)),
    ],
  };
}

function rowOf(colors: Colors, run: ComparedRun): string[] {
  const { changes, cost_usd, input_tokens, output_tokens, duration_ms, losses, metered } = run;
  const paint = { complete: colors.green, partial: colors.yellow }[run.outcome as "complete" | "partial"];
  // Without a meter the amounts are the backend's own statement.
  const stated = metered ? "" : "?";
  const tokens = [input_tokens, output_tokens].filter((count) => count !== null);
  return [
    shortName(run),
    modelOf(run),
    (paint ?? colors.red)(run.outcome),
    changes === null ? "-" : `${changes.files} +${changes.added} -${changes.deleted}`,
    describeCheck(colors, run),
    cost_usd === null ? "-" : `${formatCost(cost_usd)}${stated}`,
    tokens.length === 0 ? "-" : `${formatTokens(tokens.reduce((sum, count) => sum + count))}${stated}`,
    duration_ms === null ? "-" : formatElapsed(duration_ms),
    losses === null ? "-" : String(losses.fields),
  ];
}

/** The model that answered most calls, and how many others there were. */
function modelOf({ models }: ComparedRun): string {
  const [most, ...others] = [...models].sort((one, other) => other.calls - one.calls);
  if (most === undefined) return "-";
  const name = most.reported ?? most.upstream ?? most.requested ?? most.engine;
  return `${shortenText(safeLine(name), MODEL_COLUMNS)}${others.length === 0 ? "" : ` +${others.length}`}`;
}

function patchOf(run: ComparedRun): NamedPatch[] {
  return run.receipt === null ? [] : [{ name: shortName(run), text: run.patch ?? "" }];
}

function describeCheck(colors: Colors, { check }: ComparedRun): string {
  if (check === null) return "-";
  if (hasPassed(check)) return colors.green("passed");
  return colors.red(check.exit_code === null || check.exit_code === 0 ? "failed" : `exit ${check.exit_code}`);
}

function describeError(colors: Colors, run: ComparedRun, columns: number): string[] {
  if (run.error === null) return [];
  const { code, message, advice } = run.error;
  const wrap = (text: string) => wrapText(safeText(text), columns - 1);
  return [
    ...wrap(`${shortName(run)}: ${code}: ${message}`).map(colors.red),
    ...wrap(`→ ${advice}`).map(colors.dim),
  ];
}

function nextCommands(colors: Colors, run: ComparedRun): string[] {
  const { run_id, changes, receipt } = run;
  if (run_id === null || receipt === null) return [];
  const state = receipt.verified ? "VERIFIED" : colors.red("NOT VERIFIED");
  const isChanged = changes !== null && changes.files > 0;
  return [
    `${shortName(run)}: run ${run_id}, receipt ${state}`,
    ...(isChanged ? [colors.dim(`    abp apply ${run_id}`)] : []),
  ];
}

function shortName({ backend }: ComparedRun): string {
  return shortenText(safeLine(backend), NAME_COLUMNS);
}
