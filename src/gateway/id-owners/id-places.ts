import {
  type AccountIds,
  type IdKind,
  type IdPlace,
  type NamedId,
  type PassedEndpoint,
  readNamedId,
} from "../../dialects/index.ts";

/** The parts of an endpoint that say where its requests name ids. */
export type NamingEndpoint = Pick<PassedEndpoint, "id" | "names" | "namePattern">;

/** A longer name is none of those that are looked for. */
const MAX_NAME_LENGTH = 64;
const MAX_KNOWN_NAMES = 500;

/** The places where the requests of an endpoint name things of an account. */
export class IdPlaces {
  readonly #ids: AccountIds;
  /** By the last name, in one spelling. */
  readonly #places = new Map<string, IdPlace[]>();
  readonly #notRead: readonly (readonly string[])[];
  /** The places of the names that bodies had so far. */
  readonly #known = new Map<string, readonly IdPlace[]>();
  readonly #marks: readonly string[];
  readonly #makers: readonly string[];
  readonly #anyMark: RegExp;

  constructor(ids: AccountIds, endpoint: NamingEndpoint | undefined) {
    this.#ids = ids;
    const named = [...ids.places, ...ownPlaces(endpoint)];
    const models = ids.models === undefined ? [] : [{ at: ["model"], kind: ids.models }];
    for (const { at, kind } of [...named, ...models]) {
      const folded = at.map(foldName);
      const last = folded.at(-1)!;
      this.#places.set(last, [...(this.#places.get(last) ?? []), { at: folded, kind }]);
    }
    this.#notRead = ids.notRead.map((names) => names.map(foldName));
    this.#marks = marksOf(named);
    this.#makers = ids.makers ?? NONE;
    this.#anyMark = new RegExp(["\\\\u00", ...this.#marks, ...this.#makers].join("|"));
  }

  /** The kind of the id at a path; undefined if the vendor reads none there. */
  kindAt(path: readonly string[]): IdKind | undefined {
    const names = path.filter((name) => name !== "*");
    const places = this.#placesOf(names.at(-1) ?? "");
    if (places.length === 0) return undefined;
    const folded = names.map(foldName);
    const found = places.find(({ at }) => at.every((name, index) => folded.at(index - at.length) === name));
    return found === undefined || this.#notRead.some((names) => isWithin(names, folded))
      ? undefined
      : found.kind;
  }

  /** The thing that a value at a path names; undefined if it names none. */
  read(path: readonly string[], value: string): NamedId | undefined {
    const kind = this.kindAt(path);
    return kind === undefined ? undefined : readNamedId(value, kind, this.#ids.hosts);
  }

  /**
   * Begins to search the bytes of a body for what may name things of an account, or make some. A name can hide behind escapes.
   */
  openSearch(body: Buffer): MarkSearch {
    return new MarkSearch(body, this.#marks.length === 0 ? undefined : this.#anyMark, this.#makers);
  }

  #placesOf(name: string): readonly IdPlace[] {
    if (name.length > MAX_NAME_LENGTH) return NONE;
    let places = this.#known.get(name);
    if (places === undefined) {
      places = this.#places.get(foldName(name)) ?? NONE;
      if (this.#known.size < MAX_KNOWN_NAMES) this.#known.set(name, places);
    }
    return places;
  }
}

/** The bytes of one step of a search. */
const STEP_BYTES = 256 * 1024;
/** The beginning of a mark may stand at the end of a step; every mark is shorter. */
const OVERLAP_BYTES = 128;

/** A search of a body's bytes, in steps. */
export class MarkSearch {
  readonly #body: Buffer;
  readonly #mark: RegExp | undefined;
  readonly #makers: readonly string[];
  #at = 0;
  /** Whether the body may name things of an account, or make some. */
  mayName = false;
  /** Whether the answer to a body that may name things may show new ids. */
  mayMake = false;

  constructor(body: Buffer, mark: RegExp | undefined, makers: readonly string[]) {
    this.#body = body;
    this.#mark = mark;
    this.#makers = makers;
  }

  /** Searches some bytes more, and answers whether the search is done. */
  step(): boolean {
    if (this.#mark === undefined) return true;
    const end = this.#at + STEP_BYTES + OVERLAP_BYTES;
    const part = this.#body.subarray(this.#at, end);
    this.mayName ||= this.#mark.test(part.toString("latin1"));
    // Every maker is a mark too.
    if (this.mayName) this.mayMake ||= this.#makers.some((maker) => part.includes(maker));
    this.#at += STEP_BYTES;
    return end >= this.#body.length || (this.mayName && (this.mayMake || this.#makers.length === 0));
  }
}

const NONE: readonly never[] = [];
const NO_ENDPOINT: NamingEndpoint = {};
const opened = new WeakMap<AccountIds, WeakMap<NamingEndpoint, IdPlaces>>();

/** The places of an endpoint of a dialect; made once. */
export function idPlacesOf(ids: AccountIds, endpoint: NamingEndpoint = NO_ENDPOINT): IdPlaces {
  const ofDialect = opened.get(ids) ?? new WeakMap<NamingEndpoint, IdPlaces>();
  const known = ofDialect.get(endpoint);
  if (known !== undefined) return known;
  const places = new IdPlaces(ids, endpoint);
  opened.set(ids, ofDialect.set(endpoint, places));
  return places;
}

/** The path that the name of a form's field stands for, such as `video[id]` or `file_ids[]`. */
export function formPath(name: string): string[] {
  return name.split(/[[\]]+/).filter((part) => part !== "" && !/^\d+$/.test(part));
}

// The names that an endpoint alone has.
function ownPlaces(endpoint: NamingEndpoint | undefined): IdPlace[] {
  const { names, namePattern, id } = endpoint ?? NO_ENDPOINT;
  return (names ?? []).map((name) => ({
    at: [name],
    kind: {
      prefixes: id?.includes("/") === true ? [id.slice(0, id.indexOf(":")), `${name}s/`] : [],
      certain: namePattern ?? /./,
    },
  }));
}

// The names as JSON writes them. In a text, another mark stands before the second quote.
function marksOf(places: readonly IdPlace[]): string[] {
  const first = places.map(({ at, kind }) => (kind.isItem === true ? at.at(-1)! : at[0]!));
  const names = first.flatMap((name) => [name, snakeCase(name)]);
  return [...new Set(names)].map((name) => `"${name}"`);
}

function isWithin(names: readonly string[], path: readonly string[]): boolean {
  let at = 0;
  for (const name of path) if (name === names[at]) at += 1;
  return at === names.length;
}

// Vendors take several spellings of a name.
function foldName(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
