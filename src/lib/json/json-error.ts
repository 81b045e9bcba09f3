import { shortenText } from "./json-path.ts";

/** Why a JSON text was refused. */
export type JsonRule =
  | "too-large"
  | "bom"
  | "invalid-utf8"
  | "unexpected-end"
  | "syntax"
  | "trailing-text"
  | "control-character"
  | "bad-escape"
  | "lone-surrogate"
  | "duplicate-key"
  | "prototype-key"
  | "inexact-integer"
  | "number-overflow"
  | "number-underflow"
  | "too-deep";

/** The position of the fault in the input. */
export interface JsonPlace {
  /** From 0: bytes when bytes were read, UTF-16 code units when a string was. */
  readonly offset: number;
  /** From 1; a line ends at LF, CR or CR LF. */
  readonly line: number;
  /** From 1, in characters (code points). */
  readonly column: number;
  /** The value being read, like `$.trace[3].ts`. */
  readonly path: string;
}

/** A JSON text that the reader refuses: the rule it breaks and the place where it does. */
export class JsonError extends Error {
  readonly rule: JsonRule;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly path: string;

  constructor(rule: JsonRule, reason: string, place: JsonPlace) {
    super(`${reason} at line ${place.line}, column ${place.column} (${shortenText(place.path, 200)})`);
    this.name = "JsonError";
    this.rule = rule;
    this.offset = place.offset;
    this.line = place.line;
    this.column = place.column;
    this.path = place.path;
  }
}

/** The line and column, both from 1, of a UTF-16 offset in a text. */
export function locateOffset(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let column = 1;
  for (let at = 0; at < offset; at += 1) {
    const code = text.charCodeAt(at);
    const endsLine = code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a);
    const startsCharacter = code < 0xdc00 || code > 0xdfff;
    line += endsLine ? 1 : 0;
    column = endsLine ? 1 : column + (startsCharacter ? 1 : 0);
  }
  return { line, column };
}
