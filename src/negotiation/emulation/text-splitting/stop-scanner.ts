/** What became of a piece of text. */
export interface StopScan {
  /** The text that is certainly not part of a match. */
  readonly text: string;
  /** The sequence that was completed, if one was; the scanner is then done. */
  readonly matched?: string;
  /** The text after the match. */
  readonly rest: string;
}

/** Looks for the first of some sequences in a text that arrives in pieces. */
export interface StopScanner {
  push(text: string): StopScan;
  /** The text that was held back because it could have been the start of a sequence. */
  flush(): string;
}

/**
 * Opens a scanner that finds the sequence which is completed first, as an engine would that checks after every
 * character; of several completed at one place, the longest.
 * Linear in the text for each sequence (Knuth, Morris and Pratt), however the text is cut; it holds back at
 * most one character less than the longest sequence. Empty sequences are ignored.
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
  /** Takes one code unit; true if it completes the sequence. */
  advance(unit: number): boolean;
  /** How many units at the end of the text are a start of the sequence. */
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

/** For every start of the sequence, how long its longest border is. */
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
