/** HTTP headers as a flat list of names and values in turn, in the order and spelling of the wire. */
export type HeaderList = readonly string[];

/** Returns the value of the first header with this name. `name` must be lower case. */
export function findHeader(headers: HeaderList, name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    const candidate = headers[index]!;
    // The length check avoids a lower-case copy of every other name.
    if (candidate.length === name.length && candidate.toLowerCase() === name) return headers[index + 1];
  }
  return undefined;
}
