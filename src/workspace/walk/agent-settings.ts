/** A place of a repository that an agent executes or takes settings from. */
export interface SettingsPlace {
  /** A file or a directory with all of its content, in any directory of the tree. Letter case does not count. */
  readonly path: string;
  /** Names directly in the directory that are no settings, such as skills. */
  readonly documents?: readonly string[];
}

interface PlaceNames<Place> {
  readonly place: Place;
  readonly names: readonly string[];
  /** Undefined if the directory itself belongs to the settings. */
  readonly documents: ReadonlySet<string> | undefined;
}

/** Finds the settings of an agent among the paths of a tree. Paths are relative and have one character per byte. */
export class AgentSettings<Place extends SettingsPlace = SettingsPlace> {
  readonly #places: readonly PlaceNames<Place>[];
  /** The last names of places: a file with another name is a setting only if it lies in a place. */
  readonly #lastNames: ReadonlySet<string>;
  readonly #lengths: ReadonlySet<number>;

  constructor(places: readonly Place[]) {
    this.#places = places.map((place) => ({
      place,
      names: namesOf(place.path),
      documents: place.documents === undefined ? undefined : new Set(place.documents.map(lower)),
    }));
    this.#lastNames = new Set(this.#places.map(({ names }) => names.at(-1)!));
    this.#lengths = new Set([...this.#lastNames].map((name) => name.length));
  }

  /** The place that a path is, or lies in. A directory with documents is none itself. */
  placeOf(rawPath: string): Place | undefined {
    const names = namesOf(rawPath);
    return this.#find(names, ({ names: own, documents }, start) => {
      if (!begins(names, own, start)) return false;
      const child = names[start + own.length];
      return documents === undefined || (child !== undefined && !documents.has(child));
    });
  }

  /** A place below a path that is no place itself. A link at the path brings what it leads to into that place. */
  placeBelow(rawPath: string): Place | undefined {
    const names = namesOf(rawPath);
    return this.#find(names, ({ names: own, documents }, start) => {
      const rest = names.slice(start);
      const isAbove = rest.length < own.length || documents !== undefined;
      return isAbove && begins(own, rest, 0);
    });
  }

  /** Whether names in a directory have to be looked up by their whole path: it holds documents beside settings. */
  isMixed(rawDirectory: string): boolean {
    const names = namesOf(rawDirectory);
    const isEnd = ({ names: own, documents }: PlaceNames<Place>, start: number): boolean =>
      documents !== undefined && start + own.length === names.length && begins(names, own, start);
    return this.#find(names, isEnd) !== undefined;
  }

  /** Whether a name can be that of a place. A quick test for the many files that are none. */
  mayBePlace(name: string): boolean {
    return this.#lengths.has(name.length) && this.#lastNames.has(lower(name));
  }

  /** The first place that fits at any beginning within the names. */
  #find(
    names: readonly string[],
    fits: (place: PlaceNames<Place>, start: number) => boolean,
  ): Place | undefined {
    for (let start = 0; start < names.length; start += 1) {
      const found = this.#places.find((place) => fits(place, start));
      if (found !== undefined) return found.place;
    }
    return undefined;
  }
}

function namesOf(path: string): readonly string[] {
  return lower(path).split("/");
}

function begins(names: readonly string[], own: readonly string[], start: number): boolean {
  return own.every((name, index) => names[start + index] === name);
}

function lower(text: string): string {
  return text.toLowerCase();
}
