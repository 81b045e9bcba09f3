import { z } from "zod";
import { AbpError } from "../../contract/index.ts";

/** Where a page ends, in whatever form its list needs. */
export type Position = readonly (string | number)[];

/** Writes where the next page of a list begins. Callers are promised nothing of its form. `list` names the list. */
export function writeCursor(list: string, position: Position): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString("base64url");
}

/** Reads a cursor of a list; undefined if none is given. Throws `validation_failed` for a text that is no cursor of the list. */
export function readCursor<Schema extends z.ZodType<Position>>(
  list: string,
  text: string | undefined,
  schema: Schema,
): z.output<Schema> | undefined {
  if (text === undefined) return undefined;
  const [name, ...position] = decode(text);
  const result = schema.safeParse(position);
  if (name !== list || !result.success) throw unknownCursor();
  return result.data;
}

/** A page of the rows that follow a position: `rows` has one more than `limit` if there is a next page. */
export function pageFrom<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { item, cursor }: { readonly item: (row: Row) => Item; readonly cursor: (last: Row) => string },
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(item),
    next_cursor: rows.length > limit && last !== undefined ? cursor(last) : null,
  };
}

const Text = z.array(z.union([z.string(), z.number()]));

function decode(text: string): Position {
  try {
    return Text.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch (error) {
    throw unknownCursor(error);
  }
}

function unknownCursor(cause?: unknown): AbpError {
  return new AbpError("validation_failed", "The cursor is none that this list gave.", {
    where: "query.cursor",
    cause,
  });
}
