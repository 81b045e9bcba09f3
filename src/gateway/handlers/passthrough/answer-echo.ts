import type { Members } from "../../../dialects/index.ts";
import type { ByteBudget } from "../../../lib/index.ts";
import { BodyCollector } from "../../bytes/body-collector.ts";
import { joinChunks } from "../../bytes/join-chunks.ts";
import { setMembers } from "../../bytes/member-splice.ts";

/** The largest answer, and the longest line of a stream, that is held. A larger one passes unchanged. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;

const LINE_FEED = 0x0a;
const DATA_FIELD = "data:";
const NOTHING = Buffer.alloc(0);

/** What an answer is to repeat, and where. */
export interface EchoedMembers {
  readonly members: Members;
  /** The path of the object that holds them, in a whole answer and in an event of a stream. */
  readonly paths: { readonly body: readonly string[]; readonly event: readonly string[] };
}

/**
 * Puts members of the caller's request back into the answer of an engine that did not receive them, because the gateway put
 * in what they stand for. All other bytes stay as they are. A line of a stream is passed on when it is whole.
 */
export class AnswerEcho {
  readonly #echoed: EchoedMembers;
  readonly #isStream: boolean;
  readonly #held: BodyCollector;
  #hasGivenUp = false;

  constructor(echoed: EchoedMembers, isStream: boolean, budget: ByteBudget) {
    this.#echoed = echoed;
    this.#isStream = isStream;
    this.#held = new BodyCollector(budget, MAX_HELD_BYTES);
  }

  /** Takes bytes of the engine; returns those that the caller gets now, perhaps none. */
  push(chunk: Uint8Array): Uint8Array {
    if (this.#hasGivenUp) return chunk;
    const end = this.#isStream ? chunk.lastIndexOf(LINE_FEED) + 1 : 0;
    if (end === 0) return this.#hold(chunk) ? NOTHING : joinChunks([...this.#takeHeld(), chunk]);
    const lines = this.#editLines(joinChunks([...this.#takeHeld(), chunk.subarray(0, end)]));
    const rest = chunk.subarray(end);
    return rest.length === 0 || this.#hold(rest) ? lines : joinChunks([lines, rest]);
  }

  /** The rest of the answer. */
  end(): Uint8Array {
    const rest = joinChunks(this.#takeHeld());
    if (rest.length === 0) return rest;
    const { members, paths } = this.#echoed;
    return this.#isStream ? this.#editLines(rest) : setMembers(rest, paths.body, members);
  }

  /** Frees what is held of an answer that will never end. */
  abandon(): void {
    this.#held.release();
  }

  #hold(bytes: Uint8Array): boolean {
    const isHeld = this.#held.add(bytes);
    this.#hasGivenUp = !isHeld;
    return isHeld;
  }

  #takeHeld(): Buffer[] {
    if (this.#held.bytes === 0) return [];
    const held = this.#held.join();
    this.#held.release();
    return [held];
  }

  // Most events do not hold the object, and need no scan.
  #editLines(lines: Buffer): Buffer {
    const { members, paths } = this.#echoed;
    const [name] = paths.event;
    if (name !== undefined && !lines.includes(JSON.stringify(name))) return lines;
    const edited: Buffer[] = [];
    for (let at = 0; at < lines.length; ) {
      const feed = lines.indexOf(LINE_FEED, at);
      const end = feed === -1 ? lines.length : feed;
      const start = at + DATA_FIELD.length;
      const isData = lines.toString("latin1", at, start) === DATA_FIELD;
      const line = isData ? setMembers(lines.subarray(start, end), paths.event, members) : undefined;
      if (line === undefined) edited.push(lines.subarray(at, end + 1));
      else edited.push(lines.subarray(at, start), line, lines.subarray(end, end + 1));
      at = end + 1;
    }
    return Buffer.concat(edited);
  }
}
