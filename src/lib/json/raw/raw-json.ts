/** Names the only member of an object that stands for a value by its JSON text. */
export const RAW_JSON_MARK = "abp_raw_json";

/**
 * A value as its JSON text, in the form of a receipt: `{"abp_raw_json": text}`. The reader gives it for what nests deeper than
 * programs can follow.
 */
export class RawJson {
  readonly [RAW_JSON_MARK]: string;

  constructor(text: string) {
    this[RAW_JSON_MARK] = text;
  }
}
