/**
 * Each item, changed. The change may take its time; the source waits for it.
 *
 * @example
 * import { transformStream } from "agent-backplane";
 * const types = transformStream(events, ({ type }) => type);
 * for await (const type of types) console.log(type);
 */
export async function* transformStream<Item, Result>(
  source: AsyncIterable<Item>,
  change: (item: Item) => Result | Promise<Result>,
): AsyncGenerator<Result> {
  for await (const item of source) yield await change(item);
}
