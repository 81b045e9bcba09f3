/** Each item, changed. The change may take its time; the source waits for it. */
export async function* transformStream<Item, Result>(
  source: AsyncIterable<Item>,
  change: (item: Item) => Result | Promise<Result>,
): AsyncGenerator<Result> {
  for await (const item of source) yield await change(item);
}
