const TRUE_LENGTH = 4;
const FALSE_LENGTH = 5;
const NULL_LENGTH = 4;
/** No shorter spelling exists for an integer below this: 1000 is also `1e3`. */
const MAX_PLAIN_INTEGER = 999;

/**
 * The length of the shortest JSON text of a value. A longer text has white space, longer escapes or a member twice. NaN if
 * the shortest text is not known at once: for larger numbers, below `depth` levels, and for a member named `__proto__`.
 * `hasEscapes` says whether a string of the value may need an escape.
 */
export function compactLength(value: unknown, hasEscapes: boolean, depth: number): number {
  switch (typeof value) {
    case "string":
      return hasEscapes ? JSON.stringify(value).length : value.length + 2;
    case "boolean":
      return value ? TRUE_LENGTH : FALSE_LENGTH;
    case "number":
      return Number.isInteger(value) && value >= 0 && value <= MAX_PLAIN_INTEGER && !Object.is(value, -0)
        ? digits(value)
        : Number.NaN;
    default:
      if (value === null) return NULL_LENGTH;
      if (depth === 0) return Number.NaN;
      return Array.isArray(value)
        ? arrayLength(value, hasEscapes, depth - 1)
        : objectLength(value as Record<string, unknown>, hasEscapes, depth - 1);
  }
}

function digits(value: number): number {
  if (value < 10) return 1;
  return value < 100 ? 2 : 3;
}

function arrayLength(items: readonly unknown[], hasEscapes: boolean, depth: number): number {
  let length = items.length === 0 ? 2 : items.length + 1;
  for (const item of items) length += compactLength(item, hasEscapes, depth);
  return length;
}

function objectLength(object: Record<string, unknown>, hasEscapes: boolean, depth: number): number {
  // A brace, then for each member its name in quotes, a colon, and a comma or the closing brace.
  let length = 1;
  for (const name in object) {
    if (name === "__proto__") return Number.NaN;
    const nameLength = hasEscapes ? JSON.stringify(name).length : name.length + 2;
    length += nameLength + 2 + compactLength(object[name], hasEscapes, depth);
  }
  return length === 1 ? 2 : length;
}
