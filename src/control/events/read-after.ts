/** Where a follower goes on: the header that browsers send when they connect again comes before the address. */
export function readAfter(headers: Headers, query: string | undefined, first: string): string {
  const last = headers.get("last-event-id");
  return last !== null && last !== "" ? last : (query ?? first);
}
