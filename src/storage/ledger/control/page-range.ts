/** The receipts of a page: the first one in the order of the log, and how many. */
export function pageRange(
  size: number,
  from: number,
  limit: number,
  isNewestFirst: boolean,
): { readonly first: number; readonly count: number } {
  const most = Math.max(0, limit);
  if (isNewestFirst) {
    const last = Math.min(from, size - 1);
    const first = Math.max(0, last - most + 1);
    return { first, count: Math.max(0, last - first + 1) };
  }
  const first = Math.max(0, from);
  return { first, count: Math.max(0, Math.min(most, size - first)) };
}
