import type { CallRecord, ModelCallsRecord, Termination } from "../../contract/index.ts";
import type { ReceiptPlace } from "../../storage/index.ts";
import type { MeteredCall } from "../exchange/call-account.ts";
import { terminationOf } from "../record/call-receipt.ts";
import { UsageSum } from "./usage-sum.ts";

/** The most receipts that a record names. */
const MAX_RECEIPTS = 1000;
/** The most models that a record names. A caller chooses the names, and memory is bounded. */
const MAX_MODELS = 100;
/** Longer names of models are cut. */
const MAX_NAME_LENGTH = 256;

/** The calls of one model. */
interface SeenModel {
  readonly names: Pick<ModelCallsRecord["models"][number], "engine" | "requested" | "upstream" | "reported">;
  readonly sum: UsageSum;
  calls: number;
}

/**
 * Adds up the calls of one run. Usage has the meaning that it has in the receipts, and is the sum of theirs. A count that no
 * receipt states is null.
 */
export class RunMeter {
  #calls = 0;
  #refused = 0;
  readonly #sum = new UsageSum();
  readonly #models = new Map<string, SeenModel>();
  #modelsOmitted = 0;
  readonly #receipts: { run_id: string; sha256: string }[] = [];

  /** The sum of the known costs. */
  get spentUsd(): number {
    return this.#sum.spentUsd;
  }

  add({ call, usage, cost, error }: MeteredCall): void {
    this.#calls += 1;
    const { reason } = terminationOf(error);
    if (reason === "refused") this.#refused += 1;
    const used = { usage, cost, mayCost: mayCost(call, reason) };
    this.#sum.add(used);
    this.#model(call)?.add(used);
  }

  addReceipt({ runId, sha256 }: ReceiptPlace): void {
    if (this.#receipts.length < MAX_RECEIPTS) this.#receipts.push({ run_id: runId, sha256 });
  }

  get record(): ModelCallsRecord {
    const omitted = this.#calls - this.#receipts.length;
    return {
      calls: this.#calls,
      refused: this.#refused,
      usage: this.#sum.usage,
      models: [...this.#models.values()].map(({ names, calls, sum }) => ({
        ...names,
        calls,
        usage: sum.usage,
      })),
      ...(this.#modelsOmitted === 0 ? {} : { models_omitted: this.#modelsOmitted }),
      receipts: this.#receipts.map((receipt) => ({ ...receipt })),
      ...(omitted > 0 ? { receipts_omitted: omitted } : {}),
    };
  }

  /** Counts a call of a model, and returns its sum; undefined if there are too many models. */
  #model({ engine, model, upstream_model, reported_model }: CallRecord): UsageSum | undefined {
    const names = {
      engine,
      requested: cut(model),
      upstream: cut(upstream_model),
      reported: cut(reported_model),
    };
    const key = JSON.stringify(names);
    let seen = this.#models.get(key);
    if (seen === undefined) {
      if (this.#models.size >= MAX_MODELS) {
        this.#modelsOmitted += 1;
        return undefined;
      }
      seen = { names, sum: new UsageSum(), calls: 0 };
      this.#models.set(key, seen);
    }
    seen.calls += 1;
    return seen.sum;
  }
}

// Vendors count tokens for free, and charge nothing for an answer that is an error. A call that was cut off may have cost
// something, even if its caller got an error, unless no engine was chosen yet.
function mayCost({ operation, engine, status }: CallRecord, reason: Termination["reason"]): boolean {
  if ((operation !== "generate" && operation !== "search") || reason === "refused" || engine === "none")
    return false;
  const isCutOff = reason === "cancelled" || reason === "timed_out";
  return isCutOff || (status ?? 0) < 400;
}

function cut(name: string | null | undefined): string | null {
  return name?.slice(0, MAX_NAME_LENGTH).toWellFormed() ?? null;
}
