import { AbpError } from "../../contract/index.ts";
import { isRawNumber, numberOf, setMember } from "../../lib/index.ts";
import { isMembers, type Members } from "./members.ts";

/** A number in a message has at most so many characters. */
const MAX_SHOWN_DIGITS = 40;
const PLAIN_NAME = /^[A-Za-z_$][\w$-]*$/;

/**
 * Reads the members of one JSON object and records which were read; the unread ones belong to the dialect alone.
 * A null member counts as absent, as it does for the vendors.
 */
export class Cursor {
  readonly value: Members;
  readonly path: string;
  // A list, because a reader asks for some dozen names at most, and a set for every object costs more than it saves.
  readonly #read: string[] = [];

  constructor(value: unknown, path: string) {
    if (!isMembers(value)) throw wrongType(path, value, "an object");
    this.value = value;
    this.path = path;
  }

  /** The place of a member. */
  at(name: string | number): string {
    if (typeof name === "number") return `${this.path}[${name}]`;
    return PLAIN_NAME.test(name) ? `${this.path}.${name}` : `${this.path}[${JSON.stringify(name)}]`;
  }

  /** The member's value, whatever it is; null is undefined. */
  take(name: string): unknown {
    this.#read.push(name);
    const value = Object.hasOwn(this.value, name) ? this.value[name] : undefined;
    return value === null ? undefined : value;
  }

  /** Looks at a member without taking it. */
  peek(name: string): unknown {
    const value = Object.hasOwn(this.value, name) ? this.value[name] : undefined;
    return value === null ? undefined : value;
  }

  text(name: string): string | undefined {
    return this.#typed(name, "string", "text") as string | undefined;
  }

  number(name: string): number | undefined {
    const value = this.take(name);
    if (value === undefined || typeof value === "number") return value;
    const number = numberOf(value);
    if (number === undefined) throw wrongType(this.at(name), value, "a number");
    return number;
  }

  flag(name: string): boolean | undefined {
    return this.#typed(name, "boolean", "true or false") as boolean | undefined;
  }

  /** A required text. */
  need(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw missing(this.at(name));
    return value;
  }

  /** A nested object. */
  object(name: string): Cursor | undefined {
    const value = this.take(name);
    return value === undefined ? undefined : new Cursor(value, this.at(name));
  }

  /** A list; `read` is called for each item. */
  list<Item>(name: string, read: (item: unknown, path: string, index: number) => Item): Item[] | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw wrongType(this.at(name), value, "a list");
    const place = this.at(name);
    // Not `map`: V8 makes another kind of list of it once it is optimised, and then compiles every reader of the list again.
    const items: Item[] = [];
    for (let index = 0; index < value.length; index += 1)
      items.push(read(value[index], `${place}[${index}]`, index));
    return items;
  }

  /** A list of texts. */
  texts(name: string): string[] | undefined {
    return this.list(name, (item, path) => {
      if (typeof item !== "string") throw wrongType(path, item, "text");
      return item;
    });
  }

  /** The members that were not read, nulls included; undefined when every member was read. */
  unread(): Members | undefined {
    let unread: Members | undefined;
    for (const name in this.value) {
      if (this.#read.includes(name) || !Object.hasOwn(this.value, name)) continue;
      unread ??= {};
      setMember(unread, name, this.value[name]);
    }
    return unread;
  }

  #typed(name: string, type: string, expected: string): unknown {
    const value = this.take(name);
    if (value !== undefined && typeof value !== type) throw wrongType(this.at(name), value, expected);
    return value;
  }
}

/** The error for a member of the wrong type. */
export function wrongType(path: string, value: unknown, expected: string): AbpError {
  const found = isRawNumber(value)
    ? `${value.rawJSON.slice(0, MAX_SHOWN_DIGITS)}, which no double holds`
    : value === null
      ? "null"
      : Array.isArray(value)
        ? "a list"
        : isMembers(value)
          ? "an object"
          : typeof value;
  return new AbpError("contract_schema_violation", `${path} is ${found}, expected ${expected}`, {
    where: path,
    details: { path },
  });
}

/** The error for a member that must be there. */
export function missing(path: string): AbpError {
  return new AbpError("contract_schema_violation", `${path} is required`, { where: path, details: { path } });
}
