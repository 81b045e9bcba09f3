import type { Bait } from "../../test/agents/bait/bait.ts";

/** What became of one bait. */
export interface BaitRow {
  readonly agent: string;
  readonly bait: string;
  readonly place: string;
  /** How it went without protection, and in each protected run. `undefined` if a run did not take place. */
  readonly bare: boolean | undefined;
  readonly protectedRuns: Readonly<Record<string, boolean | undefined>>;
  /** Why the installed version is known not to execute the place. */
  readonly silent: string | undefined;
}

/** What is wrong with a row; undefined if the bait fired as it should, and nowhere else. */
export function faultOf({ bare, protectedRuns, silent }: BaitRow): string | undefined {
  if (bare === undefined) return "it was not tried without protection";
  if (!bare && silent === undefined) return "it did not fire without protection";
  if (bare && silent !== undefined) return "it fired, although it is recorded as silent";
  const missing = Object.entries(protectedRuns).find(([, fired]) => fired === undefined);
  if (missing !== undefined) return `there was no run ${missing[0]}`;
  const broken = Object.entries(protectedRuns).find(([, fired]) => fired);
  return broken === undefined ? undefined : `it fired ${broken[0]}`;
}

/**
 * Whether a protected run shows anything: it came to its end, perhaps without a tool that the policy denies, or was refused because nothing would protect it. Nothing can be laid over
 * a link, so that a run on the repository itself may be refused for one.
 */
export function isExpectedEnd(
  { outcome, error }: { readonly outcome: string; readonly error: string | undefined },
  protection: string,
  hasLinks: boolean,
): boolean {
  if (error === undefined) return outcome === "complete" || outcome === "partial";
  if (error !== "repository_settings_exposed") return false;
  return protection === "in place, without a sandbox" || (hasLinks && protection !== "staged");
}

/** A row of a bait in an agent that could not be run. */
export function untriedRow(agent: string, { id, place, silent }: Bait, runs: readonly string[]): BaitRow {
  const protectedRuns = Object.fromEntries(runs.map((run) => [run, undefined]));
  return { agent, bait: id, place, bare: undefined, protectedRuns, silent };
}

/** The rows as a table for a terminal. */
export function renderRows(rows: readonly BaitRow[]): string {
  const cells = rows.map((row) => [
    row.agent,
    row.bait,
    row.place,
    row.bare === undefined ? "not tried" : row.bare ? "fired" : `silent: ${row.silent ?? "?"}`,
    ...Object.values(row.protectedRuns).map((fired) =>
      fired === undefined ? "not tried" : fired ? "FIRED" : "-",
    ),
    faultOf(row) ?? "ok",
  ]);
  const head = [
    "agent",
    "bait",
    "place",
    "without protection",
    ...Object.keys(rows[0]?.protectedRuns ?? {}),
    "result",
  ];
  const widths = head.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  return `${[head, ...cells].map(line).join("\n")}\n`;
}
