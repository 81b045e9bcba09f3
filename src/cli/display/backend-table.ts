import type { BackendFacts } from "../../backends/index.ts";
import { type AbpError, wireCapabilities } from "../../contract/index.ts";
import type { Colors } from "../terminal/terminal.ts";
import { renderTable } from "./table.ts";
import { safeLine, safeText } from "./text/safe-text.ts";
import { shortenText, textWidth } from "./text/text-width.ts";
import { wrapText } from "./text/wrap.ts";

/** The answer of one backend, or why there is none. */
export type BackendState = { readonly name: string; readonly type: string } & BackendAnswer;

export type BackendAnswer =
  | { readonly state: "ready"; readonly facts: BackendFacts }
  | { readonly state: "failed"; readonly error: AbpError };

const NAME_COLUMNS = 20;
const VERSION_COLUMNS = 10;

/** Columns between the columns of a table. */
const GAP = 2;

/** Lists backends with their states. The reason of a failure stands below the table, see `backendFailures`. */
export function backendTable(colors: Colors, states: readonly BackendState[]): string[] {
  const rows = states.map((one) => {
    const start = [shortName(one.name), one.type];
    if (one.state === "failed") return [...start, "-", colors.red(`failed: ${one.error.code}`)];
    const { identity, capabilities } = one.facts;
    return [
      ...start,
      shortenText(safeLine(identity.backend_version ?? "-"), VERSION_COLUMNS),
      `${colors.green("ready")}: ${Object.keys(capabilities).length} of ${wireCapabilities.length} capabilities`,
    ];
  });
  return renderTable(["backend", "type", "version", "state"], rows);
}

/** Why backends failed, and what to do. */
export function backendFailures(colors: Colors, states: readonly BackendState[], columns: number): string[] {
  return states.flatMap((one) => {
    if (one.state === "ready") return [];
    const { message, advice } = one.error;
    const lines = wrapText(`${safeLine(one.name)}: ${safeText(message)}`, columns - 1);
    return [...lines.map(colors.red), ...wrapText(`→ ${advice}`, columns - 1).map(colors.dim)];
  });
}

/** Shows every capability of the backends that answered, in as many tables as the width asks for. */
export function capabilityTables(states: readonly BackendState[], columns: number): string[] {
  const ready = states.filter((one) => one.state === "ready");
  const cells = ready.map(({ facts }) =>
    wireCapabilities.map((name) => describeLevel(facts.capabilities[name])),
  );
  const widths = ready.map(({ name }, index) =>
    Math.max(textWidth(shortName(name)), ...cells[index]!.map(textWidth)),
  );
  const first = Math.max(...wireCapabilities.map(({ length }) => length));
  return groupColumns(widths, columns - first - GAP).flatMap((group, index) => [
    ...(index === 0 ? [] : [""]),
    ...renderTable(
      ["capability", ...group.map((column) => shortName(ready[column]!.name))],
      wireCapabilities.map((name, row) => [name, ...group.map((column) => cells[column]![row]!)]),
    ),
  ]);
}

/** Splits columns into groups that fit into a width. A column that is too wide by itself stands alone. */
function groupColumns(widths: readonly number[], room: number): number[][] {
  const groups: number[][] = [];
  let taken = Number.POSITIVE_INFINITY;
  for (const [column, width] of widths.entries()) {
    if (taken + GAP + width > room) {
      groups.push([]);
      taken = -GAP;
    }
    groups.at(-1)!.push(column);
    taken += GAP + width;
  }
  return groups;
}

function shortName(name: string): string {
  return shortenText(safeLine(name), NAME_COLUMNS);
}

function describeLevel(level: unknown): string {
  if (level === undefined) return "-";
  return typeof level === "string" ? level : "restricted";
}
