import type { StreamEvent } from "../../contract/index.ts";
import type { StreamWriting } from "./reply-codec.ts";

/** Where the parts of a streamed reply stand in the same reply as a whole. */
export interface ReplyPlaces {
  readonly usage: string;
  candidate(index: number): string;
  block(candidate: number, block: number): string;
}

/** Turns a vendor's events into ours, one at a time. */
export interface StreamReader {
  /** The places of what was emitted so far, for the account of losses; without them it names members alone. */
  readonly places?: ReplyPlaces;
  /** Takes the data of one event. */
  push(data: string, event: string | undefined, emit: (event: StreamEvent) => void): void;
  /** Takes the end of the stream; a stream that was cut off ends in an error event, never in a normal stop. */
  end(emit: (event: StreamEvent) => void): void;
}

/** Turns our events into a vendor's, framed for the wire. */
export interface StreamWriter {
  push(event: StreamEvent, write: (text: string) => void): void;
  end(write: (text: string) => void): void;
}

/** Reads and writes streams. */
export interface StreamCodec {
  /** `id` as for `readReply`. */
  openReader(id?: string): StreamReader;
  openWriter(writing: StreamWriting): StreamWriter;
  /** Whether a stream begins with the tokens of the input. */
  readonly startsWithUsage?: boolean;
}
