import type { LossReport } from "../../contract/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { renderTable, tableColumns } from "./table.ts";

/** Writes a loss report as a table. `all` includes the entries that were mapped without a loss. */
export function showLosses(terminal: Terminal, report: LossReport, all: boolean): string[] {
  const { green, yellow, red, cyan } = terminal.colors;
  const paint = { mapped: green, emulated: cyan, disclosed: yellow, refused: red };
  const shown = report.entries.filter((entry) => all || entry.disposition !== "mapped");
  const mapped = report.entries.filter((entry) => entry.disposition === "mapped").length;
  if (shown.length === 0)
    return [green(`nothing is lost from ${report.from} to ${report.to} (${mapped} mapped)`)];
  const rows = shown.map((entry) => [
    entry.path,
    paint[entry.disposition](entry.disposition),
    entry.reason,
    entry.rule ?? entry.emulator ?? "",
  ]);
  const summary = all ? [] : [`${shown.length} changed or lost, ${mapped} mapped`];
  const header = [`${report.from} → ${report.to}`, "becomes", "why", "rule or emulator"];
  // The last column is left out if no entry has a rule or an emulator.
  const width = rows.some((row) => row[3] !== "") ? 4 : 3;
  return [
    ...renderTable(
      header.slice(0, width),
      rows.map((row) => row.slice(0, width)),
      tableColumns(terminal),
    ),
    ...summary,
  ];
}
