import type { Block, Reply, StreamEvent } from "../../contract/index.ts";
import type { Dialect } from "../dialect.ts";

/** The letters before the number of an id, such as `toolu_`. Callers and our own writers know some of them. */
const PREFIX = /^[A-Za-z][A-Za-z_-]{0,14}[_-](?=[^_-])/;

/**
 * Gives a reply and its tool calls ids that no other reply has: some engines number the replies of each conversation alike,
 * and what is kept under such an id would belong to several of them. `unique` are hexadecimal digits that belong to this
 * reply. The ids depend on nothing else than the digits, the caller's prefix for replies, the prefix of the engine's id of a
 * call, and the place of the call, so that a stream and a whole reply get the same ones.
 */
export class ReplyIds {
  readonly #unique: string;
  readonly #prefix: string;
  /** The number of calls of each candidate so far. */
  readonly #counts = new Map<number, number>();
  /** The ids of the calls of a stream, by candidate and block. */
  readonly #started = new Map<string, string>();

  /** `prefix` is what the caller's dialect begins the ids of replies with. */
  constructor(unique: string, prefix: string) {
    this.#unique = unique;
    this.#prefix = prefix;
  }

  /** The reply with its own ids. Called once. */
  inReply(reply: Reply): Reply {
    const candidates = reply.candidates.map((candidate) => ({
      ...candidate,
      content: candidate.content.map((block) => this.#inBlock(block, candidate.index)),
    }));
    const named = { ...reply, candidates };
    if (reply.id !== undefined) named.id = this.#replyId();
    return named;
  }

  /** The next event of a stream with its own ids. */
  inEvent(event: StreamEvent): StreamEvent {
    switch (event.type) {
      case "reply_start":
        return event.id === undefined ? event : { ...event, id: this.#replyId() };
      case "block_start": {
        const content = this.#inBlock(event.content, event.candidate);
        if (content.type === "tool_use") this.#started.set(`${event.candidate}:${event.block}`, content.id);
        return content === event.content ? event : { ...event, content };
      }
      case "block_stop": {
        const id = this.#started.get(`${event.candidate}:${event.block}`);
        if (id === undefined || event.content?.type !== "tool_use") return event;
        return { ...event, content: { ...event.content, id } };
      }
      default:
        return event;
    }
  }

  #replyId(): string {
    return `${this.#prefix}${this.#unique}`;
  }

  #inBlock(block: Block, candidate: number): Block {
    if (block.type !== "tool_use") return block;
    const count = this.#counts.get(candidate) ?? 0;
    this.#counts.set(candidate, count + 1);
    return {
      ...block,
      id: `${prefixOf(block.id, "call_")}${this.#unique}${digits(candidate)}${digits(count)}`,
    };
  }
}

/** The engine's id of a reply with the prefix that the caller's dialect has, in place of the engine's. */
export function prefixedId(id: string, engine: Dialect, caller: Dialect): string {
  if (engine.id === caller.id || (caller.replyIdPrefix !== "" && id.startsWith(caller.replyIdPrefix)))
    return id;
  const bare = id.startsWith(engine.replyIdPrefix) ? id.slice(engine.replyIdPrefix.length) : id;
  return `${caller.replyIdPrefix}${bare}`;
}

function prefixOf(id: string, otherwise: string): string {
  return PREFIX.exec(id)?.[0] ?? otherwise;
}

function digits(count: number): string {
  return count.toString(16).padStart(2, "0");
}
