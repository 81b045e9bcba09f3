import type { Reply } from "../../contract/index.ts";
import type { IdMap } from "../id-map.ts";
import type { Members } from "../members/members.ts";
import type { Origins } from "../origins.ts";
import type { AskedReply } from "./asked-reply.ts";

/** The context for writing a reply or a stream. */
export interface StreamWriting {
  readonly ids: IdMap;
  /** Used if the events name none: the writer must not make up ids of its own accord. */
  readonly id: string;
  readonly model: string;
  readonly created: number;
  /** The time in milliseconds since 1970, for the end of the answer; without it, `created` stands for it. */
  readonly now?: (() => number) | undefined;
  /** Whether the caller asked for usage in the stream. */
  readonly usage?: boolean;
  /** An estimate of the input's tokens, for streams that state them before the engine has counted them. */
  readonly inputTokens?: number | undefined;
  readonly asked?: AskedReply | undefined;
}

/** Reads and writes whole replies, and counts of tokens. */
export interface ReplyCodec {
  /** `id` tells calls without an id apart from those of other replies, if the reply has no id either. */
  readReply(body: unknown, origins: Origins, id?: string): Reply;
  writeReply(reply: Reply, writing: StreamWriting): Members;
  readTokenCount(body: unknown): number;
  writeTokenCount(count: number): Members;
}
