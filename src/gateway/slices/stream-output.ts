import type { BodyDigest } from "../../contract/index.ts";
import { RunningDigest } from "../bytes/running-digest.ts";
import { SLICE_BYTES } from "./long-body-read.ts";
import { LONG_JSON_BYTES } from "./long-json.ts";
import type { SlicedWork, SliceQueue } from "./slice-queue.ts";

/** Where the text of a stream goes. */
export interface StreamTarget {
  /** Answers false if the engine should pause. */
  write(chunk: Uint8Array): boolean;
  /** Reads on after a pause. */
  resume(): void;
}

/**
 * Encodes, hashes and sends the text of a stream. A text of more than 1 MiB is sent in slices, between which other calls are
 * served: the engine pauses meanwhile, and what follows waits.
 */
export class StreamOutput implements SlicedWork {
  readonly #target: StreamTarget;
  readonly #slices: SliceQueue;
  readonly #digest = new RunningDigest();
  /** The texts that wait; the first one is being sent. */
  readonly #waiting: string[] = [];
  /** How much of the first one is sent. */
  #sent = 0;
  #takesMore = true;
  #isStopped = false;
  #onEmpty: (() => void) | undefined;

  constructor(target: StreamTarget, slices: SliceQueue) {
    this.#target = target;
    this.#slices = slices;
  }

  /** Sends a text, after those before it. Answers false if the engine should pause. */
  write(text: string): boolean {
    const isFirst = this.#waiting.length === 0;
    if (isFirst && text.length <= LONG_JSON_BYTES) return this.#put(text);
    this.#waiting.push(text);
    if (isFirst) void this.#slices.run(this).then(() => this.#settle());
    return false;
  }

  /** Calls `then` once everything is sent: at once if nothing waits. Nothing may be written afterwards. */
  finish(then: () => void): void {
    if (this.#waiting.length === 0) then();
    else this.#onEmpty = then;
  }

  /** Drops what is not sent yet. */
  stop(): void {
    this.#isStopped = true;
  }

  /** The digest of everything that was sent; undefined for nothing. Called once, at the end. */
  digest(): BodyDigest | undefined {
    return this.#digest.isEmpty ? undefined : this.#digest.finish();
  }

  /** Sends the next slice. */
  step(): boolean {
    const text = this.#waiting[0];
    if (text === undefined || this.#isStopped) return true;
    const end = endOfSlice(text, this.#sent);
    this.#takesMore = this.#put(text.slice(this.#sent, end));
    this.#sent = end;
    if (end < text.length) return false;
    this.#waiting.shift();
    this.#sent = 0;
    return this.#waiting.length === 0;
  }

  #settle(): void {
    if (this.#isStopped) return;
    // A text that came after the last slice waits in the queue anew.
    if (this.#waiting.length > 0) void this.#slices.run(this).then(() => this.#settle());
    else if (this.#onEmpty !== undefined) this.#onEmpty();
    else if (this.#takesMore) this.#target.resume();
  }

  #put(text: string): boolean {
    const bytes = Buffer.from(text);
    this.#digest.push(bytes);
    return this.#target.write(bytes);
  }
}

// A pair of surrogates is not divided.
function endOfSlice(text: string, start: number): number {
  const end = start + SLICE_BYTES;
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
