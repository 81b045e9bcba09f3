import { isMembers, type Members } from "../members/members.ts";

/** The schema that a local reference names; undefined if it leads nowhere or out of the schema. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let node: unknown = root;
  for (const step of reference.slice(2).split("/")) {
    const name = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
    const holder: unknown = node;
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) return undefined;
    node = (holder as Members)[name];
  }
  return node;
}

/** A schema without a reference at its own root: what it refers to, with its own members first. */
export function followReferences(root: unknown, schema: unknown): unknown {
  let node = schema;
  const seen = new Set<string>();
  while (isMembers(node) && typeof node["$ref"] === "string" && !seen.has(node["$ref"])) {
    seen.add(node["$ref"]);
    const { $ref: reference, ...siblings } = node;
    const target = resolveReference(root, reference as string);
    if (!isMembers(target)) return node;
    node = { ...target, ...siblings };
  }
  return node;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step; // No percent-encoding: the step is meant as it stands.
  }
}
