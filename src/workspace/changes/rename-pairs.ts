import type { ManifestEntry } from "../manifest/manifest.ts";

/**
 * Pairs each added entry with a deleted one of the same type and content. If several fit, one with the same file name is
 * taken first. Empty files are never paired: they have nothing in common but their emptiness.
 */
export function pairRenames(
  deleted: readonly ManifestEntry[],
  added: readonly ManifestEntry[],
): ReadonlyMap<ManifestEntry, ManifestEntry> {
  const free = new Map<string, ManifestEntry[]>();
  // Reversed, so that `pop` takes the first path.
  for (const entry of deleted.filter(hasContent).reverse()) {
    const list = free.get(contentKey(entry)) ?? [];
    list.push(entry);
    free.set(contentKey(entry), list);
  }
  const pairs = new Map<ManifestEntry, ManifestEntry>();
  const candidates = added.filter((entry) => hasContent(entry) && free.has(contentKey(entry)));
  const byName = new Map<string, ManifestEntry>();
  for (const list of free.values()) {
    for (const entry of list) byName.set(`${contentKey(entry)}/${fileName(entry)}`, entry);
  }
  const taken = new Set<ManifestEntry>();
  for (const entry of candidates) {
    const source = byName.get(`${contentKey(entry)}/${fileName(entry)}`);
    if (source === undefined || taken.has(source)) continue;
    pairs.set(entry, source);
    taken.add(source);
  }
  for (const entry of candidates) {
    if (pairs.has(entry)) continue;
    const list = free.get(contentKey(entry))!;
    while (taken.has(list.at(-1)!)) list.pop();
    const source = list.pop();
    if (source !== undefined) pairs.set(entry, source);
  }
  return pairs;
}

function hasContent({ type, size }: ManifestEntry): boolean {
  return type !== "directory" && size > 0;
}

function contentKey({ type, sha256 }: ManifestEntry): string {
  return `${type} ${sha256}`;
}

function fileName({ rawPath }: ManifestEntry): string {
  return rawPath.slice(rawPath.lastIndexOf("/") + 1);
}
