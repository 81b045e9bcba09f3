import type { Block, StreamEvent } from "../../../contract/index.ts";
import type { Members } from "../../members/members.ts";
import type { ItemWriting } from "../content/item-writer.ts";
import type { Frames } from "./frames.ts";

type Write = (text: string) => void;

/** A delta in the form of the conversation. */
export type Delta = Extract<StreamEvent, { type: "text_delta" | "thinking_delta" | "input_delta" }>;

/** A message item that is being written. */
export interface WrittenMessage {
  first: Block;
  readonly parts: Members[];
  readonly place: number;
  readonly id: string;
}

/** Settings for writing one block. */
export interface BlockWriting {
  readonly frames: Frames;
  readonly items: ItemWriting;
  readonly message: WrittenMessage | undefined;
  /** The place of the next item in the output. */
  readonly place: number;
}

/** A block that is being written. */
export interface WrittenBlock {
  readonly place: number;
  readonly id: string;
  begin(write: Write): void;
  delta?(event: Delta, write: Write): void;
  /** Ends the block; one that is an item of its own gives the item. */
  finish(content: Block | undefined, write: Write): Members | undefined;
}
