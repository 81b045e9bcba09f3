/**
 * The items that fulfil a condition.
 *
 * @example
 * import { filterStream } from "agent-backplane";
 * for await (const event of filterStream(events, ({ type }) => type === "warning")) console.warn(event);
 */
export async function* filterStream<Item>(
  source: AsyncIterable<Item>,
  accepts: (item: Item) => boolean,
): AsyncGenerator<Item> {
  for await (const item of source) if (accepts(item)) yield item;
}
