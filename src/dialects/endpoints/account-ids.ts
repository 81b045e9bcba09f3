/** How ids of one kind of thing that a vendor keeps are written. */
export interface IdKind {
  /**
   * What the stored form begins with, such as `files/` or `file-`. A value without any of them is looked up with each. One with a
   * slash is the kind in the vendor's addresses, too.
   */
  readonly prefixes: readonly string[];
  /**
   * The values that surely name a thing of an account, as the vendor writes them. Such an id is refused unless the caller made it;
   * any other one only if it is recorded for somebody else. If it is absent, no value is certain.
   */
  readonly certain?: RegExp;
  /** The scheme of addresses that stand for ids of this kind, such as `ms` in `ms://abc`. Other values are then no ids. */
  readonly scheme?: string;
  /** The values that are ids at all; others, such as the vendor's own models, name nothing of an account. */
  readonly only?: RegExp;
  /** Whether an id may be any text, so that nothing in it is a kind, an address or an encoding. */
  readonly isOpaque?: boolean;
  /** A part at the end of an id that does not change which thing it names. */
  readonly suffix?: RegExp;
  /**
   * The group in `endpoints` of a key that may name things of the account which nobody made here, such as prompts of the vendor's
   * console.
   */
  readonly sharedBy?: string;
  /** Whether it is a file whose lines are requests. Its content must have been read when it was uploaded. */
  readonly isInput?: boolean;
  /** Whether it is a response or a conversation. */
  readonly isResponse?: boolean;
  /** Whether it is an item of a conversation. A request that names one in place of its content must name an own one. */
  readonly isItem?: boolean;
}

/** A place in requests where a vendor reads an id. */
export interface IdPlace {
  /** The last names of the path to it, in any spelling; elements of lists are passed over. */
  readonly at: readonly string[];
  readonly kind: IdKind;
}

/** Where a vendor reads ids of things that it keeps for an account, at every endpoint, and where its answers show new ones. */
export interface AccountIds {
  readonly places: readonly IdPlace[];
  /** Further places, which the vendor reads if it keeps responses. */
  readonly kept?: readonly IdPlace[];
  /** Names that follow each other in a path, with or without others between them, below which the vendor reads no ids. */
  readonly notRead: readonly (readonly string[])[];
  /** Models that an account has for itself, which requests name like any other model. */
  readonly models?: IdKind;
  /** The hosts whose addresses name things, whatever the path begins with. */
  readonly hosts?: RegExp;
  /** The exact paths of new ids in answers to calls of a model, and in single events of them. */
  readonly made?: readonly IdPlace[];
  /** Texts of which one stands in every request whose answer may show new ids. */
  readonly makers?: readonly string[];
}

/** For a vendor that keeps nothing for an account. */
export const NO_ACCOUNT_IDS: AccountIds = { places: [], notRead: [] };

const tablesWithKept = new WeakMap<AccountIds, AccountIds>();

/** The table for an engine that keeps responses. */
export function withKeptPlaces(ids: AccountIds): AccountIds {
  const { kept = [] } = ids;
  if (kept.length === 0) return ids;
  let table = tablesWithKept.get(ids);
  if (table === undefined) {
    table = { ...ids, places: [...ids.places, ...kept] };
    tablesWithKept.set(ids, table);
  }
  return table;
}

/** Places with a name of their own. */
export function placesNamed(names: readonly string[], kind: IdKind): IdPlace[] {
  return names.map((name) => ({ at: [name], kind }));
}
