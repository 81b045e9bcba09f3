/**
 * The tenants in the order of their turns: by name, from the one after the tenant that had the last turn on, so that each of them
 * gets a turn before one gets a second.
 */
export function turnOrder(tenants: Iterable<string>, last: string | undefined): string[] {
  const sorted = [...tenants].sort();
  if (last === undefined) return sorted;
  const next = sorted.findIndex((tenant) => tenant > last);
  return next === -1 ? sorted : [...sorted.slice(next), ...sorted.slice(0, next)];
}
