/** The domains that lie in both lists. Without a second list, the first. An entry stands for its host and all below it. */
export function intersectDomains(one: readonly string[], other: readonly string[] | undefined): string[] {
  if (other === undefined) return [...one];
  const both = one.flatMap((left) =>
    other.flatMap((right) => (isBelow(left, right) ? [left] : isBelow(right, left) ? [right] : [])),
  );
  return [...new Set(both)];
}

// `docs.a.com/x` lies below `a.com`, and below `docs.a.com`; a path is compared by its segments.
function isBelow(inner: string, outer: string): boolean {
  const [left, right] = [split(inner), split(outer)];
  if (left.host !== right.host && !left.host.endsWith(`.${right.host}`)) return false;
  return right.path === "" || left.path === right.path || left.path.startsWith(`${right.path}/`);
}

function split(entry: string): { readonly host: string; readonly path: string } {
  const bare = entry
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/\/+$/, "");
  const slash = bare.indexOf("/");
  return slash === -1 ? { host: bare, path: "" } : { host: bare.slice(0, slash), path: bare.slice(slash) };
}
