/** A name of a JSON text that stands for one that was asked for. */
export interface NameMatch {
  readonly name: string;
  /** Whether it is that name, however it is escaped, and not merely in other letter cases. */
  readonly isExact: boolean;
}

/** The bit that makes an ASCII letter a lower-case one. */
const LOWER_CASE = 0x20;

/** The most bytes of one character of a name: an escape such as `\u006d`. */
const MAX_CHARACTER_BYTES = 6;

/**
 * Compares a name, given by its bytes between the quotes, with those that were asked for. Letter case is ignored as some
 * parsers do (Go's takes `Model` and `ſtream` for `model` and `stream`). Undefined if it is none of them.
 */
export function nameMatch(
  bytes: Buffer,
  start: number,
  end: number,
  names: readonly string[],
): NameMatch | undefined {
  const length = end - start;
  for (const name of names) {
    // A hostile body has millions of names, so most are put aside by their length.
    if (length < name.length || length > name.length * MAX_CHARACTER_BYTES) continue;
    if (length === name.length) {
      const first = name.charCodeAt(0);
      if (bytes[start] !== first && (bytes[start]! | LOWER_CASE) !== first) continue;
      const text = bytes.toString("latin1", start, end);
      if (text === name) return { name, isExact: true };
      if (text.toLowerCase() === name) return { name, isExact: false };
      continue;
    }
    if (!mayBeLonger(bytes, start, end)) continue;
    const text = textOf(bytes, start, end);
    if (text !== undefined && fold(text) === name) return { name, isExact: text === name };
  }
  return undefined;
}

// A name with more bytes than characters has an escape or a character beyond ASCII.
function mayBeLonger(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === 0x5c || bytes[at]! >= 0x80) return true;
  return false;
}

function textOf(bytes: Buffer, start: number, end: number): string | undefined {
  try {
    return JSON.parse(`"${bytes.toString("utf8", start, end)}"`) as string;
  } catch {
    // A name with a bad escape is none that anybody asked for.
    return undefined;
  }
}

// Upper case first: `ſ` has no lower case of its own. Then lower case: the Kelvin sign has no upper case of its own.
function fold(text: string): string {
  return text.toUpperCase().toLowerCase();
}
