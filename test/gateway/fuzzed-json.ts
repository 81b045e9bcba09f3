import type { Random } from "../dialects/random.ts";

/** JSON text that is already written. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Members that decide how a call is served; given twice, they are refused. */
const ROUTED = new Set(["model", "stream", "previous_response_id", "conversation", "store"]);

/** A value to be written: plain values, members as pairs (so that names may repeat), lists, and finished text. */
export type JsonValue = string | number | boolean | null | RawJson | readonly JsonValue[] | JsonMembers;

/** The members of an object in their order. */
export interface JsonMembers {
  readonly members: readonly (readonly [string, JsonValue])[];
}

/** Members from an object literal. */
export function members(record: Readonly<Record<string, JsonValue>>): JsonMembers {
  return { members: Object.entries(record) };
}

const NUMBERS = [
  "1.0",
  "1e3",
  "1E+3",
  "-0",
  "-0.0",
  "9007199254740993",
  "12345678901234567890",
  "0.1000000000000000055511151231257827021181583404541015625",
  "3.14159265358979323846264338327950288419716939937510",
  "5e-324",
  "1e400",
  "100000000000000000000000000000000000000000",
  "0.70",
];
const GAPS = ["", "", "", "", " ", " ", "  ", "\n", "\r\n", "\t", "\r", " \r\n\t "];
const WORDS = [
  "plain words",
  "café 東京 🙂",
  'a "quoted" \\ back / slash',
  "line\nbreak\ttab\u0000nul\u2028sep",
  '{"model":"decoy-in-a-string","stream":true}',
  "",
  "data: not an event\n\nevent: nor this",
];
const LONE_SURROGATES = ["\\ud800", "\\uDFFF", "\\ud83d x", "\\udc00\\ud800"];
const ODD_NAMES = ["", " ", "x_unknown", "__proto__", "constructor", "ключ", "a.b", "$ref", "x\ty"];
const DEEPEST = 100;
const HUGE = [5_000, 70_000, 300_000];

/** Writes JSON text in ways that no serialiser would: whatever is parsed and written again comes out different. */
export class JsonWriter {
  readonly #random: Random;
  readonly #oddity: number;
  #huge = 1;

  /** The oddity is the share of places where something unusual is written. */
  constructor(random: Random, oddity: number) {
    this.#random = random;
    this.#oddity = oddity;
  }

  write(value: JsonValue): string {
    if (value instanceof RawJson) return value.text;
    if (typeof value === "string") return this.#string(value);
    if (value === null || typeof value !== "object") return String(value);
    if ("members" in value) return this.#object(value.members);
    return this.#join(
      "[",
      "]",
      value.map((item) => this.write(item)),
    );
  }

  /** An unknown value of any kind. */
  odd(): JsonValue {
    const random = this.#random;
    switch (random.below(8)) {
      case 0:
        return new RawJson(random.pick(NUMBERS));
      case 1:
        return random.pick(WORDS);
      case 2:
        return new RawJson(`"lone ${random.pick(LONE_SURROGATES)}"`);
      case 3:
        return this.#deep();
      case 4:
        return this.#hugeText();
      case 5:
        return random.pick([true, false, null]);
      case 6:
        return [new RawJson(random.pick(NUMBERS)), random.pick(WORDS), [], members({})];
      default:
        return members({ model: "decoy-in-a-member", [random.pick(ODD_NAMES)]: random.pick(WORDS) });
    }
  }

  /** White space that JSON allows between any two tokens. */
  gap(): string {
    return this.#random.chance(this.#oddity) ? this.#random.pick(GAPS) : "";
  }

  #object(list: readonly (readonly [string, JsonValue])[]): string {
    const random = this.#random;
    const written = list.map(([name, value]) => this.#member(name, value));
    const repeatable = written.filter((_, at) => !ROUTED.has(list[at]![0]));
    while (random.chance(this.#oddity / 2)) {
      const at = random.below(written.length + 1);
      written.splice(at, 0, this.#member(random.pick(ODD_NAMES), this.odd()));
    }
    if (repeatable.length > 0 && random.chance(this.#oddity / 4)) {
      // Written twice with the same meaning: a reader may take either one, and a writer would drop one.
      written.push(random.pick(repeatable));
    }
    return this.#join("{", "}", written);
  }

  #member(name: string, value: JsonValue): string {
    return `${this.#name(name)}${this.gap()}:${this.gap()}${this.write(value)}`;
  }

  /** Names are escaped seldom: most bodies must stay readable for whoever looks for `"model"`. */
  #name(name: string): string {
    return this.#random.chance(this.#oddity / 25) ? this.#string(name) : JSON.stringify(name);
  }

  #string(text: string): string {
    if (text.length > 2000 || !this.#random.chance(this.#oddity)) return JSON.stringify(text);
    let out = "";
    for (const character of text) {
      if (this.#random.chance(0.2)) out += this.#escape(character);
      else if (character === "/" && this.#random.chance(0.5)) out += "\\/";
      else out += JSON.stringify(character).slice(1, -1);
    }
    return `"${out}"`;
  }

  #escape(character: string): string {
    let out = "";
    for (let at = 0; at < character.length; at += 1) {
      const digits = character.charCodeAt(at).toString(16).padStart(4, "0");
      out += `\\u${this.#random.chance(0.5) ? digits.toUpperCase() : digits}`;
    }
    return out;
  }

  #join(open: string, close: string, items: readonly string[]): string {
    const spaced = items.map((item) => `${this.gap()}${item}${this.gap()}`);
    return `${open}${spaced.join(",") || this.gap()}${close}`;
  }

  #deep(): RawJson {
    const depth = 1 + this.#random.below(DEEPEST - 10);
    const isList = Array.from({ length: depth }, () => this.#random.chance(0.5));
    const open = isList.map((one) => (one ? `[${this.gap()}` : `{"":${this.gap()}`)).join("");
    const close = isList
      .reverse()
      .map((one) => (one ? "]" : `${this.gap()}}`))
      .join("");
    return new RawJson(`${open}${this.#random.pick(NUMBERS)}${close}`);
  }

  /** At most one of the large ones in a body, so that a body stays below the limits of a reader. */
  #hugeText(): JsonValue {
    if (this.#huge === 0 || this.#random.chance(0.7)) return "small after all";
    this.#huge -= 1;
    const word = this.#random.pick(["x", "é", "東京", "🙂", "\\", '"']);
    return word.repeat(Math.ceil(this.#random.pick(HUGE) / word.length));
  }
}
