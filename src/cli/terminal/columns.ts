/** The width of a terminal that does not say how wide it is. */
const DEFAULT_COLUMNS = 80;

/** The columns of the terminal behind a stream; undefined if it is not a terminal. */
export function columnsOf({ isTTY, columns }: Partial<NodeJS.WriteStream>): number | undefined {
  return isTTY === true ? columns || DEFAULT_COLUMNS : undefined;
}
