import type { Colors } from "../../terminal/terminal.ts";
import { renderTable } from "../table.ts";
import { safeLine, safeText } from "../text/safe-text.ts";
import { shortenText } from "../text/text-width.ts";
import { wrapText } from "../text/wrap.ts";
import type { BackendState } from "./backend-state.ts";

const NAME_COLUMNS = 20;
const VERSION_COLUMNS = 10;
/** What is left of 80 columns beside the other columns. */
const TRANSPORT_COLUMNS = 22;

/** Lists backends with their states. What to do about the others stands below the table, see `backendAdvice`. */
export function backendTable(
  colors: Colors,
  states: readonly BackendState[],
  columns: number | undefined,
): string[] {
  const rows = states.map((one) => [
    shortName(one.name),
    shortenText(one.agent?.transport ?? one.type, TRANSPORT_COLUMNS),
    versionOf(one),
    describeState(colors, one),
  ]);
  return renderTable(["backend", "driven by", "version", "state"], rows, columns);
}

/** Why backends failed, how the agents that are missing are installed, and what to do. */
export function backendAdvice(colors: Colors, states: readonly BackendState[], columns: number): string[] {
  const wrap = (text: string) => wrapText(text, columns - 1);
  const failures = states.flatMap((one) => {
    if (one.state !== "failed") return [];
    const { code, message, advice } = one.error;
    return [
      ...wrap(`${safeLine(one.name)}: ${code}: ${safeText(message)}`).map(colors.red),
      ...wrap(`→ ${safeText(advice)}`).map(colors.dim),
    ];
  });
  const missing = states.filter((one) => one.state === "not_installed");
  const named = missing.flatMap(({ agent }) => (agent?.installation === undefined ? [] : [agent.name]));
  const installable = [...new Set(named)];
  if (installable.length === 0) return failures;
  return [...failures, ...wrap(`→ To install: abp agents install ${installable.join(" ")}`).map(colors.dim)];
}

/** A name that leaves room for the other columns. */
export function shortName(name: string): string {
  return shortenText(safeLine(name), NAME_COLUMNS);
}

function versionOf(one: BackendState): string {
  const version = one.state === "ready" ? one.facts.identity.backend_version : undefined;
  return shortenText(safeLine(version ?? "-"), VERSION_COLUMNS);
}

function describeState(colors: Colors, one: BackendState): string {
  if (one.state === "failed") return colors.red("failed");
  if (one.state === "not_installed") return colors.yellow("not installed");
  const levels = Object.values(one.facts.capabilities);
  const count = levels.filter((level) => level !== "unsupported").length;
  return `${colors.green("ready")}, ${count} ${count === 1 ? "capability" : "capabilities"}`;
}
