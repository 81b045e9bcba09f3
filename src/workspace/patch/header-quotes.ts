const LINE_FEED = 10;
const HEADER = "diff --git a/";

/**
 * Puts the names in headers of a patch into double quotes. `git apply` cannot read an unquoted name with a space before a slash
 * if the header alone names the file: an empty file, a binary one, or a change of mode.
 */
export class HeaderQuotes {
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the complete lines so far. */
  push(chunk: Buffer): Buffer {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    const text = Buffer.concat([this.#rest, chunk.subarray(0, end)]);
    this.#rest = end === 0 ? Buffer.concat([text, chunk]) : chunk.subarray(end);
    if (end === 0) return Buffer.alloc(0);
    // No line of content begins with a letter except data of binary files, which holds no spaces.
    return Buffer.from(text.toString("latin1").replace(/^diff --git a\/.*$/gm, quoteHeader), "latin1");
  }

  /** Returns what follows the last line feed. */
  end(): Buffer {
    return this.#rest;
  }
}

/** Quotes a header whose two names are equal. Others are followed by lines that name both. */
function quoteHeader(line: string): string {
  const names = line.slice(HEADER.length);
  const length = (names.length - " b/".length) / 2;
  const name = names.slice(0, length);
  return names === `${name} b/${name}` ? `diff --git "a/${name}" "b/${name}"` : line;
}
