import type { Members } from "../members/members.ts";

/** A stored turn of a conversation: the input and the whole answer. */
export interface KeptTurn {
  readonly input: unknown;
  readonly response: unknown;
}

/** An item of a conversation, and its id. */
export interface IdentifiedItem {
  readonly id: string;
  readonly item: unknown;
}

/** How a dialect serves conversations that calls add items to. Readers throw `validation_failed`. */
export interface ConversationCodec {
  /** Reads the request that creates a conversation. */
  readCreation(body: Members): { readonly metadata: Members; readonly items: readonly unknown[] };
  readMetadata(body: Members): Members;
  /** Reads the request that adds items. */
  readItems(body: Members): readonly unknown[];
  readPage(query: URLSearchParams): {
    readonly after: string | undefined;
    readonly limit: number;
    readonly isNewestFirst: boolean;
  };
  /** The items that are added, each with an id; `unique` is part of no other id. References to kept items are left out. */
  identify(items: readonly unknown[], unique: string): readonly IdentifiedItem[];
  /** `created` is in seconds since 1970. */
  writeConversation(id: string, created: number, metadata: unknown): Members;
  writeDeleted(id: string): Members;
  writeItem(item: IdentifiedItem): Members;
  writeItems(items: readonly IdentifiedItem[], hasMore: boolean): Members;
}

/** How a dialect lets a call continue an earlier answer that is kept. */
export interface StateCodec {
  /** The members of a request that `previousOf`, `conversationOf`, `check` and `isKept` read. */
  readonly members: readonly string[];
  /** Where the id of an answer stands: in a whole answer, and in an event of a stream. */
  readonly idPaths: { readonly body: readonly string[]; readonly event: readonly string[] };
  /** The id of the answer that a request continues. */
  previousOf(request: Members): string | undefined;
  /** The id of a conversation that the vendor keeps and that a request continues; empty if it is unreadable. */
  conversationOf(request: Members): string | undefined;
  /** Throws `validation_failed` for members that exclude each other. */
  check(request: Members): void;
  /** Whether the answer to a request is to be kept. */
  isKept(request: Members): boolean;
  /** The request with the earlier turns put in, the oldest first, and without its reference to them. */
  expand(request: Members, turns: readonly KeptTurn[]): Members;
  /** The members of an answer that repeat what `expand` takes out of a request; they stand beside the answer's id. */
  echoOf(request: Members): Members;
  /** The input of a request without the turns before it. */
  inputOf(request: Members): unknown;
  idOf(response: unknown): string | undefined;
  /** The items of an answer that have an id. */
  itemsOf(response: unknown): readonly IdentifiedItem[];
  /** The kept items that a request names in place of their content. */
  referencesOf(request: Members): readonly { readonly id: string; readonly where: string }[];
  /** The request with items in place of the references to them. */
  insertItems(request: Members, items: ReadonlyMap<string, unknown>): Members;
  readonly conversations: ConversationCodec;
  /** The whole answer, out of the last event of a stream; undefined when it is not there. */
  finalOf(event: Members): unknown;
  /** The stored input of the response of this id, as the endpoint that lists it answers. */
  writeInput(input: unknown, id: string): Members;
  /** The answer of the endpoint that deletes a response. */
  writeDeleted(id: string): Members;
  /** Whether a request wants to be answered at once and worked on in the background. */
  isBackground(request: Members): boolean;
  /** The same request, to be worked on now. */
  toForeground(request: Members): Members;
  /** The response to a background request before its work has ended. */
  writePending(id: string, request: Members, created: number, status: "queued" | "in_progress"): Members;
  /** A pending response after its work was cancelled. */
  writeCancelled(pending: Members): Members;
  /** A pending response after its work failed; `status` is the HTTP status that a foreground call would have had. */
  writeFailed(pending: Members, failure: { readonly status: number; readonly message: string }): Members;
  /** An answer of the background: under the id that was given out, whatever the engine called it. */
  writeFinished(id: string, response: Members, request: Members): Members;
  /** Whether a kept answer was made in the background. */
  isBackgroundResponse(response: unknown): boolean;
  /** The events of a stream that would have carried an answer, as far as it has come. */
  replay(response: Members): readonly Members[];
  /** The last event of a stream that carries this answer. */
  endOf(response: Members, sequence: number): Members;
  /** An event as it is written to a stream; `line` is its JSON. */
  frame(line: string): string;
  /** An event of a stream from the background, under the id that was given out. */
  writeEvent(id: string, event: Members, sequence: number, request: Members): Members;
}
