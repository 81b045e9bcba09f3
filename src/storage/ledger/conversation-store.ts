/** A conversation that the gateway keeps for callers whose engine keeps none. */
export interface KeptConversation {
  readonly id: string;
  readonly createdAt: Date;
  readonly metadata: unknown;
}

/** An item of a conversation, in the caller's dialect. */
export interface KeptItem {
  readonly id: string;
  readonly item: unknown;
}

/** A part of the items of a conversation. */
export interface ItemPage {
  /** The id of the item before the first one of the part; from the beginning without it. */
  readonly after?: string | undefined;
  readonly limit: number;
  readonly isNewestFirst: boolean;
}

/**
 * The conversations of one owner. Each operation is durable when its promise resolves. A conversation that was not used for as
 * long as responses are kept is gone.
 */
export interface ConversationStore {
  /** Creates a conversation. Throws `id_repeated` if the owner has one of the same id. */
  create(conversation: KeptConversation, items: readonly KeptItem[]): Promise<void>;
  find(id: string): Promise<KeptConversation | undefined>;
  /** Replaces the metadata; resolves to whether the conversation exists. */
  update(id: string, metadata: unknown): Promise<boolean>;
  /** Deletes a conversation with its items; resolves to whether it existed. */
  remove(id: string): Promise<boolean>;
  /** Adds items to the end; resolves to whether the conversation exists. */
  addItems(id: string, items: readonly KeptItem[]): Promise<boolean>;
  /** All items of a conversation, or a part of them. An unknown `after` gives none. */
  items(id: string, page?: ItemPage): Promise<readonly KeptItem[]>;
  /** An item of one conversation, or of any if `conversation` is absent. */
  findItem(itemId: string, conversation?: string): Promise<KeptItem | undefined>;
  /** Deletes an item; resolves to whether it existed. */
  removeItem(id: string, itemId: string): Promise<boolean>;
}
