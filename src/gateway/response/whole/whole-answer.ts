import type { ByteBudget, HeaderList } from "../../../lib/index.ts";
import { BodyCollector } from "../../bytes/body-collector.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import { LONG_JSON_BYTES } from "../../slices/long-json.ts";
import type { SliceQueue } from "../../slices/slice-queue.ts";
import { readInSlices, type WholeBody } from "../../slices/whole-body.ts";
import { beginningOf } from "./failed-answer.ts";

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

  /** Adds a chunk; answers false where the answer is too large or the budget is spent. */
  add(chunk: Uint8Array): boolean {
    return this.#body.add(chunk);
  }

  /** Whether the body is read in slices. */
  get isLong(): boolean {
    return this.#body.bytes > LONG_JSON_BYTES;
  }

  /** The whole body, its digest and its value; read in slices, between which other calls are served. */
  async read(slices: SliceQueue): Promise<WholeBody & { readonly value: unknown }> {
    const body = this.#body.join();
    const { digest, value } = await readInSlices(body, slices);
    return { body, digest, value: value === undefined ? beginningOf(body) : value };
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
