import { AbpError } from "../../../contract/index.ts";
import type { PreparedReceipt } from "../../../receipts/index.ts";
import type { ReceiptPlace } from "../../ledger/ledger.ts";
import type { Acknowledgement, RareWrite } from "./batch.ts";
import type { WriterPort } from "./writer-port.ts";

type Reject = (error: unknown) => void;

/** What was asked for and not yet acknowledged, in the order of the lists that are sent. */
class Pending {
  readonly begins: string[] = [];
  readonly appends: string[] = [];
  readonly rare: RareWrite[] = [];
  readonly begun: (() => void)[] = [];
  readonly appended: ((place: ReceiptPlace) => void)[] = [];
  readonly runIds: string[] = [];
  readonly answered: ((answer: boolean) => void)[] = [];
  readonly beginRejects: Reject[] = [];
  readonly appendRejects: Reject[] = [];
  readonly rareRejects: Reject[] = [];
  /** Whether somebody waits for it. */
  isUrgent = false;
}

/** How long the end of a run may wait for company. */
const PATIENCE_MS = 4;
/** While so many runs begin at a time, the next ones wait so long for more, up to a number. */
const MANY = 4;
const PAUSE_MS = 1;
const LOT = 24;

/**
 * One thread's way to the writer. Whatever is asked for while a batch is under way goes into the next one, so batches grow
 * with the load. What somebody waits for goes at once; the end of a run waits a moment for a beginning to go along with,
 * because each batch costs two wake-ups and a wait for the disk. For the same reason beginnings wait for each other, too, while
 * there are many of them.
 */
export class BatchClient {
  readonly #port: WriterPort;
  readonly #where: string;
  #gathering: Pending | undefined;
  #sent: Pending | undefined;
  #failure: unknown;
  #isScheduled = false;
  /** How many runs began with the last batch. */
  #lastBegins = 0;
  #isPausing = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #sendNow = () => this.#send();
  #idle: (() => void)[] = [];

  constructor(port: WriterPort, where: string) {
    this.#port = port;
    this.#where = where;
    port.on("message", (answer: Acknowledgement) => this.#settle(answer));
    port.on("close", () => this.fail("the writer is gone"));
    port.unref();
  }

  begin(tenant: string, runId: string, line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const pending = this.#gather(true);
      pending.begins.push(tenant, runId, line);
      pending.begun.push(resolve);
      pending.beginRejects.push(reject);
    });
  }

  append(tenant: string, prepared: PreparedReceipt): Promise<ReceiptPlace> {
    return new Promise((resolve, reject) => {
      const pending = this.#gather(false);
      const { runId, before, between, after } = prepared;
      pending.appends.push(tenant, runId, before, between, after);
      pending.runIds.push(runId);
      pending.appended.push(resolve);
      pending.appendRejects.push(reject);
    });
  }

  write(write: RareWrite): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const pending = this.#gather(true);
      pending.rare.push(write);
      pending.answered.push(resolve);
      pending.rareRejects.push(reject);
    });
  }

  /** Whether the writer still takes what it is given. */
  get isWorking(): boolean {
    return this.#failure === undefined;
  }

  /** Takes nothing more. */
  close(): void {
    this.#failure ??= this.#error("the store is closed");
    this.#port.close();
  }

  /** Answers when nothing is under way. */
  idle(): Promise<void> {
    if (this.#sent === undefined && this.#gathering === undefined) return Promise.resolve();
    if (this.#gathering !== undefined) {
      this.#gathering.isUrgent = true;
      if (this.#sent === undefined) this.#schedule(this.#gathering);
    }
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Refuses whatever is under way and whatever comes. */
  fail(message: string, cause?: unknown): void {
    this.#failure ??= this.#error(message, cause);
    for (const pending of [this.#sent, this.#gathering]) if (pending) rejectAll(pending, this.#failure);
    this.#sent = undefined;
    this.#gathering = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#rest();
  }

  #gather(isUrgent: boolean): Pending {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#gathering === undefined) {
      this.#gathering = new Pending();
      if (this.#sent === undefined) this.#port.ref();
    }
    const pending = this.#gathering;
    if (isUrgent) pending.isUrgent = true;
    if (this.#sent === undefined) this.#schedule(pending);
    return pending;
  }

  // After the callback that asks: calls come in rows, so that whatever else it asks for goes along.
  #schedule(pending: Pending): void {
    if (this.#isScheduled) return;
    const isPause = pending.isUrgent && this.#lastBegins >= MANY && pending.begun.length < LOT;
    if (pending.isUrgent && !isPause) {
      this.#isScheduled = true;
      process.nextTick(this.#sendNow);
    } else if (this.#timer === undefined || (isPause && !this.#isPausing)) {
      clearTimeout(this.#timer);
      this.#isPausing = isPause;
      this.#timer = setTimeout(this.#sendNow, isPause ? PAUSE_MS : PATIENCE_MS);
    }
  }

  #send(): void {
    this.#isScheduled = false;
    this.#isPausing = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#gathering;
    if (pending === undefined || this.#sent !== undefined) return;
    this.#gathering = undefined;
    this.#sent = pending;
    this.#lastBegins = pending.begun.length;
    this.#port.postMessage({ begins: pending.begins, appends: pending.appends, rare: pending.rare });
  }

  #settle(answer: Acknowledgement): void {
    const pending = this.#sent;
    if (pending === undefined) return;
    this.#sent = undefined;
    if (this.#gathering === undefined) this.#rest();
    else this.#schedule(this.#gathering);
    if (answer.failure !== undefined) rejectAll(pending, this.#error(answer.failure));
    else resolveAll(pending, answer);
  }

  #rest(): void {
    this.#port.unref();
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #error(message: string, cause?: unknown): AbpError {
    return new AbpError("receipt_store_failed", message, { where: this.#where, cause });
  }
}

function resolveAll(pending: Pending, { seqs, digests, refusals, answers }: Acknowledgement): void {
  for (const resolve of pending.begun) resolve();
  let refused = 0;
  for (let at = 0; at < seqs.length; at += 1) {
    const seq = seqs[at] as number;
    const sha256 = digests[at] as string;
    if (seq >= 0) pending.appended[at]?.({ seq, runId: pending.runIds[at] as string, sha256 });
    else {
      const code = refusals[refused] ?? "receipt_store_failed";
      pending.appendRejects[at]?.(new AbpError(code, sha256));
      refused += 1;
    }
  }
  for (let at = 0; at < answers.length; at += 1) pending.answered[at]?.(answers[at] as boolean);
}

function rejectAll(pending: Pending, error: unknown): void {
  for (const reject of pending.beginRejects) reject(error);
  for (const reject of pending.appendRejects) reject(error);
  for (const reject of pending.rareRejects) reject(error);
}
