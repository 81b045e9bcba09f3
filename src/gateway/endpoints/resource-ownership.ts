import { AbpError } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { FoundResource, ResourceOwners } from "../../storage/index.ts";
import type { Caller } from "../exchange.ts";

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

/** What is known of the ids that a call names, before its engine is chosen. */
export class NamedResources {
  readonly #owners: Pick<ResourceOwners, "find">;
  /** Each group is one thing, which may be written in several ways. */
  readonly #found: { readonly ids: readonly string[]; readonly known: readonly FoundResource[] }[] = [];

  constructor(owners: Pick<ResourceOwners, "find">) {
    this.#owners = owners;
  }

  /** Looks one thing up; `ids` are the ways to write its id. */
  async add(ids: readonly string[]): Promise<void> {
    const known = (await Promise.all(ids.map((id) => this.#owners.find(id)))).flat();
    this.#found.push({ ids, known });
  }

  /** The engine that made the first thing which is the caller's own; undefined where there is none. */
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
   * Throws `resource_not_found` unless all things are the caller's own at one of the engines, or at any. The error is the same
   * for a foreign id as for one that never was.
   */
  check(engines?: readonly string[]): void {
    for (const { ids, known } of this.#found) {
      if (known.some(({ isOwn, engine }) => isOwn && engines?.includes(engine) !== false)) continue;
      throw resourceNotFound(ids[0] ?? "");
    }
  }
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
