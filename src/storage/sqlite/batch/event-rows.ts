import { AbpError } from "../../../contract/index.ts";
import type { EventRows } from "./batch.ts";

/** The most characters of a row, unless one event alone has more. */
const MAX_ROW_CHARACTERS = 256 * 1024;

/**
 * Divides events into rows of the table. Throws `receipt_store_failed` for a line that could not be read back as it is: one with
 * a line break or half a surrogate pair, which canonical JSON does not have, and an empty one.
 */
export function splitEvents(run: Omit<EventRows, "count" | "lines">, lines: readonly string[]): EventRows[] {
  const rows: EventRows[] = [];
  let start = 0;
  let size = 0;
  const addRow = (end: number) => {
    const part = lines.slice(start, end);
    rows.push({ ...run, firstSeq: run.firstSeq + start, count: part.length, lines: part.join("\n") });
    start = end;
    size = 0;
  };
  for (const [at, line] of lines.entries()) {
    if (line === "" || line.includes("\n") || !line.isWellFormed()) throw notJson(run, at);
    if (at > start && size + line.length > MAX_ROW_CHARACTERS) addRow(at);
    size += line.length + 1;
  }
  if (lines.length > start) addRow(lines.length);
  return rows;
}

function notJson({ runId, firstSeq }: Pick<EventRows, "runId" | "firstSeq">, at: number): AbpError {
  const message = `event ${firstSeq + at} of run ${runId} is not one line of canonical JSON`;
  return new AbpError("receipt_store_failed", message);
}
