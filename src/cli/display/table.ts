import type { Terminal } from "../terminal/terminal.ts";
import { textWidth } from "./text/text-width.ts";
import { wrapText } from "./text/wrap.ts";

const GAP = "  ";
/** A narrower terminal gets records that are as wide as this. */
const MIN_COLUMNS = 20;

/** The width for tables on standard output; undefined if it is not a terminal. Then no line is wrapped. */
export function tableColumns({ host }: Pick<Terminal, "host">): number | undefined {
  return host.isTerminal.out ? host.columns() : undefined;
}

/**
 * Aligns rows in columns. The last column is not padded. If the table is wider than `columns`, each row becomes a record: one line
 * for each value, after the name of its column.
 */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number | undefined,
): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => textWidth(row[column] ?? ""))));
  const width = widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.length - 1);
  if (columns !== undefined && width > columns)
    return renderRecords(header, rows, Math.max(columns, MIN_COLUMNS));
  return all.map((row) =>
    header
      .map((_, column) => {
        const cell = row[column] ?? "";
        const last = column === header.length - 1;
        return last ? cell : cell + " ".repeat(widths[column]! - textWidth(cell));
      })
      .join(GAP)
      .trimEnd(),
  );
}

function renderRecords(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): string[] {
  const width = Math.min(Math.max(...header.map(textWidth)), Math.floor(columns / 2));
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : [""]),
    ...header.flatMap((name, column) => {
      const cell = row[column] ?? "";
      if (cell === "") return [];
      const names = wrapText(name, width);
      const values = wrapText(cell, columns - width - GAP.length);
      return Array.from({ length: Math.max(names.length, values.length) }, (_, line) =>
        `${pad(names[line] ?? "", width)}${GAP}${values[line] ?? ""}`.trimEnd(),
      );
    }),
  ]);
}

function pad(text: string, width: number): string {
  return text + " ".repeat(width - textWidth(text));
}

/** Aligns names and values, one pair per line. Pairs without a value are left out. */
export function renderFacts(facts: readonly (readonly [string, string | undefined])[]): string[] {
  const shown = facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined);
  const width = Math.max(0, ...shown.map(([name]) => textWidth(name)));
  return shown.map(([name, value]) => `${name}${" ".repeat(width - textWidth(name))}  ${value}`);
}
