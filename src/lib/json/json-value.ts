/** A JSON value as JavaScript holds it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object; every member is an own data property, whatever its name. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A JSON number kept as its source text, for forms that tell `1`, `1.0` and `1e0` apart. */
export class NumberLexeme {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON value read with `numbers: "lexeme"`. */
export type LexemeValue = null | boolean | NumberLexeme | string | LexemeValue[] | LexemeObject;

/** A JSON object read with `numbers: "lexeme"`. */
export interface LexemeObject {
  [key: string]: LexemeValue;
}

/** The default limit of nested arrays and objects, for readers and writers. */
export const DEFAULT_MAX_DEPTH = 128;

/** The deepest value that is given as it is where a reader is free; programs can follow it. */
export const MAX_FREE_DEPTH = 1000;
