import type { Cell } from "./cell.ts";

/** Writes the matrix: a row for each agent, a column for each engine, then the reason of each cell that did not pass. */
export function renderTable(cells: readonly Cell[]): string {
  const agents = [...new Set(cells.map(({ agent }) => agent))];
  const engines = [...new Set(cells.map(({ engine }) => engine))];
  const rows = agents.map((agent) => [
    agent,
    ...engines.map((engine) =>
      describe(cells.find((cell) => cell.agent === agent && cell.engine === engine)),
    ),
  ]);
  const table = [["agent \\ engine", ...engines], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
  return `${[...lines, "", ...reasonsOf(cells), countsOf(cells)].join("\n")}\n`;
}

function describe(cell: Cell | undefined): string {
  if (cell === undefined) return "-";
  return cell.seconds === undefined ? cell.result : `${cell.result} ${cell.seconds.toFixed(1)} s`;
}

function reasonsOf(cells: readonly Cell[]): string[] {
  const lines = new Map<string, string[]>();
  for (const { agent, engine, result, reason } of cells) {
    if (reason === undefined) continue;
    const key = `${agent}: ${result}: ${reason}`;
    lines.set(key, [...(lines.get(key) ?? []), engine]);
  }
  const texts = [...lines].map(([text, engines]) => `${text} (${engines.join(", ")})`);
  return texts.length === 0 ? [] : [...texts, ""];
}

function countsOf(cells: readonly Cell[]): string {
  const count = (result: Cell["result"]) => cells.filter((cell) => cell.result === result).length;
  const rejected = count("rejected") === 0 ? "" : `${count("rejected")} rejected, `;
  return `${count("passed")} passed, ${count("failed")} failed, ${rejected}${count("skipped")} skipped`;
}
