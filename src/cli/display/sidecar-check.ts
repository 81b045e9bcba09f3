import { ExitCode } from "../../contract/index.ts";
import type { CheckReport, CheckResult, CheckVerdict } from "../../sidecar/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { safeLine, safeText } from "./text/safe-text.ts";
import { wrapText } from "./text/wrap.ts";

const COLUMNS = 80;
const VERDICT_COLUMNS = 6;
const NAME_COLUMNS = 23;
const TEXT_COLUMNS = COLUMNS - VERDICT_COLUMNS - NAME_COLUMNS;
const INDENT = " ".repeat(VERDICT_COLUMNS + NAME_COLUMNS);
const STDERR_LINES = 10;

/** Prints the report on a sidecar. Returns the exit code: 0, or 1 when a required rule is broken. */
export function showSidecarCheck(
  terminal: Terminal,
  command: readonly string[],
  report: CheckReport,
): number {
  const exit = report.ok ? ExitCode.ok : ExitCode.failed;
  const counts = countVerdicts(report.results);
  if (terminal.json) {
    const { ok, backend, results, stderrTail } = report;
    terminal.outJson({
      kind: "sidecar_check",
      ok,
      command,
      backend: backend ?? null,
      counts,
      results,
      stderr_tail: stderrTail,
    });
    return exit;
  }
  const { green, red } = terminal.colors;
  terminal.out(...renderResults(terminal, report.results));
  if (!report.ok && report.stderrTail.trim() !== "") {
    terminal.out("", "The end of its standard error:");
    const lines = safeText(report.stderrTail.trimEnd()).split("\n").slice(-STDERR_LINES);
    terminal.out(...lines.map((line) => `  ${line}`));
  }
  const name = report.backend === undefined ? "" : ` ${safeLine(report.backend.id)}:`;
  const summary = `${counts.pass} passed, ${counts.warn} warnings, ${counts.fail} failed, ${counts.skip} skipped`;
  terminal.out("", `${report.ok ? green("PASSED") : red("FAILED")}${name} ${summary}`);
  return exit;
}

function countVerdicts(results: readonly CheckResult[]): Record<CheckVerdict, number> {
  const counts = { pass: 0, warn: 0, fail: 0, skip: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

// Rules that were skipped for the same reason share one row.
function renderResults(terminal: Terminal, results: readonly CheckResult[]): string[] {
  const skipped = Map.groupBy(
    results.filter(({ verdict }) => verdict === "skip"),
    ({ reason }) => reason,
  );
  return [
    ...results
      .filter(({ verdict }) => verdict !== "skip")
      .flatMap((result) => renderRow(terminal, result, result.id)),
    ...[...skipped.values()].flatMap((group) =>
      renderRow(terminal, group[0]!, group.length === 1 ? group[0]!.id : `${group.length} rules`),
    ),
  ];
}

function renderRow({ colors }: Terminal, result: CheckResult, name: string): string[] {
  const { title, verdict, reason, advice } = result;
  const paint = { pass: colors.green, warn: colors.yellow, fail: colors.red, skip: colors.dim }[verdict];
  const text = verdict === "pass" ? shortest(title, safeLine(reason)) : safeLine(reason);
  const [first = "", ...rest] = wrapText(text, TEXT_COLUMNS);
  const [head, ...more] = advice === undefined ? [] : wrapText(advice, TEXT_COLUMNS - 2);
  return [
    `${paint(verdict.padEnd(VERDICT_COLUMNS))}${name.padEnd(NAME_COLUMNS)}${first}`,
    ...rest.map((line) => `${INDENT}${line}`),
    ...(head === undefined ? [] : [`${INDENT}→ ${head}`]),
    ...more.map((line) => `${INDENT}  ${line}`),
  ];
}

// A rule that was kept takes one line.
function shortest(title: string, reason: string): string {
  const both = `${title}: ${reason}`;
  return both.length <= TEXT_COLUMNS ? both : title;
}
