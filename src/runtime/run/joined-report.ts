import type { RunReport } from "../../backends/index.ts";
import { addUsage } from "../../contract/index.ts";

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
