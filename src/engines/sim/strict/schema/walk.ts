import { isMembers, list, type Members } from "../raw-json.ts";

/** A schema inside another one. */
export interface Place {
  readonly schema: Members;
  /** The keys and indexes that lead to it. */
  readonly path: readonly string[];
  /** Whether the value must be there wherever the value around it is. */
  readonly isRequired: boolean;
}

const MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const SINGLE = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];

/** Yields a schema and every schema inside it, outermost first. References are not followed. */
export function* walkSchema(
  root: unknown,
  path: readonly string[] = [],
  isRequired = true,
): Generator<Place> {
  if (!isMembers(root)) return;
  yield { schema: root, path, isRequired };
  const required = list(root["required"]);
  for (const key of MAPS) {
    const map = root[key];
    if (!isMembers(map)) continue;
    for (const [name, one] of Object.entries(map))
      yield* walkSchema(one, [...path, key, name], key !== "properties" || required.includes(name));
  }
  for (const key of SINGLE) yield* walkSchema(root[key], [...path, key], false);
  for (const key of LISTS)
    for (const [index, one] of list(root[key]).entries())
      yield* walkSchema(one, [...path, key, String(index)], false);
  // Lists of schemas stood under `items` before draft 2020-12.
  for (const [index, one] of list(root["items"]).entries())
    yield* walkSchema(one, [...path, "items", String(index)], false);
}

/** Returns the schema that a local reference names. */
export function resolveReference(root: unknown, reference: unknown): unknown {
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  let found: unknown = root;
  for (const piece of reference
    .slice(1)
    .split("/")
    .filter((one) => one !== "")) {
    const key = decodeURIComponent(piece).replaceAll("~1", "/").replaceAll("~0", "~");
    found = isMembers(found) ? found[key] : Array.isArray(found) ? found[Number(key)] : undefined;
  }
  return found;
}

/** Finds a reference that leads back to a schema around it; with `onlyRequired`, one that no value can end. */
export function findCycle(root: unknown, onlyRequired = false): string | undefined {
  const done = new Set<unknown>();
  const visit = (schema: unknown, above: ReadonlySet<unknown>): string | undefined => {
    if (!isMembers(schema) || done.has(schema)) return undefined;
    const within = new Set(above).add(schema);
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      const target = resolveReference(root, reference);
      if (within.has(target)) return reference;
      const found = visit(target, within);
      if (found !== undefined) return found;
    }
    for (const child of childrenOf(schema, onlyRequired)) {
      const found = visit(child, within);
      if (found !== undefined) return found;
    }
    done.add(schema);
    return undefined;
  };
  return visit(root, new Set());
}

// Definitions take part only if a reference names them.
function childrenOf(schema: Members, onlyRequired: boolean): unknown[] {
  const required = list(schema["required"]);
  const properties = isMembers(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const wanted = properties.flatMap(([name, one]) => (!onlyRequired || required.includes(name) ? [one] : []));
  if (onlyRequired) return wanted;
  return [
    ...wanted,
    ...SINGLE.map((key) => schema[key]),
    ...LISTS.flatMap((key) => list(schema[key])),
    ...list(schema["items"]),
  ];
}
