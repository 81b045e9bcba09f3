import { AbpError, type Block, type StreamEvent } from "../../contract/index.ts";
import { calledTool, type Dialect, Origins, type StreamReader } from "../../dialects/index.ts";
import { SseError, SseReader } from "../../lib/index.ts";
import type { CallJudge } from "./call-judge.ts";

type Recorder = Pick<CallJudge, "recordAnswer" | "recordUnreadable">;

/** Watches an answer that passes through unchanged, and records the tool calls that the policy does not allow. */
export class AnswerWatch {
  readonly #dialect: Dialect;
  readonly #judge: Recorder;
  readonly #reader: StreamReader | undefined;
  readonly #source: SseReader | undefined;
  #isReadable = true;

  constructor(dialect: Dialect, judge: Recorder, isStream: boolean) {
    this.#dialect = dialect;
    this.#judge = judge;
    if (!isStream) return;
    const reader = dialect.openReader();
    this.#reader = reader;
    this.#source = new SseReader((data, event) => reader.push(data, event, this.#take));
  }

  /** Takes a chunk of a stream. */
  push(chunk: Uint8Array): void {
    if (this.#source === undefined || !this.#isReadable) return;
    try {
      this.#source.push(chunk);
    } catch (error) {
      if (!AbpError.is(error) && !(error instanceof SseError)) throw error;
      this.#giveUp(error.message);
    }
  }

  /**
   * Takes the end of the answer. `body` is the whole body of an answer that is not a stream; undefined if it was too
   * large or compressed.
   */
  finish(body: unknown): void {
    if (this.#source !== undefined) {
      // A call whose name came last is reported at the end.
      if (this.#isReadable) this.#reader?.end(this.#take);
      return;
    }
    if (body === undefined) {
      this.#giveUp("the answer could not be read");
      return;
    }
    try {
      for (const one of Array.isArray(body) ? body : [body]) {
        const { candidates } = this.#dialect.readReply(one, new Origins());
        for (const { content } of candidates) for (const block of content) this.#record(block);
      }
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      this.#giveUp(error.message);
    }
  }

  readonly #take = (event: StreamEvent): void => {
    if (event.type !== "block_start" && event.type !== "block_stop") return;
    if (event.content !== undefined) this.#record(event.content);
  };

  #record(block: Block): void {
    const tool = calledTool(block);
    if (tool !== undefined) this.#judge.recordAnswer(tool);
  }

  // What follows cannot be judged, and the receipt says so.
  #giveUp(why: string): void {
    this.#isReadable = false;
    this.#judge.recordUnreadable(why);
  }
}
