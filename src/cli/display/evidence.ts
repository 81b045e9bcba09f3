import type { Evidence } from "../../storage/index.ts";
import { renderTable } from "./table.ts";

const HOUR_MS = 3_600_000;

/** Writes what an engine's errors taught as a table; nothing where there is none. */
export function showEvidence(evidence: readonly Evidence[], now: number): string[] {
  if (evidence.length === 0) return [];
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
    ),
  ];
}
