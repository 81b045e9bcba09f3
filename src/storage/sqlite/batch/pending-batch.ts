import { AbpError } from "../../../contract/index.ts";
import type { PreparedReceipt } from "../../../receipts/index.ts";
import type { ReceiptPlace } from "../../ledger/ledger.ts";
import { type Acknowledgement, APPEND_WIDTH, type Batch, type RareWrite, type Refusal } from "./batch.ts";

type Reject = (error: unknown) => void;

/** A batch with the promises of its callers. The lists of functions have the order of the writes. */
export class PendingBatch {
  readonly #begins: string[] = [];
  readonly #appends: string[] = [];
  readonly #rare: RareWrite[] = [];
  readonly #runIds: string[] = [];
  readonly #begun: (() => void)[] = [];
  readonly #appended: ((place: ReceiptPlace) => void)[] = [];
  readonly #answered: ((answer: boolean) => void)[] = [];
  readonly #beginRejects: Reject[] = [];
  readonly #appendRejects: Reject[] = [];
  readonly #rareRejects: Reject[] = [];
  /** Whether a caller waits for it. */
  isUrgent = false;

  /** The number of runs that begin in this batch. */
  get beginCount(): number {
    return this.#begun.length;
  }

  addBegin(tenant: string, runId: string, line: string, resolve: () => void, reject: Reject): void {
    this.#begins.push(tenant, runId, line);
    this.#begun.push(resolve);
    this.#beginRejects.push(reject);
  }

  addAppend(
    tenant: string,
    prepared: PreparedReceipt,
    resolve: (place: ReceiptPlace) => void,
    reject: Reject,
  ): void {
    const { runId, before, between, after } = prepared;
    this.#appends.push(tenant, runId, before, between, after);
    this.#runIds.push(runId);
    this.#appended.push(resolve);
    this.#appendRejects.push(reject);
  }

  /** Refuses events of a run whose receipt is in this batch: they came after it, and would be written before it. */
  addRare(write: RareWrite, resolve: (answer: boolean) => void, reject: Reject): void {
    if (write.kind === "events" && this.#hasReceipt(write.tenant, write.runId)) {
      const message = `run ${write.runId} has its receipt already`;
      reject(toError({ code: "receipt_store_failed", message }));
      return;
    }
    this.#rare.push(write);
    this.#answered.push(resolve);
    this.#rareRejects.push(reject);
  }

  toBatch(): Batch {
    return { begins: this.#begins, appends: this.#appends, rare: this.#rare };
  }

  /** Settles every promise as the writer's acknowledgement says; one that it does not mention is rejected. */
  settle({ seqs, digests, refusals, answers, beginRefusals }: Acknowledgement): void {
    for (let at = 0; at < this.#begun.length; at += 1) {
      const refusal = beginRefusals?.[at];
      if (refusal === undefined) this.#begun[at]!();
      else this.#beginRejects[at]!(toError(refusal));
    }
    let refused = 0;
    for (let at = 0; at < this.#appended.length; at += 1) {
      const seq = seqs[at] ?? -1;
      const sha256 = digests[at] ?? UNMENTIONED.message;
      if (seq >= 0) this.#appended[at]!({ seq, runId: this.#runIds[at] as string, sha256 });
      else {
        this.#appendRejects[at]!(toError({ code: refusals[refused] ?? UNMENTIONED.code, message: sha256 }));
        refused += 1;
      }
    }
    for (let at = 0; at < this.#answered.length; at += 1) {
      const answer = answers[at] ?? UNMENTIONED;
      if (typeof answer === "boolean") this.#answered[at]!(answer);
      else this.#rareRejects[at]!(toError(answer));
    }
  }

  #hasReceipt(tenant: string, runId: string): boolean {
    return this.#runIds.some((one, at) => one === runId && this.#appends[at * APPEND_WIDTH] === tenant);
  }

  rejectAll(error: unknown): void {
    for (const reject of this.#beginRejects) reject(error);
    for (const reject of this.#appendRejects) reject(error);
    for (const reject of this.#rareRejects) reject(error);
  }
}

const UNMENTIONED: Refusal = {
  code: "receipt_store_failed",
  message: "the writer did not say what became of this write",
};

function toError({ code, message, details }: Refusal): AbpError {
  return new AbpError(code, message, details === undefined ? {} : { details });
}
