/** A number as its source text. `JSON.stringify` writes the text as it is; the member `rawJSON` holds it. */
export interface RawNumber {
  readonly rawJSON: string;
}

// The types of the language do not name these functions yet.
const json = JSON as unknown as {
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
};

/** Keeps a number literal that a double cannot hold. */
export function rawNumber(literal: string): RawNumber {
  return json.rawJSON(literal);
}

export function isRawNumber(value: unknown): value is RawNumber {
  return json.isRawJSON(value);
}
