import type { KeptItem } from "./conversation-store.ts";

/** A response that a later call may continue, fetch or delete. */
export interface KeptResponse {
  readonly id: string;
  /** The response that this one continues. */
  readonly previousId?: string;
  readonly createdAt: Date;
  readonly runId: string;
  readonly engine: string;
  /** Whether the engine keeps it too, under the same id. */
  readonly isNative: boolean;
  /** Whether the run still goes on, so that `body` is not the final one. */
  readonly isPending?: boolean;
  /** Whether another run used the same id, so that the id does not say which of the two is meant. */
  readonly isRepeated?: boolean;
  /** The input of this turn alone, in the caller's dialect. */
  readonly input: unknown;
  /** The response in the caller's dialect. */
  readonly body: unknown;
  /** The ids of the items in the body, by which `findByItem` finds the response. Absent in what is read. */
  readonly itemIds?: readonly string[];
}

/** A turn that a conversation gets together with the end of a response. */
export interface ConversationTurn {
  readonly conversation: string;
  readonly items: readonly KeptItem[];
}

/** Consecutive events of a response, from `firstSeq` on. */
export interface ResponseEvents {
  readonly firstSeq: number;
  readonly lines: readonly string[];
}

/** The responses of one owner. Each operation is durable when its promise resolves. */
export interface ResponseStore {
  /** Adds a response. If one is kept under the same id already, that one stays and is repeated from then on. */
  keep(response: KeptResponse): Promise<void>;
  /**
   * Replaces the body of a response that is still pending, which ends its pending state. Resolves to false if the
   * response is not pending any more or does not exist. Of several callers, in any thread or process, one gets true. Its
   * turn is added to the conversation in the same step; a conversation that was deleted stays deleted.
   */
  finish(id: string, body: unknown, itemIds?: readonly string[], turn?: ConversationTurn): Promise<boolean>;
  /**
   * Adds events, one line each, to a response that is pending. Resolves to false, and adds none, if it is not, and if
   * `firstSeq` is not the number of events so far.
   */
  addEvents(id: string, firstSeq: number, lines: readonly string[]): Promise<boolean>;
  /** A few events of a response, the first of them with the number `fromSeq`; undefined if it has none from there on. */
  readEvents(id: string, fromSeq: number): Promise<ResponseEvents | undefined>;
  find(id: string): Promise<KeptResponse | undefined>;
  /** The response that has an item of this id in its body; the newest of several. */
  findByItem(itemId: string): Promise<KeptResponse | undefined>;
  /**
   * The response and those that it continues, oldest first. Throws `response_not_found` if one does not exist, and
   * `id_repeated` if one is repeated.
   */
  chain(id: string): Promise<readonly KeptResponse[]>;
  /** Deletes a response; resolves to whether it existed. */
  remove(id: string): Promise<boolean>;
}
