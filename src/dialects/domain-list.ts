/** Whether an entry of a list of domains names more than a host: a path, or a pattern. */
export function hasPath(entry: string): boolean {
  return /[/*?]/.test(entry);
}

/** Whether two entries have a page in common. An entry stands for its host, every subdomain, and all below its path. */
export function overlaps(one: string, other: string): boolean {
  const [left, right] = [split(one), split(other)];
  const isBelow = (host: string, parent: string) => host === parent || host.endsWith(`.${parent}`);
  if (!isBelow(left.host, right.host) && !isBelow(right.host, left.host)) return false;
  return left.path.startsWith(right.path) || right.path.startsWith(left.path);
}

// A pattern counts as its part before the first wildcard, which is the wider reading.
function split(entry: string): { readonly host: string; readonly path: string } {
  const plain = entry
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "");
  const slash = plain.indexOf("/");
  const host = slash === -1 ? plain : plain.slice(0, slash);
  const path = slash === -1 ? "" : plain.slice(slash).replace(/\*.*$/, "").replace(/\/$/, "");
  return { host: host.replace(/^\*\./, "").replace(/\.$/, ""), path };
}
