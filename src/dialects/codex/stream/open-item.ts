import type { Block, StreamEvent } from "../../../contract/index.ts";
import type { Members } from "../../members/members.ts";
import type { Origins } from "../../origins.ts";

type Emit = (event: StreamEvent) => void;

/** The services of the stream that an open item uses. */
export interface ItemContext {
  readonly path: string;
  readonly origins: Origins;
  nextBlock(): number;
  /** Tells that a block was begun. */
  note(block: Block): void;
  logprobs(value: readonly unknown[], emit: Emit): void;
}

/** An item of the output while its events come in. */
export interface OpenItem {
  /** The item was announced. */
  begin?(emit: Emit): void;
  /** One event of the item. */
  take(event: Members, type: string, emit: Emit): void;
  /** The item is done, and here it is whole. */
  finish(item: Members, emit: Emit): void;
  /** The stream ended before the item was done. */
  abandon(emit: Emit): void;
}
