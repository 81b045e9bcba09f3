import { CanonicalError } from "./canonical-error.ts";
import { DEFAULT_MAX_DEPTH } from "./json-value.ts";
import { isRawNumber } from "./raw/raw-number.ts";

/** The place of a value, outermost segment first. */
export type JsonSegments = readonly (string | number)[];

/** A canonical form of JSON: the order of keys and the spelling of numbers. */
export interface OrderedForm {
  /** Without it keys sort by UTF-16 code units, which is what `Array.prototype.sort` does. */
  readonly compareKeys?: (left: string, right: string) => number;
  /** Writes a value that the form takes for a number; answers undefined for any other value. */
  readonly writeNumber: (value: unknown, place: JsonSegments) => string | undefined;
}

/** Writes a value without white space and with sorted keys; what has no exact form is refused, never dropped. */
export function writeOrdered(value: unknown, form: OrderedForm): string {
  const place: (string | number)[] = [];
  const ancestors: object[] = [];

  function write(item: unknown): string {
    if (typeof item === "string") return writeString(item, place);
    if (item === null || typeof item === "boolean") return String(item);
    const number = form.writeNumber(item, place);
    if (number !== undefined) return number;
    if (typeof item !== "object" || !isPlain(item) || isRawNumber(item)) {
      throw new CanonicalError(
        "unsupported-value",
        `a value that JSON does not have (${nameKind(item)})`,
        place,
      );
    }
    if (ancestors.length >= DEFAULT_MAX_DEPTH) {
      if (new Set(ancestors).size < ancestors.length) {
        throw new CanonicalError("cycle", "a value that contains itself", place);
      }
      throw new CanonicalError("too-deep", `nesting deeper than ${DEFAULT_MAX_DEPTH}`, place);
    }
    ancestors.push(item);
    const text = Array.isArray(item) ? writeArray(item) : writeObject(item as Record<string, unknown>);
    ancestors.pop();
    return text;
  }

  function writeArray(array: readonly unknown[]): string {
    let text = "";
    // By index, because the array's own iteration methods skip holes.
    for (let index = 0; index < array.length; index += 1) {
      place.push(index);
      text += index === 0 ? write(array[index]) : `,${write(array[index])}`;
      place.pop();
    }
    return `[${text}]`;
  }

  function writeObject(object: Readonly<Record<string, unknown>>): string {
    let text = "";
    for (const key of Object.keys(object).sort(form.compareKeys)) {
      place.push(key);
      text += `${text === "" ? "" : ","}${writeString(key, place)}:${write(object[key])}`;
      place.pop();
    }
    return `{${text}}`;
  }

  return write(value);
}

// JSON.stringify escapes a well-formed string exactly as RFC 8785 section 3.2.2.2 asks.
function writeString(text: string, place: JsonSegments): string {
  if (!text.isWellFormed()) throw new CanonicalError("lone-surrogate", "half of a surrogate pair", place);
  return JSON.stringify(text);
}

// A plain object of another realm has its own Object.prototype, so the test looks one step further up.
function isPlain(item: object): boolean {
  if (Array.isArray(item)) return true;
  const prototype: unknown = Object.getPrototypeOf(item);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameKind(item: unknown): string {
  return typeof item === "object" && item !== null ? (item.constructor?.name ?? "object") : typeof item;
}
