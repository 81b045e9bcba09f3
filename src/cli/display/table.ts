import { textWidth } from "./text/text-width.ts";

/** Aligns rows in columns. The last column is not padded. */
export function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => textWidth(row[column] ?? ""))));
  return all.map((row) =>
    header
      .map((_, column) => {
        const cell = row[column] ?? "";
        const last = column === header.length - 1;
        return last ? cell : cell + " ".repeat(widths[column]! - textWidth(cell));
      })
      .join("  ")
      .trimEnd(),
  );
}

/** Aligns names and values, one pair per line. Pairs without a value are left out. */
export function renderFacts(facts: readonly (readonly [string, string | undefined])[]): string[] {
  const shown = facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined);
  const width = Math.max(0, ...shown.map(([name]) => textWidth(name)));
  return shown.map(([name, value]) => `${name}${" ".repeat(width - textWidth(name))}  ${value}`);
}
