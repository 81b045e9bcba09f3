import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/** A row of a table of the control plane. */
export type ControlRow = Readonly<Record<string, SQLOutputValue>>;

/** A page of a list, as the stores of the control plane name it. */
export interface ListPage {
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A table that is listed by the states of its rows. */
export interface ListedTable {
  readonly name: "runs" | "approvals";
  readonly id: "run_id" | "id";
  readonly states: readonly string[];
}

/** Whether the database has the tables of the control plane. A reading store may meet an older version, which it cannot migrate. */
export function hasControlTables(reader: Pick<LedgerReader, "prepare">): boolean {
  return reader.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'once_answers'").get() !== undefined;
}

/**
 * The numbers of the rows of a page, the newest first. An index gives those of each state in order, so that the cost grows with
 * the page and not with the table, unless a column without an index filters.
 */
export function pageNumbers(
  reader: LedgerReader,
  { name, id, states: all }: ListedTable,
  states: readonly string[] | undefined,
  columns: Readonly<Record<string, string | undefined>>,
  { before, limit }: ListPage,
): readonly number[] {
  const cursor =
    before === undefined
      ? Number.MAX_SAFE_INTEGER
      : reader.prepare(`SELECT number FROM ${name} WHERE ${id} = ?`).get(before)?.["number"];
  if (cursor === undefined) return [];
  const wanted = Object.entries(columns).filter(([, value]) => value !== undefined);
  const conditions = wanted.map(([column]) => ` AND ${column} = ?`).join("");
  const query = reader.prepare(
    `SELECT number FROM ${name} WHERE state = ? AND number < ?${conditions} ORDER BY number DESC LIMIT ?`,
  );
  const values = wanted.map(([, value]) => value as SQLInputValue);
  return [...new Set(states ?? all)]
    .flatMap((state) => query.all(state, cursor, ...values, limit))
    .map((row) => row["number"] as number)
    .sort((one, other) => other - one)
    .slice(0, limit);
}

/** A time column that may be empty. */
export function timeOf(value: SQLOutputValue | undefined): Date | undefined {
  return typeof value === "number" ? new Date(value) : undefined;
}

/** The members that a row has: those of an empty column are left out. */
export function present<Member extends object>(members: Member): Partial<Member> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Member>;
}
