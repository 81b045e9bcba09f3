import { stripVTControlCharacters } from "node:util";

/** Lays out rows in columns; the last column is not padded. */
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

/** Lays out names and values under each other. */
export function renderFacts(facts: readonly (readonly [string, string | undefined])[]): string[] {
  const shown = facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}

// Wide characters count as one: good enough for names and numbers, which is what tables hold.
function textWidth(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}
