import type { Evidence } from "../../storage/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { renderTable, tableColumns } from "./table.ts";

const HOUR_MS = 3_600_000;

/** Writes what an engine's errors taught as a table; nothing if there is none. */
export function showEvidence(terminal: Terminal, evidence: readonly Evidence[]): string[] {
  if (evidence.length === 0) return [];
  const now = terminal.host.now().getTime();
  const [{ engine, model }] = evidence as [Evidence];
  return [
    "",
    `Learned from errors of ${engine} for ${model}:`,
    ...renderTable(
      ["error", "value", "hours ago"],
      evidence.map(({ pattern, value, learnedAt }) => [
        pattern,
        value,
        ((now - learnedAt) / HOUR_MS).toFixed(1),
      ]),
      tableColumns(terminal),
    ),
  ];
}
