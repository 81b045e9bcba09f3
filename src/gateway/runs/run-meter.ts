import type { CallRecord, ModelCallsRecord, Termination, Usage } from "../../contract/index.ts";
import type { ReceiptPlace } from "../../storage/index.ts";
import { terminationOf, usageOf } from "../record/call-receipt.ts";
import type { MeteredCall } from "./call-account.ts";

/** The most receipts that a record names. */
const MAX_RECEIPTS = 1000;
/** The most models that a record names. A caller chooses the names, and memory is bounded. */
const MAX_MODELS = 100;
/** Longer names of models are cut. */
const MAX_NAME_LENGTH = 256;

type SeenModel = ModelCallsRecord["models"][number];
type Counted = "input_tokens" | "output_tokens" | "cache_read_tokens" | "cache_write_tokens";

const COUNTED: readonly Counted[] = [
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
];

/**
 * Adds up the calls of one run. Usage has the meaning that it has in the receipts, and is the sum of theirs. A count that no
 * receipt states is null.
 */
export class RunMeter {
  #calls = 0;
  #refused = 0;
  #spentUsd = 0;
  /** Whether a call has no known cost although it may have cost something. */
  #hasUnknownCost = false;
  readonly #counts = new Map<Counted, number>();
  readonly #models = new Map<string, SeenModel>();
  #modelsOmitted = 0;
  readonly #receipts: { run_id: string; sha256: string }[] = [];

  /** The sum of the known costs. */
  get spentUsd(): number {
    return this.#spentUsd;
  }

  add({ call, usage, cost, error }: MeteredCall): void {
    this.#calls += 1;
    const { reason } = terminationOf(error);
    if (reason === "refused") this.#refused += 1;
    const stated = usageOf(usage, cost);
    for (const name of COUNTED) {
      const count = stated[name];
      if (typeof count === "number") this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
    }
    if (cost !== undefined) this.#spentUsd = roundUsd(this.#spentUsd + cost.usd);
    else if (mayCost(call, reason)) this.#hasUnknownCost = true;
    this.#addModel(call);
  }

  addReceipt({ runId, sha256 }: ReceiptPlace): void {
    if (this.#receipts.length < MAX_RECEIPTS) this.#receipts.push({ run_id: runId, sha256 });
  }

  get record(): ModelCallsRecord {
    const omitted = this.#calls - this.#receipts.length;
    return {
      calls: this.#calls,
      refused: this.#refused,
      usage: this.#usage,
      models: [...this.#models.values()].map((model) => ({ ...model })),
      ...(this.#modelsOmitted === 0 ? {} : { models_omitted: this.#modelsOmitted }),
      receipts: this.#receipts.map((receipt) => ({ ...receipt })),
      ...(omitted > 0 ? { receipts_omitted: omitted } : {}),
    };
  }

  get #usage(): Usage {
    const countOf = (name: Counted) => this.#counts.get(name) ?? null;
    return {
      input_tokens: countOf("input_tokens"),
      output_tokens: countOf("output_tokens"),
      cache_read_tokens: countOf("cache_read_tokens"),
      cache_write_tokens: countOf("cache_write_tokens"),
      request_units: null,
      estimated_cost_usd: this.#hasUnknownCost ? null : this.#spentUsd,
    };
  }

  #addModel({ engine, model, upstream_model, reported_model }: CallRecord): void {
    const names = {
      engine,
      requested: cut(model),
      upstream: cut(upstream_model),
      reported: cut(reported_model),
    };
    const key = JSON.stringify(names);
    const seen = this.#models.get(key);
    if (seen !== undefined) seen.calls += 1;
    else if (this.#models.size < MAX_MODELS) this.#models.set(key, { ...names, calls: 1 });
    else this.#modelsOmitted += 1;
  }
}

// Vendors count tokens for free, and charge nothing for an answer that is an error. A call that was cut off may have cost
// something, whatever its caller was told, unless no engine was chosen yet.
function mayCost({ operation, engine, status }: CallRecord, reason: Termination["reason"]): boolean {
  if ((operation !== "generate" && operation !== "search") || reason === "refused" || engine === "none")
    return false;
  const isCutOff = reason === "cancelled" || reason === "timed_out";
  return isCutOff || (status ?? 0) < 400;
}

function cut(name: string | null | undefined): string | null {
  return name?.slice(0, MAX_NAME_LENGTH).toWellFormed() ?? null;
}

// To the unit in which the cost of one call is rounded.
function roundUsd(usd: number): number {
  return Math.round(usd * 1e12) / 1e12;
}
