import { safeLine } from "../../text/safe-text.ts";
import { wrapText } from "../../text/wrap.ts";

/** One fact of a summary: its name, its text, and how to paint it. A fact without a name belongs to the one above. */
export type Fact = readonly [name: string, text: string, paint?: (line: string) => string];

const NAME_COLUMNS = 10;

/** Writes a fact on one line, or on several if `columns` says how wide they may be. */
export function renderFact(
  [name, text, paint = (line) => line]: Fact,
  columns: number | undefined,
): string[] {
  const shown = safeLine(text);
  const lines = columns === undefined ? [shown] : wrapText(shown, Math.max(columns - NAME_COLUMNS, 10));
  return lines.map((line, index) =>
    `${(index === 0 ? name : "").padEnd(NAME_COLUMNS)}${paint(line)}`.trimEnd(),
  );
}
