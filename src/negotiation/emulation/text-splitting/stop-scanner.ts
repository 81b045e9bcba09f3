/** The result of scanning one piece of text. */
export interface StopScan {
  /** Text that cannot belong to a match. */
  readonly text: string;
  /** The completed sequence. The scanner is done once it has one. */
  readonly matched?: string;
  /** The text after the match. */
  readonly rest: string;
}

/** Finds the first of several sequences in text that arrives in pieces. */
export interface StopScanner {
  push(text: string): StopScan;
  /** Returns the buffered text, which could have started a sequence. */
  flush(): string;
}

/**
 * Finds the sequence that ends first, and of several that end at one position the longest. This is the result of an
 * engine that checks after every character.
 * Takes linear time per sequence (Knuth, Morris and Pratt), however the text is cut. Buffers at most the longest
 * sequence less one character. Ignores empty sequences.
 */
export function openStopScanner(sequences: readonly string[]): StopScanner {
  const matchers = [...new Set(sequences)]
    .filter((sequence) => sequence !== "")
    .sort((left, right) => right.length - left.length)
    .map(openMatcher);
  let held = "";

  return {
    push(text) {
      const whole = held + text;
      for (let index = 0; index < text.length; index += 1) {
        const unit = text.charCodeAt(index);
        let matched: string | undefined;
        for (const matcher of matchers) {
          if (matcher.advance(unit)) matched ??= matcher.sequence;
        }
        if (matched !== undefined) {
          const end = held.length + index + 1;
          held = "";
          return { text: whole.slice(0, end - matched.length), matched, rest: whole.slice(end) };
        }
      }
      const keep = Math.max(0, ...matchers.map((matcher) => matcher.progress()));
      const cut = whole.length - keep;
      held = cut === 0 ? whole : whole.slice(cut);
      return { text: whole.slice(0, cut), rest: "" };
    },
    flush() {
      const rest = held;
      held = "";
      return rest;
    },
  };
}

interface Matcher {
  readonly sequence: string;
  /** Takes one code unit and returns whether it completes the sequence. */
  advance(unit: number): boolean;
  /** The number of code units at the end of the text that start the sequence. */
  progress(): number;
}

function openMatcher(sequence: string): Matcher {
  const borders = findBorders(sequence);
  let length = 0;
  return {
    sequence,
    advance(unit) {
      while (length > 0 && sequence.charCodeAt(length) !== unit) length = borders[length - 1]!;
      if (sequence.charCodeAt(length) === unit) length += 1;
      return length === sequence.length;
    },
    progress: () => length,
  };
}

/** The length of the longest border of every prefix. */
function findBorders(sequence: string): readonly number[] {
  const borders = [0];
  let length = 0;
  for (let index = 1; index < sequence.length; index += 1) {
    const unit = sequence.charCodeAt(index);
    while (length > 0 && sequence.charCodeAt(length) !== unit) length = borders[length - 1]!;
    if (sequence.charCodeAt(length) === unit) length += 1;
    borders.push(length);
  }
  return borders;
}
