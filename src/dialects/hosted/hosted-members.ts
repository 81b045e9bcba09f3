import { numberOf } from "../../lib/index.ts";
import { isMembers, type Members } from "../members/members.ts";

// A member that is not known yet and sounds like a limit is taken for one: a search is never widened by mistake.
const LIMIT = /domain|filter|allow|block|exclu|includ|restrict|access|site|source|safe|only|polic|approv/i;

/** The members of a vendor-run tool that were not read, by what they may be. */
export interface UnreadMembers {
  readonly restrictions?: string[];
  readonly others?: string[];
}

/**
 * Reads the members of a vendor-run tool. A member of another type than expected counts as unread. Null counts as
 * absent. Never throws: the tool itself goes to its own vendor whatever is read here.
 */
export class HostedMembers {
  readonly #value: Members;
  readonly #read: string[];

  /** `known` are the members that say which tool it is. */
  constructor(value: Members, ...known: string[]) {
    this.#value = value;
    this.#read = known;
  }

  text(name: string): string | undefined {
    return this.#take(name, (value) => typeof value === "string") as string | undefined;
  }

  whole(name: string): number | undefined {
    return numberOf(this.#take(name, (value) => Number.isSafeInteger(numberOf(value))));
  }

  flag(name: string): boolean | undefined {
    return this.#take(name, (value) => typeof value === "boolean") as boolean | undefined;
  }

  texts(name: string): string[] | undefined {
    const isTexts = (value: unknown) =>
      Array.isArray(value) && value.every((item) => typeof item === "string");
    return this.#take(name, isTexts) as string[] | undefined;
  }

  /** Reads every member, whatever its value, and gives the names. */
  names(): string[] {
    const names = this.#unread();
    this.#read.push(...names);
    return names;
  }

  /** A nested object; `read` says whether it understood all of it. */
  object(name: string, read: (inner: HostedMembers) => void): void {
    const value = this.#value[name];
    if (!isMembers(value)) return;
    const inner = new HostedMembers(value);
    read(inner);
    if (inner.#unread().length === 0) this.#read.push(name);
  }

  /** Sorts the members that were not read; `harmless` are known to be no limits, despite their names. */
  rest(...harmless: string[]): UnreadMembers {
    const unread = this.#unread();
    if (unread.length === 0) return {};
    const isLimit = (name: string) => LIMIT.test(name) && !harmless.includes(name);
    const restrictions = unread.filter(isLimit);
    const others = unread.filter((name) => !isLimit(name));
    return {
      ...(restrictions.length === 0 ? {} : { restrictions }),
      ...(others.length === 0 ? {} : { others }),
    };
  }

  #take(name: string, fits: (value: unknown) => boolean): unknown {
    const value = this.#value[name];
    if (!fits(value)) return undefined;
    this.#read.push(name);
    return value;
  }

  #unread(): string[] {
    return Object.keys(this.#value).filter(
      (name) => !this.#read.includes(name) && (this.#value[name] ?? undefined) !== undefined,
    );
  }
}
