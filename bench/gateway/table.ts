import type { Verdict } from "./report.ts";

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const MARKS: Readonly<Record<Verdict, string>> = { pass: "✓", fail: "✗", unclear: "?" };

/** Writes a table as text with aligned columns. */
export function writeText({ title, head, rows }: Table): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        isNumeric(rows, column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join("  ")
      .trimEnd();
  return [title, line(head), ...rows.map(line)].join("\n");
}

export function writeMarkdown({ title, head, rows }: Table): string {
  const line = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  const rule = head.map((_, column) => (isNumeric(rows, column) ? "---:" : "---"));
  return [`### ${title}`, "", line(head), line(rule), ...rows.map(line)].join("\n");
}

/** Writes a figure with so many decimals, or a dash when it was not measured. */
export function writeNumber(value: number, decimals: number): string {
  return Number.isFinite(value) ? value.toFixed(decimals) : "–";
}

/** A column is numeric when every cell is empty or begins with a digit or a dash. */
function isNumeric(rows: Table["rows"], column: number): boolean {
  return rows.length > 0 && rows.every((row) => /^([\d–-]|$)/.test(row[column] ?? ""));
}
