/** Maps items in order, and works on up to `ahead` of them at a time. `work` must not reject. */
export async function* mapAhead<T, R>(
  items: Iterable<T>,
  ahead: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = [];
  for (const item of items) {
    pending.push(work(item));
    if (pending.length >= ahead) yield await pending.shift()!;
  }
  for (const one of pending) yield await one;
}
