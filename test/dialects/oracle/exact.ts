/** Parses JSON and keeps a number that a double does not hold as the text of its digits, with a mark before it. */
export function parseExactly(text: string): unknown {
  const parse = JSON.parse as (
    text: string,
    revive: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
  return parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined && isLarge(source) ? `#${source}` : value,
  );
}

function isLarge(source: string): boolean {
  return /^-?\d+$/.test(source) && BigInt(source) !== BigInt(Number(source));
}

/** Every text that a body says, also of JSON that stands inside a text, with large numbers as their digits. */
export function wordsOf(value: unknown): string {
  if (typeof value === "string") {
    if (!/^\s*[[{]/.test(value)) return value;
    try {
      return `${value}\n${wordsOf(parseExactly(value))}`;
    } catch {
      return value;
    }
  }
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}\n${wordsOf(member)}`)
    .join("\n");
}
