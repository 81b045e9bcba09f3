import type { Acceptance, RejectedRequest } from "./acceptance.ts";

/** Renders one line per pair and model, and then the broken rules, the most frequent first. */
export function renderAcceptance(measured: readonly Acceptance[], examples: number): string {
  const rows = measured.map(({ from, to, model, requests, refused, accepted }) => {
    const sent = requests - refused;
    const share = sent === 0 ? "–" : `${((100 * accepted) / sent).toFixed(1)} %`;
    return [from === to ? `${from} own` : `${from} → ${to}`, model, requests, refused, sent, accepted, share];
  });
  const head = ["pair", "model", "requests", "refused", "sent", "accepted", "of sent"];
  return `${renderTable([head, ...rows])}\n${renderRules(measured, examples)}`;
}

function renderTable(rows: readonly (readonly (string | number)[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column < 2 ? String(cell).padEnd(widths[column]!) : String(cell).padStart(widths[column]!),
      )
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

function renderRules(measured: readonly Acceptance[], examples: number): string {
  const rules = new Map<string, { pairs: Map<string, number>; rejections: RejectedRequest[] }>();
  for (const { from, to, model, rejections } of measured) {
    for (const rejection of rejections) {
      const key = from === to ? `own ${rejection.rule}` : rejection.rule;
      const found = rules.get(key) ?? { pairs: new Map<string, number>(), rejections: [] };
      rules.set(key, found);
      const pair = `${from} → ${model}`;
      found.pairs.set(pair, (found.pairs.get(pair) ?? 0) + 1);
      found.rejections.push(rejection);
    }
  }
  const sorted = [...rules].sort((left, right) => right[1].rejections.length - left[1].rejections.length);
  const parts = sorted.map(([rule, { pairs, rejections }]) => {
    const counts = [...pairs].sort((left, right) => right[1] - left[1]).slice(0, 6);
    const shown = [...new Map(rejections.map((one) => [one.name, one])).values()].slice(0, examples);
    return [
      `${rejections.length} × ${rule} (${counts.map(([pair, count]) => `${pair}: ${count}`).join(", ")})`,
      ...shown.map(({ name, message }) => `    ${name}: ${message.slice(0, 240)}`),
    ].join("\n");
  });
  return parts.length === 0 ? "Every request that was sent was accepted.\n" : `${parts.join("\n")}\n`;
}
