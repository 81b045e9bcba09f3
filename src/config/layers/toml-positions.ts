import { parse } from "smol-toml";
import { formatKeyPath } from "../../contract/index.ts";
import type { KeyPath } from "../schema/key-path.ts";

/** A place in a text. Lines and columns are counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds where each key and table of a TOML text is first named, by its path.
 * smol-toml reports no positions. The text must be valid TOML: this scanner does not check it.
 */
export function locateKeys(source: string): Map<string, Position> {
  const found = new Map<string, Position>();
  let at = 0;
  let line = 1;
  let lineStart = 0;

  // Offsets only grow, so that one pass over the lines is enough.
  const record = (path: KeyPath, offset: number): void => {
    for (let end = source.indexOf("\n", lineStart); end !== -1 && end < offset; ) {
      line += 1;
      lineStart = end + 1;
      end = source.indexOf("\n", lineStart);
    }
    const name = formatKeyPath(path);
    if (!found.has(name)) found.set(name, { line, column: offset - lineStart + 1 });
  };

  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0] ?? "";
    at += text.length;
    return text;
  };

  const readKey = (table: KeyPath): KeyPath => {
    const start = at;
    let path = table;
    do {
      skip(BLANK);
      path = [...path, decodeName(skip(NAME))];
      record(path, start);
      skip(BLANK);
    } while (skip(DOT) !== "");
    return path;
  };

  const readPair = (table: KeyPath): void => {
    const path = readKey(table);
    skip(EQUALS);
    readValue(path);
  };

  const readValue = (path: KeyPath): void => {
    skip(FILLING);
    const character = source[at];
    if (character === '"' || character === "'") {
      skip(STRING);
    } else if (character === "[") {
      readMembers("]", () => readValue(path));
    } else if (character === "{") {
      readMembers("}", () => readPair(path));
    } else {
      skip(SCALAR);
    }
  };

  const readMembers = (close: string, readMember: () => void): void => {
    at += 1;
    for (skip(FILLING); at < source.length && source[at] !== close; skip(FILLING)) {
      const before = at;
      readMember();
      if (at === before) at += 1;
    }
    at += 1;
  };

  let table: KeyPath = [];
  for (skip(FILLING); at < source.length; skip(FILLING)) {
    const before = at;
    if (skip(OPEN) === "") {
      readPair(table);
    } else {
      skip(BLANK);
      table = readKey([]);
      skip(CLOSE);
    }
    if (at === before) at += 1;
  }
  return found;
}

const BLANK = /[ \t]*/y;
const FILLING = /(?:[\s,]|#[^\n]*)*/y;
const NAME = /[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'/y;
const DOT = /\.?/y;
const EQUALS = /\s*=/y;
const OPEN = /\[\[?/y;
const CLOSE = /\s*\]\]?/y;
const SCALAR = /[^,\]}\n#]*/y;
// A multi-line string may end with up to two quotes of content before the three closing ones.
const STRING =
  /"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5}|'''(?:[^']|'{1,2}(?!'))*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;

function decodeName(text: string): string {
  return text.startsWith('"') || text.startsWith("'") ? String(parse(`name = ${text}`)["name"]) : text;
}
