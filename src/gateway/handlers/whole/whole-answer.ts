import type { AbpError } from "../../../contract/index.ts";
import type { ByteBudget, HeaderList } from "../../../lib/index.ts";
import { BodyCollector } from "../../bytes/body-collector.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import { asAbpError } from "../../plain-answers/error-answer.ts";
import { LONG_JSON_BYTES } from "../../slices/long-json.ts";
import type { SliceQueue } from "../../slices/slice-queue.ts";
import { readInSlices, type WholeBody, writeBody } from "../../slices/whole-body.ts";
import { beginningOf, parseAnswer } from "./failed-answer.ts";

/** A response that is made of a whole answer. Nothing is passed to it once it is released. */
export interface AnswerTaker {
  readonly isReleased: boolean;
  /** Takes the engine's answer, with its value; that of an error is not read unless the answer is long. */
  take(whole: WholeBody, value: unknown): void;
  /** Takes what the caller gets. */
  send(whole: WholeBody): void;
  onFailure(error: AbpError): void;
}

/** An engine's answer that is collected as a whole before anything is done with it. */
export class WholeAnswer {
  /** 0 before the head has come. */
  status = 0;
  headers: HeaderList = [];
  readonly #body: BodyCollector;

  /** Holds at most `limit` bytes, on the account of the budget that all calls share. */
  constructor(heldBytes: ByteBudget, limit: number) {
    this.#body = new BodyCollector(heldBytes, limit);
  }

  begin(status: number, headers: HeaderList): void {
    this.status = status;
    this.headers = headers;
  }

  /** Adds a chunk; answers false if the answer is too large or the budget is spent. */
  add(chunk: Uint8Array): boolean {
    return this.#body.add(chunk);
  }

  /** Passes the collected answer on; a long one is read in slices, between which other calls are served. */
  readFor(taker: AnswerTaker, slices: SliceQueue): void {
    if (this.#body.bytes > LONG_JSON_BYTES) {
      this.#readLong(taker, slices).catch((thrown: unknown) => failLater(taker, thrown));
      return;
    }
    const whole = this.join();
    taker.take(whole, this.status >= 400 ? undefined : parseAnswer(whole.body));
  }

  async #readLong(taker: AnswerTaker, slices: SliceQueue): Promise<void> {
    const body = this.#body.join();
    const { digest, value } = await readInSlices(body, slices);
    if (!taker.isReleased) taker.take({ body, digest }, value === undefined ? beginningOf(body) : value);
  }

  /** The whole body. */
  join(): WholeBody {
    const body = this.#body.join();
    return { body, digest: digestBody(body) };
  }

  /** Drops the body, so that it counts no longer and another may follow. May be called more than once. */
  release(): void {
    this.#body.release();
  }
}

/** Writes what the caller gets and passes it on; a body of many bytes is written in slices. */
export function writeFor(
  taker: AnswerTaker,
  value: unknown,
  expectedBytes: number,
  slices: SliceQueue,
): void {
  const written = writeBody(value, expectedBytes, slices);
  if (written instanceof Promise)
    written
      .then((whole) => {
        if (!taker.isReleased) taker.send(whole);
      })
      .catch((thrown: unknown) => failLater(taker, thrown));
  else if (!taker.isReleased) taker.send(written);
}

/** Fails a response for what is thrown after the engine's end, which has no other way to the call. */
export function failLater(taker: AnswerTaker, thrown: unknown): void {
  if (!taker.isReleased) taker.onFailure(asAbpError(thrown));
}

export function jsonHeaders({ length }: Buffer): string[] {
  return ["content-type", "application/json", "content-length", `${length}`];
}
