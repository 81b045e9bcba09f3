import { setMember } from "../set-member.ts";
import { CanonicalError } from "./canonical-error.ts";
import { DEFAULT_MAX_DEPTH } from "./json-value.ts";
import { type JsonSegments, type OrderedForm, writeOrdered } from "./ordered-writer.ts";

const JCS: OrderedForm = { writeNumber };

/** Writes a value as canonical JSON, RFC 8785: keys by UTF-16 code units, numbers as ECMAScript prints them. */
export function canonicalize(value: unknown): string {
  const ordered = inOrder(value, 0);
  // The exact writer handles every other value, or refuses it by name.
  return ordered === ODD ? writeOrdered(value, JCS) : JSON.stringify(ordered);
}

/** The UTF-8 bytes of the canonical form: what is hashed and signed. */
export function canonicalBytes(value: unknown): Uint8Array {
  return Buffer.from(canonicalize(value));
}

/**
 * Writes an object as canonical JSON in pieces, leaving out the values of the named members, which are written as if
 * they were there: each piece but the last ends in `"name":`. The names are given in their order.
 */
export function canonicalPieces(
  object: Readonly<Record<string, unknown>>,
  left: readonly string[],
): readonly string[] {
  const names = Object.keys(object);
  for (const name of left) if (!Object.hasOwn(object, name)) names.push(name);
  const pieces: string[] = [];
  let members: Record<string, unknown> = {};
  let start = "{";
  for (const name of sortNames(names)) {
    if (name !== left[pieces.length]) {
      setMember(members, name, object[name]);
      continue;
    }
    const text = membersText(members);
    const comma = text === "" ? (start === "{" ? "{" : ",") : `${start}${text},`;
    pieces.push(`${comma}${JSON.stringify(name)}:`);
    members = {};
    start = ",";
  }
  const text = membersText(members);
  pieces.push(text === "" ? (start === "{" ? "{}" : "}") : `${start}${text}}`);
  return pieces;
}

function membersText(members: Readonly<Record<string, unknown>>): string {
  return canonicalize(members).slice(1, -1);
}

function writeNumber(value: unknown, place: JsonSegments): string | undefined {
  if (typeof value !== "number") return undefined;
  if (!Number.isFinite(value)) throw new CanonicalError("number-not-finite", `the number ${value}`, place);
  return String(value);
}

const ODD = Symbol("odd");

/**
 * The value with the names of every object in order: the value itself if they are, which costs no memory, and `ODD`
 * if JSON.stringify would not write the canonical form.
 */
function inOrder(item: unknown, depth: number): unknown {
  switch (typeof item) {
    case "string":
      return item.isWellFormed() ? item : ODD;
    case "number":
      return Number.isFinite(item) ? item : ODD;
    case "boolean":
      return item;
    case "object":
      if (item === null) return null;
      if (depth >= DEFAULT_MAX_DEPTH) return ODD;
      if (Array.isArray(item)) return listInOrder(item, depth + 1);
      return Object.getPrototypeOf(item) === Object.prototype
        ? membersInOrder(item as Record<string, unknown>, depth + 1)
        : ODD;
    default:
      return ODD;
  }
}

function listInOrder(list: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | undefined;
  for (let at = 0; at < list.length; at += 1) {
    const item = inOrder(list[at], depth);
    if (item === ODD) return ODD;
    if (item !== list[at]) copy ??= [...list];
    if (copy !== undefined) copy[at] = item;
  }
  return copy ?? list;
}

function membersInOrder(object: Readonly<Record<string, unknown>>, depth: number): unknown {
  let last = "";
  let isSorted = true;
  let changed: Map<string, unknown> | undefined;
  for (const name in object) {
    // Names that are numbers come first in every object, and `__proto__` is no name to assign to.
    if (name === "__proto__" || isDigit(name.charCodeAt(0)) || !name.isWellFormed()) return ODD;
    if (name < last) isSorted = false;
    last = name;
    const item = inOrder(object[name], depth);
    if (item === ODD) return ODD;
    if (item !== object[name]) {
      changed ??= new Map();
      changed.set(name, item);
    }
  }
  if (isSorted && changed === undefined) return object;
  const copy: Record<string, unknown> = {};
  for (const name of sortNames(Object.keys(object))) {
    copy[name] = changed?.has(name) === true ? changed.get(name) : object[name];
  }
  return copy;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

// By insertion: for the few members that objects have it takes a third of the time of the built-in sort.
function sortNames(names: string[]): string[] {
  if (names.length > 24) return names.sort();
  for (let at = 1; at < names.length; at += 1) {
    const name = names[at] as string;
    let place = at - 1;
    for (; place >= 0 && (names[place] as string) > name; place -= 1) {
      names[place + 1] = names[place] as string;
    }
    names[place + 1] = name;
  }
  return names;
}
