import { isMembers, type Members } from "../../../dialects/index.ts";

/** Resolves a local reference such as `#/$defs/Item`. Returns undefined for others. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let value: unknown = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const name = unescapeStep(step);
    if (Array.isArray(value)) value = (value as unknown[])[Number(name)];
    else if (isMembers(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}

function unescapeStep(step: string): string {
  const pointer = step.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer; // A stray percent sign stands for itself.
  }
}

/** Merges two schemas into one that requires what both require, as far as one schema can express it. */
export function mergeSchemas(left: Members, right: Members): Members {
  const merged: Members = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const before = merged[name];
    merged[name] = before === undefined ? value : mergeMember(name, before, value);
  }
  return merged;
}

function mergeMember(name: string, left: unknown, right: unknown): unknown {
  switch (name) {
    case "properties":
      return mergeProperties(left, right);
    case "required":
      return Array.isArray(left) && Array.isArray(right) ? [...new Set([...left, ...right])] : right;
    case "allOf":
      return Array.isArray(left) && Array.isArray(right) ? [...left, ...right] : right;
    case "enum":
      return bothOf(left, right);
    case "type":
      return narrower(left, right);
    case "minimum":
    case "exclusiveMinimum":
    case "minLength":
    case "minItems":
    case "minProperties":
      return typeof left === "number" && typeof right === "number" ? Math.max(left, right) : right;
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return typeof left === "number" && typeof right === "number" ? Math.min(left, right) : right;
    case "items":
      return isMembers(left) && isMembers(right) ? mergeSchemas(left, right) : right;
    default:
      return right;
  }
}

function mergeProperties(left: unknown, right: unknown): unknown {
  if (!isMembers(left) || !isMembers(right)) return right;
  const merged: Members = { ...left };
  for (const [name, part] of Object.entries(right)) {
    const before = Object.hasOwn(left, name) ? left[name] : undefined;
    merged[name] = isMembers(before) && isMembers(part) ? { allOf: [before, part] } : part;
  }
  return merged;
}

function bothOf(left: unknown, right: unknown): unknown {
  if (!Array.isArray(left) || !Array.isArray(right)) return right;
  const texts = new Set((right as unknown[]).map((value) => JSON.stringify(value)));
  const both = (left as unknown[]).filter((value) => texts.has(JSON.stringify(value)));
  return both.length === 0 ? right : both;
}

function narrower(left: unknown, right: unknown): unknown {
  const lefts: unknown[] = Array.isArray(left) ? left : [left];
  const rights: unknown[] = Array.isArray(right) ? right : [right];
  const both = lefts.filter((type) => rights.includes(type));
  if (both.length > 0) return both;
  // A whole number is a number.
  return lefts.includes("integer") ? left : right;
}

/** Returns the types that a schema allows, in lower case because Gemini writes them in upper case. */
export function typesOf(schema: Members): string[] {
  const { type } = schema;
  const list: unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return list.filter((one) => typeof one === "string").map((one) => one.toLowerCase());
}
