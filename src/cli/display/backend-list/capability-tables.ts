import { type Capability, type SupportLevel, wireCapabilities } from "../../../contract/index.ts";
import { renderTable } from "../table.ts";
import { textWidth } from "../text/text-width.ts";
import type { BackendState } from "./backend-state.ts";
import { shortName } from "./backend-table.ts";

/** Columns between the columns of a table. */
const GAP = 2;

/** Shows every capability of the backends that answered, in as many tables as the width asks for. */
export function capabilityTables(states: readonly BackendState[], columns: number): string[] {
  const ready = states.filter((one) => one.state === "ready");
  const cells = ready.map(({ facts }) =>
    wireCapabilities.map((name) => levelWord(facts.capabilities[name as Capability])),
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
      undefined,
    ),
  ]);
}

/** One word for a level; a dash if nothing is declared. */
export function levelWord(level: SupportLevel | undefined): string {
  if (level === undefined) return "-";
  return typeof level === "string" ? level : "restricted";
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
