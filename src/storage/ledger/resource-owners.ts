/** A thing that an engine's vendor keeps, such as a file. */
export interface EngineResource {
  readonly engine: string;
  readonly id: string;
  /** Where the vendor takes what belongs to it, such as the rest of an upload. */
  readonly address?: string | undefined;
}

/** What is known of an id at one engine. */
export interface FoundResource extends EngineResource {
  /** Whether a call of this owner got the id first. Otherwise it belongs to another owner, of any tenant. */
  readonly isOwn: boolean;
}

/** The owners of what engines' vendors keep, as far as calls of this owner made it. */
export interface ResourceOwners {
  /**
   * Records ids of this owner. Resolves when they are durable and every thread finds them. An id that another owner has at the
   * same engine stays that owner's.
   */
  keep(resources: readonly EngineResource[]): Promise<void>;
  /**
   * Finds an id at each engine where a call got it, whoever made the call. With `waits`, an id that is not found is looked for again
   * after the writes that are under way, in every thread of the process.
   */
  find(id: string, options?: { readonly waits?: boolean }): Promise<readonly FoundResource[]>;
  /** Forgets an own id, after its thing was deleted. */
  forget(engine: string, id: string): Promise<void>;
}
