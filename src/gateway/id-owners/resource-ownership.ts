import { AbpError } from "../../contract/index.ts";
import type { NamedId } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { FoundResource, OwnedContent, ResourceOwners } from "../../storage/index.ts";
import type { Caller } from "../exchange/caller.ts";

/**
 * Whether a caller is kept apart from others at an engine: other keys use the same account of the vendor. The only key, and a
 * caller with a credential of its own, have the account for themselves.
 */
export function isRestricted(
  caller: Pick<Caller, "isOnlyKey">,
  engine: Pick<Engine, "usesCallerKey">,
): boolean {
  return !caller.isOnlyKey && !engine.usesCallerKey;
}

/** Finds out whose an id is. */
export interface ResourceFinder extends Pick<ResourceOwners, "find"> {
  /** The same for a response or a conversation; if it is absent, these are not looked for. */
  readonly findResponse?: (id: string) => Promise<readonly FoundResource[]>;
}

/** The finder of a caller's content. */
export function resourceFinder({
  resourceOwners,
  engineResponses,
}: Pick<OwnedContent, "resourceOwners" | "engineResponses">): ResourceFinder {
  return {
    find: (id, options) => resourceOwners.find(id, options),
    findResponse: async (id) =>
      [...(await engineResponses.find(id, { waits: false }))].map(([engine, status]) => ({
        engine,
        id,
        isOwn: status !== "foreign",
      })),
  };
}

/** The most different things that one request may name. */
const MAX_NAMED = 10_000;

/** What is known of the ids that a call names, before its engine is chosen. */
export class NamedResources {
  readonly #owners: ResourceFinder;
  readonly #groups: readonly string[] | undefined;
  readonly #isMachineOwner: boolean;
  readonly #named = new Map<string, NamedId>();
  /** Each entry is one thing, which may be written in several ways. */
  readonly #found: {
    readonly named: NamedId;
    readonly known: readonly FoundResource[];
    readonly isRead: boolean;
  }[] = [];

  /** `groups` are those of the caller's `endpoints`; `isMachineOwner` is true for the owner of the machine. */
  constructor(owners: ResourceFinder, groups?: readonly string[] | undefined, isMachineOwner = false) {
    this.#owners = owners;
    this.#isMachineOwner = isMachineOwner;
    this.#groups = groups;
  }

  get isEmpty(): boolean {
    return this.#named.size === 0;
  }

  /** Adds one thing, if a place names one. Throws `input_too_large` if there are too many. */
  add(named: NamedId | undefined): void {
    if (named === undefined) return;
    const key = named.ids[0] ?? "";
    const isCertain = named.isCertain || this.#named.get(key)?.isCertain === true;
    this.#named.set(key, isCertain === named.isCertain ? named : { ...named, isCertain });
    if (this.#named.size > MAX_NAMED)
      throw new AbpError("input_too_large", `the request names more than ${MAX_NAMED} things of the account`);
  }

  /** The items of conversations that nobody is known to have. */
  get unknownItems(): readonly string[] {
    return this.#found.flatMap(({ named, known }) =>
      named.isItem === true && known.length === 0 ? named.ids.slice(0, 1) : [],
    );
  }

  /** Looks the added things up. */
  async lookUp(): Promise<void> {
    for (const named of this.#named.values()) {
      const find = named.isResponse === true ? this.#owners.findResponse : this.#owners.find;
      const known =
        find === undefined
          ? []
          : (await Promise.all(named.ids.map((id) => find.call(this.#owners, id)))).flat();
      this.#found.push({ named, known, isRead: named.isInput !== true || (await this.#isRead(named)) });
    }
    this.#named.clear();
  }

  /** The engine that made the first thing which is the caller's own; undefined if there is none. */
  get keeper(): string | undefined {
    for (const { known } of this.#found) {
      const own = known.find(({ isOwn }) => isOwn);
      if (own !== undefined) return own.engine;
    }
    return undefined;
  }

  /** The address that is stored with an own thing at an engine. */
  addressAt(engine: string): string | undefined {
    return this.#found
      .flatMap(({ known }) => known)
      .find((one) => one.isOwn && one.engine === engine && one.address !== undefined)?.address;
  }

  /**
   * Throws `resource_not_found` for a thing of somebody else, and for one that nobody made, unless all things are the caller's own
   * at one of the engines, or at any. A value that may be no id at all is refused only if somebody else has it. The error is the
   * same in all cases.
   */
  check(engines?: readonly string[]): void {
    for (const { named, known, isRead } of this.#found) {
      if (known.some(({ isOwn, engine }) => isOwn && engines?.includes(engine) !== false)) {
        if (!isRead && !this.#isMachineOwner) throw notRead(named.ids[0] ?? "");
        continue;
      }
      if (known.every(({ isOwn }) => isOwn) && !this.#mustBeOwn(named)) continue;
      throw resourceNotFound(named.ids[0] ?? "");
    }
  }

  // The lines of a batch can name things as any request can.
  async #isRead({ ids }: NamedId): Promise<boolean> {
    const found = await Promise.all(ids.map((id) => this.#owners.find(readInputId(id))));
    return found.flat().some(({ isOwn }) => isOwn);
  }

  #mustBeOwn({ isCertain, sharedBy }: NamedId): boolean {
    return (
      isCertain &&
      !this.#isMachineOwner &&
      (sharedBy === undefined || this.#groups?.includes(sharedBy) !== true)
    );
  }
}

/** How it is stored that the lines of a file were read when it was uploaded. */
export function readInputId(id: string): string {
  return `input=${id}`;
}

function notRead(id: string): AbpError {
  return new AbpError(
    "validation_failed",
    `the lines of the file ${JSON.stringify(printable(id))} were not read when it was uploaded, so that nothing in them could be checked`,
    { advice: "Upload the file again as JSON lines, in one request through the gateway." },
  );
}

/** The error for an id that is not the caller's own, whether or not it is another's. */
export function resourceNotFound(id: string): AbpError {
  return new AbpError(
    "resource_not_found",
    `nothing with the id ${JSON.stringify(printable(id))} belongs to this key`,
  );
}

const MAX_PRINTED = 200;

function printable(id: string): string {
  return id.length > MAX_PRINTED ? `${id.slice(0, MAX_PRINTED)}…` : id;
}
