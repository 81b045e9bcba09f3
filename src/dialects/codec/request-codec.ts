import type { Conversation } from "../../contract/index.ts";
import type { HeaderList } from "../../lib/index.ts";
import type { ModelLimits } from "../../models/index.ts";
import type { IdMap } from "../id-map.ts";
import type { Members } from "../members/members.ts";
import type { Origins } from "../origins.ts";
import type { RequiredMembers } from "../required-members.ts";
import type { AskedReply } from "./asked-reply.ts";
import type { WriterNote } from "./writer-note.ts";

/** The context for reading a request. */
export interface Reading {
  readonly origins: Origins;
  /** The model and streaming as the path states them, for dialects that keep them there. */
  readonly model?: string | undefined;
  readonly stream?: boolean | undefined;
}

/** The context for writing a request. */
export interface Writing {
  readonly ids: IdMap;
  /** The purpose of the request; `generate` by default. */
  readonly operation?: "generate" | "count_tokens";
  /** What the target model accepts, for writers that choose between two forms by it. */
  readonly limits?: ModelLimits;
  /** Reports a loss that depends on a value. Losses that depend on the feature alone are in the feature table. */
  readonly note: (note: WriterNote) => void;
}

/** A request as it goes out. */
export interface WrittenRequest {
  /** Where to send it, below the engine's base URL. */
  readonly path: string;
  readonly body: Members;
  /** Headers that the API wants for what stands in the body. */
  readonly headers?: HeaderList;
}

/** Reads and writes requests. */
export interface RequestCodec {
  readRequest(body: unknown, reading: Reading): Conversation;
  /** Throws if the vendor rejects a request for how its parts fit together, though each of them can be read. */
  checkRequest?(conversation: Conversation, origins: Origins): void;
  writeRequest(conversation: Conversation, writing: Writing): WrittenRequest;
  /** The request of a caller whose own API stores nothing, for an API that stores what it is not told to forget. */
  withoutStorage?(conversation: Conversation, limits: ModelLimits): Conversation;
  /** What a request in this dialect, as the caller sent it, asked of the form of its answer; without it, nothing. */
  askedReply?(request: Members): AskedReply;
  /** What requests must say. */
  readonly required?: RequiredMembers;
}
