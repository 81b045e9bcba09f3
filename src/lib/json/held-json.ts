import { CanonicalError } from "./canonical-error.ts";
import { RAW_JSON_MARK, RawJson } from "./raw/raw-json.ts";
import { isRawNumber } from "./raw/raw-number.ts";
import { readJson } from "./reader.ts";

/** A text begins so if it stands for another text that is not Unicode. */
const TEXT_MARK = `{"${RAW_JSON_MARK}":`;

/**
 * The value in a form that canonical JSON can hold; the value itself if that needs no change. A part that it cannot hold
 * becomes `{"abp_raw_json": text}` with the part's JSON text: numbers beyond a double, objects with names that are not Unicode,
 * and what nests deeper than `maxDepth`. A text that is not Unicode becomes the text of such an object, so that it stays a text.
 * What looks like such a mark by itself is marked too. Throws a CanonicalError for a value that JSON does not have.
 */
export function holdJson<Value>(value: Value, maxDepth: number): Value {
  return hold(value, maxDepth) as Value;
}

/** Gives back what `holdJson` was given, from its JSON. */
export function restoreJson<Value>(value: Value): Value {
  return restore(value) as Value;
}

/** Whether a JSON text may hold a mark. False is certain. */
export function mayHoldMarks(json: string): boolean {
  return json.includes(RAW_JSON_MARK);
}

function hold(value: unknown, levels: number): unknown {
  if (typeof value === "string") return holdText(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof RawJson) return mark(value[RAW_JSON_MARK]);
  if (isRawNumber(value)) return mark(value.rawJSON);
  if (levels <= 0) return mark(jsonText(value));
  if (Array.isArray(value)) return holdList(value, levels - 1);
  return holdObject(value as Record<string, unknown>, levels - 1);
}

function holdText(text: string): string {
  const isPlain = text.isWellFormed() && !text.startsWith(TEXT_MARK);
  return isPlain ? text : JSON.stringify(mark(JSON.stringify(text)));
}

function holdList(list: readonly unknown[], levels: number): unknown {
  const held = list.map((item) => hold(item, levels));
  return held.every((item, index) => item === list[index]) ? list : held;
}

function holdObject(object: Readonly<Record<string, unknown>>, levels: number): unknown {
  const entries = Object.entries(object);
  const isOdd = entries.some(([name]) => !name.isWellFormed());
  if (isOdd || markedText(object) !== undefined) return mark(jsonText(object));
  const held = entries.map(([name, item]) => [name, hold(item, levels)] as const);
  return held.every(([, item], index) => item === entries[index]![1]) ? object : Object.fromEntries(held);
}

function mark(text: string): { readonly [RAW_JSON_MARK]: string } {
  return { [RAW_JSON_MARK]: text };
}

/** The text of a mark; undefined for any other value. */
function markedText(value: object): string | undefined {
  const text = (value as Record<string, unknown>)[RAW_JSON_MARK];
  return typeof text === "string" && Object.keys(value).length === 1 ? text : undefined;
}

function restore(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith(TEXT_MARK) ? restoreText(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(restore);
  const text = markedText(value);
  if (text !== undefined) return readJson(text, { isFree: true });
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, restore(item)]));
}

function restoreText(text: string): unknown {
  return JSON.parse((JSON.parse(text) as { readonly [RAW_JSON_MARK]: string })[RAW_JSON_MARK]);
}

/** The JSON text of a value that the free reader gave, or that is plain data. */
function jsonText(value: unknown, path: readonly object[] = []): string {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value !== "object") {
    throw new CanonicalError("unsupported-value", `a value that JSON does not have (${typeof value})`, []);
  }
  if (value instanceof RawJson) return value[RAW_JSON_MARK];
  if (isRawNumber(value)) return value.rawJSON;
  if (path.includes(value)) throw new CanonicalError("cycle", "a value that contains itself", []);
  const inner = [...path, value];
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item, inner)).join(",")}]`;
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}:${jsonText(item, inner)}`,
  );
  return `{${members.join(",")}}`;
}
