import { createHash } from "node:crypto";
import type { BodyDigest } from "../../contract/index.ts";
import { isMembers } from "../../dialects/index.ts";
import { findHeader, type HeaderList } from "../../lib/index.ts";
import { isEncoded } from "../bytes/content-decoding.ts";
import { joinChunks } from "../bytes/join-chunks.ts";
import { type AnswerUsage, readAnswerUsage, readUsageAtEnd } from "./answer-usage.ts";

/** A JSON answer up to this size is parsed; of a longer one only the end is looked at. */
const READ_BYTES = 256 * 1024;
const TAIL_BYTES = 4 * 1024;

/** What was seen of an engine's answer. */
export interface SeenAnswer {
  readonly digest: BodyDigest;
  /** The parsed answer if it is JSON and short. */
  readonly value: unknown;
  readonly model: string | undefined;
  readonly count: AnswerUsage | undefined;
}

/** Observes an engine's answer beside its way to the caller. It holds a bounded part of the answer. */
export class AnswerObserver {
  readonly #hash = createHash("sha256");
  readonly #isJson: boolean;
  #bytes = 0;
  /** The first bytes, or the last ones of a long answer. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;

  constructor(headers: HeaderList) {
    const type = findHeader(headers, "content-type") ?? "";
    this.#isJson =
      /^application\/(?:[\w.-]+\+)?json\b/i.test(type) && !isEncoded(findHeader(headers, "content-encoding"));
  }

  /** The bytes that this object holds now. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  push(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    if (!this.#isJson) return;
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes > READ_BYTES) this.#keepTail();
  }

  /** Nothing may be pushed afterwards. */
  finish(): SeenAnswer {
    const digest = { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
    const text = joinChunks(this.#held).toString("utf8");
    this.#held = [];
    this.#heldBytes = 0;
    const value = this.#isJson && this.#bytes <= READ_BYTES ? parse(text) : undefined;
    const model = isMembers(value) ? value["model"] : undefined;
    return {
      digest,
      value,
      model: typeof model === "string" ? model : undefined,
      count: this.#bytes > READ_BYTES ? readUsageAtEnd(text) : readAnswerUsage(value),
    };
  }

  #keepTail(): void {
    const tail = Buffer.from(joinChunks(this.#held).subarray(-TAIL_BYTES));
    this.#held = [tail];
    this.#heldBytes = tail.length;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // An answer that is no JSON passes all the same; it is recorded by its digest.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
