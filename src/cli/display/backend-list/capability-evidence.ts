import type { Capability, SupportLevel } from "../../../contract/index.ts";
import type { Colors } from "../../terminal/terminal.ts";
import { safeText } from "../text/safe-text.ts";
import { wrapText } from "../text/wrap.ts";
import type { BackendState } from "./backend-state.ts";
import { shortName } from "./backend-table.ts";
import { levelWord } from "./capability-tables.ts";

const INDENT = "    ";

/** What stands behind each level that an agent's host declares: a sentence for each, below the name of the capability. */
export function capabilityEvidence(
  colors: Colors,
  states: readonly BackendState[],
  columns: number,
): string[] {
  return states.flatMap((one) => {
    if (one.state !== "ready" || one.agent === undefined) return [];
    const { capabilities } = one.agent;
    const entries = Object.entries(one.facts.capabilities) as [Capability, SupportLevel][];
    const lines = entries.flatMap(([name, level]) => {
      const evidence = capabilities[name]?.evidence;
      const text = [reasonOf(level), evidence].filter((part) => part !== undefined).join(" ");
      return [
        `  ${name}: ${levelWord(level)}`,
        ...(text === "" ? [] : wrapText(safeText(text), columns - INDENT.length - 1)).map((line) =>
          colors.dim(`${INDENT}${line}`),
        ),
      ];
    });
    return ["", colors.bold(`${shortName(one.name)} (${one.agent.title})`), ...lines];
  });
}

function reasonOf(level: SupportLevel): string | undefined {
  if (typeof level === "string") return undefined;
  const { reason } = level.restricted;
  return `${reason[0]?.toUpperCase() ?? ""}${reason.slice(1)}.`;
}
