import type { VendorMembers } from "../../contract/index.ts";

/**
 * A spelling records which of several forms with the same meaning the caller used, so that the same dialect writes the
 * same form: a text or a list with one part, `max_tokens` or `max_completion_tokens`. It is a key of `node.vendor`
 * without members, so that no other dialect loses anything. It may hold a value after `=`.
 */
interface Node {
  vendor?: VendorMembers | undefined;
}

/** The key of a spelling in `node.vendor`. */
export function spellingKey(dialect: string, spelling: string): string {
  return `${dialect}:${spelling}`;
}

/** Records a spelling on a node, and returns the node. */
export function spell<Spelled extends Node>(node: Spelled, dialect: string, spelling: string): Spelled {
  node.vendor = { ...node.vendor, [spellingKey(dialect, spelling)]: {} };
  return node;
}

/** Whether a node has a spelling. */
export function isSpelled(node: Readonly<Node>, dialect: string, spelling: string): boolean {
  return node.vendor !== undefined && spellingKey(dialect, spelling) in node.vendor;
}

/** The first of several spellings that a node has. */
export function spellingOf(
  node: Readonly<Node>,
  dialect: string,
  spellings: readonly string[],
): string | undefined {
  return spellings.find((one) => isSpelled(node, dialect, one));
}

/** The dialect that recorded a spelling with a value on a node. */
export function spellingOwner(node: Readonly<Node>, spelling: string): string | undefined {
  if (node.vendor === undefined) return undefined;
  const sign = `:${spelling}=`;
  for (const key in node.vendor) if (key.includes(sign)) return key.slice(0, key.indexOf(sign));
  return undefined;
}

/** The value after `=` of a spelling. */
export function spellingValue(node: Readonly<Node>, dialect: string, spelling: string): string | undefined {
  if (node.vendor === undefined) return undefined;
  const prefix = `${spellingKey(dialect, spelling)}=`;
  for (const key in node.vendor) if (key.startsWith(prefix)) return key.slice(prefix.length);
  return undefined;
}
