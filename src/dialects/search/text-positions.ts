/**
 * Positions in a text. Ours count UTF-16 units; OpenAI's count characters (code points), Google's count bytes of UTF-8.
 * A text is looked through once, whatever the number of positions in it.
 */
export interface TextPositions {
  /** Our position; undefined if it lies outside the text. A position within a character is that of its end. */
  toUnits(position: number): number | undefined;
  /** The vendor's position; `unit` lies in the text. A position within a character is that of its beginning. */
  fromUnits(unit: number): number;
}

/** Positions that count code points. */
export function characterPositions(text: string): TextPositions {
  const pairs: number[] = [];
  for (const { index } of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs.push(index);
  return {
    toUnits: (position) => {
      if (!Number.isInteger(position) || position < 0) return undefined;
      const units = position + firstAtLeast(pairs.length, position, (pair) => pairs[pair]! - pair);
      return units <= text.length ? units : undefined;
    },
    fromUnits: (unit) => unit - firstAtLeast(pairs.length, unit, (pair) => pairs[pair]!),
  };
}

/** Positions that count bytes of UTF-8. */
export function bytePositions(text: string): TextPositions {
  const total = Buffer.byteLength(text);
  if (total === text.length) {
    return {
      toUnits: (position) =>
        Number.isInteger(position) && position >= 0 && position <= total ? position : undefined,
      fromUnits: (unit) => unit,
    };
  }
  const bytes = new Uint32Array(text.length + 1);
  let sum = 0;
  for (let unit = 0; unit < text.length; ) {
    const code = text.codePointAt(unit)!;
    const next = unit + (code < 0x10000 ? 1 : 2);
    // The second half of a pair has the place of the first.
    for (let half = unit; half < next; half++) bytes[half] = sum;
    sum += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    unit = next;
  }
  bytes[text.length] = sum;
  return {
    toUnits: (position) => {
      if (!Number.isInteger(position) || position < 0 || position > sum) return undefined;
      const unit = firstAtLeast(bytes.length, position, (index) => bytes[index]!);
      return unit;
    },
    fromUnits: (unit) => bytes[unit]!,
  };
}

// The number of leading values, in ascending order, that are less than the limit.
function firstAtLeast(count: number, limit: number, valueAt: (index: number) => number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
