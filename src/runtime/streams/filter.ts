/** The items that fulfil a condition. */
export async function* filterStream<Item>(
  source: AsyncIterable<Item>,
  accepts: (item: Item) => boolean,
): AsyncGenerator<Item> {
  for await (const item of source) if (accepts(item)) yield item;
}
