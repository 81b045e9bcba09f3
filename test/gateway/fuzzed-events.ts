import type { Random } from "../dialects/random.ts";
import { type JsonValue, JsonWriter, RawJson } from "./fuzzed-json.ts";

/**
 * The ways to end a line that the format allows (WHATWG HTML section 9.2.5), and mixtures. CR and LF never alternate:
 * a CR that ends a field and an LF that is the blank line would be read as one line end.
 */
const LINE_ENDS = [["\n"], ["\r\n"], ["\n", "\r\n"], ["\r"], ["\r\n", "\r"]];
const BETWEEN = [
  ": keep-alive",
  ":",
  ': {"data": "in a comment"}',
  "retry: 3000",
  "id: 7",
  "id",
  "unknown: field",
  "novalue",
];
const BROKEN_DATA = ["{", "not JSON", '{"type":', "", "[DONE", '{"model":"x"} {"two":"values"}', "\u0000"];

/** Writes events as server-sent events in the less usual ways that are allowed. */
export class EventWriter {
  readonly #random: Random;
  readonly #json: JsonWriter;
  readonly #ends: readonly string[];
  readonly #space: readonly string[];
  /** Whether lists of data lines may be used; one in three streams. */
  readonly #isSplit: boolean;

  constructor(random: Random) {
    this.#random = random;
    this.#json = new JsonWriter(random, random.pick([0, 0.05, 0.3]));
    this.#ends = random.pick(LINE_ENDS);
    this.#space = random.pick([[" "], [""], ["", " "]]);
    this.#isSplit = random.chance(1 / 3);
  }

  /** One event with the blank line that ends it. */
  event(name: string | undefined, data: JsonValue): string {
    const fields = this.#dataLines(data).map((line) => this.#field("data", line));
    if (name !== undefined) {
      const field = this.#field("event", name);
      if (this.#random.chance(0.1)) fields.push(field);
      else fields.unshift(field);
    }
    if (this.#random.chance(0.1)) fields.splice(this.#random.below(fields.length + 1), 0, this.#between());
    return `${fields.join("")}${this.end()}`;
  }

  /** A comment, a field that means nothing here, or further blank lines. */
  between(): string {
    return this.#random.chance(0.15) ? `${this.#between()}${this.end()}` : "";
  }

  /** An event whose data nobody can read. */
  broken(): string {
    return `${this.#field("data", this.#random.pick(BROKEN_DATA))}${this.end()}`;
  }

  end(): string {
    return this.#random.pick(this.#ends);
  }

  #between(): string {
    return `${this.#random.pick(BETWEEN)}${this.end()}`;
  }

  #field(name: string, value: string): string {
    return `${name}:${this.#random.pick(this.#space)}${value}${this.end()}`;
  }

  /** A line end within the JSON begins a further data line; the reader joins them with a line feed. */
  #dataLines(data: JsonValue): string[] {
    if (data instanceof RawJson) return [data.text];
    const text = this.#json.write(data);
    if (!this.#isSplit) return [text.replace(/[\r\n]/g, " ")];
    return text.replace(/^\{/, "{\n").split(/\r\n|\r|\n/);
  }
}
