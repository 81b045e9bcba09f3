import { AbpError } from "../../contract/index.ts";

/** How far everything was read: the last change of a run, and the next receipt of each log. */
export interface FeedPosition {
  readonly change: number;
  readonly receipts: ReadonlyMap<string, number>;
}

/** The cursor before everything. */
export const FEED_START = "0.0";

const ONE_LOG = /^(0|[1-9]\d{0,15})\.(0|[1-9]\d{0,15})$/;
const MANY_LOGS = /^(0|[1-9]\d{0,15})~([\w-]+)$/;

/** Writes a position as a cursor. The cursor of one log has its number alone; that of all logs names each. */
export function writeFeedCursor({ change, receipts }: FeedPosition, tenant: string | undefined): string {
  if (tenant !== undefined) return `${change}.${receipts.get(tenant) ?? 0}`;
  const read = [...receipts].filter(([, next]) => next > 0).sort(([one], [other]) => (one < other ? -1 : 1));
  return read.length === 0
    ? `${change}.0`
    : `${change}~${Buffer.from(JSON.stringify(read)).toString("base64url")}`;
}

/** Reads a cursor. Throws `validation_failed` for one that this stream did not give. */
export function readFeedCursor(cursor: string, tenant: string | undefined): FeedPosition {
  const one = ONE_LOG.exec(cursor);
  if (one !== null && (tenant !== undefined || one[2] === "0")) {
    const receipts = tenant === undefined ? [] : [[tenant, Number(one[2])] as const];
    return { change: Number(one[1]), receipts: new Map(receipts) };
  }
  const many = tenant === undefined ? MANY_LOGS.exec(cursor) : null;
  const receipts = many === null ? undefined : readLogs(many[2]!);
  if (many === null || receipts === undefined)
    throw new AbpError("validation_failed", "The cursor is none that this stream gave.", { where: "after" });
  return { change: Number(many[1]), receipts };
}

function readLogs(text: string): Map<string, number> | undefined {
  try {
    const rows = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown;
    return Array.isArray(rows) && rows.every(isRow) ? new Map(rows) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isRow(row: unknown): row is [string, number] {
  return (
    Array.isArray(row) &&
    row.length === 2 &&
    typeof row[0] === "string" &&
    Number.isSafeInteger(row[1]) &&
    (row[1] as number) >= 0
  );
}
