import type { Cell } from "./cell.ts";

const WIDTH = 80;

/** Writes a row for each client and a column for each engine, at most 80 columns wide, then why a cell has not passed. */
export function renderTable(cells: readonly Cell[]): string {
  const clients = [...new Set(cells.map(({ client }) => client))];
  const engines = [...new Set(cells.map(({ engine }) => engine))];
  const resultOf = (client: string, engine: string): string =>
    cells.find((cell) => cell.client === client && cell.engine === engine)?.result ?? "-";
  const rows = clients.map((client) => [client, ...engines.map((engine) => resultOf(client, engine))]);
  const table = [["client \\ engine", ...engines], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
  return `${[...lines, "", ...reasonsOf(cells), ...countsOf(cells)].join("\n")}\n`;
}

function reasonsOf(cells: readonly Cell[]): string[] {
  const engines = new Map<string, string[]>();
  const note = (text: string, engine: string): void => {
    engines.set(text, [...(engines.get(text) ?? []), engine]);
  };
  for (const { client, engine, cases, reason, result } of cells) {
    if (reason !== undefined) note(`${client}: ${result}: ${reason}`, engine);
    for (const one of cases.filter((each) => each.result !== "passed"))
      note(`${client}: ${one.name} ${one.result}: ${one.reason ?? "no reason was given"}`, engine);
  }
  const texts = [...engines].map(([text, names]) => `${text} (${names.join(", ")})`);
  return texts.length === 0 ? [] : [...texts.flatMap(wrap), ""];
}

/** Breaks a line at spaces, and indents what follows the first one. A longer word stays whole. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.replaceAll(/\s+/g, " ").split(" ")) {
    if (line !== "" && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function countsOf(cells: readonly Cell[]): string[] {
  const cases = cells.flatMap((cell) => cell.cases);
  const count = (list: readonly { readonly result: string }[]): string =>
    ["passed", "failed", "skipped"]
      .map((result) => `${list.filter((one) => one.result === result).length} ${result}`)
      .join(", ");
  return [`cases: ${count(cases)}`, count(cells)];
}
