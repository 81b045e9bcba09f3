import type { RunReport } from "../../backends/index.ts";
import type { Usage } from "../../contract/index.ts";

/** The report of the turns of one run: what they used is added, and the rest is as the last one says. Undefined without a turn. */
export function joinReports(turns: readonly RunReport[]): RunReport | undefined {
  const last = turns.at(-1);
  if (last === undefined || turns.length === 1) return last;
  const session = turns.findLast((turn) => turn.session !== undefined)?.session;
  return {
    ...last,
    usage: turns.map(({ usage }) => usage).reduce(addUsage),
    usageRaw: { turns: turns.map(({ usageRaw }) => usageRaw) },
    artifacts: turns.flatMap(({ artifacts }) => artifacts),
    ...(session === undefined ? {} : { session }),
  };
}

function addUsage(first: Partial<Usage>, next: Partial<Usage>): Partial<Usage> {
  const sum: Record<string, unknown> = { ...first };
  for (const [name, value] of Object.entries(next)) {
    const before = sum[name];
    if (typeof value === "number") sum[name] = typeof before === "number" ? before + value : value;
    else if (isTable(value)) sum[name] = addUsage(isTable(before) ? before : {}, value);
    else sum[name] ??= value;
  }
  return sum as Partial<Usage>;
}

function isTable(value: unknown): value is Record<string, never> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
