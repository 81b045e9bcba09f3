import { hash, timingSafeEqual } from "node:crypto";
import { AbpError, type ModelCallsRecord } from "../../contract/index.ts";
import type { ReceiptPlace } from "../../storage/index.ts";
import type { CallAccount, MeteredCall, RunningCall } from "../exchange/call-account.ts";
import type { Caller } from "../exchange/caller.ts";
import type { KeyHolder } from "../exchange/key-holder.ts";
import { runNotFound } from "../exchange/run-not-found.ts";
import type { GatewayAccount } from "./gateway-account.ts";
import { RunMeter } from "./run-meter.ts";

/** How long a closing account waits for receipts that the ledger cannot write. */
const MAX_CLOSE_MS = 30_000;

/** What an account is made of. */
export interface RunAccountParts {
  readonly runId: string;
  readonly token: string;
  /** Whom the receipts of the calls name, and whom the calls' content belongs to. */
  readonly caller: Caller;
  readonly budgetUsd: number | null;
  /** Takes failures that no caller sees. */
  readonly report: (message: string, error: unknown) => void;
  /** Called once, when the account stops taking calls. */
  readonly onClosed: () => void;
}

/**
 * The account of a run that is open. A call is checked against the budget when it begins, and once more before its request
 * leaves. What a call costs is known only when it has ended, so calls at the same time can exceed the budget by their own cost;
 * an agent that makes one call after the other exceeds it by the last call at most.
 */
export class RunAccount implements GatewayAccount, CallAccount {
  onSpent: ((usd: number) => void) | undefined;
  readonly runId: string;
  readonly token: string;
  readonly caller: Caller;
  readonly #parts: RunAccountParts;
  readonly #digest: Buffer;
  readonly #meter = new RunMeter();
  readonly #running = new Set<RunningCall>();
  /** How much work is waited for, and who waits. */
  #awaited = 0;
  #settle: (() => void) | undefined;
  ended: AbpError | undefined;
  #closed: Promise<ModelCallsRecord> | undefined;

  constructor(parts: RunAccountParts) {
    this.#parts = parts;
    this.runId = parts.runId;
    this.token = parts.token;
    this.caller = parts.caller;
    this.#digest = digestOf(parts.token);
  }

  readonly spentUsd = (): number => this.#meter.spentUsd;

  readonly metered = (): ModelCallsRecord => this.#meter.record;

  readonly openCalls = (): number => this.#running.size;

  get holder(): KeyHolder {
    return { name: this.caller.name, digest: this.#digest };
  }

  /** Whether a key is this account's. The time that it takes reveals nothing of the key. */
  accepts(token: string): boolean {
    return timingSafeEqual(this.#digest, digestOf(token));
  }

  check(openUsd = 0): void {
    const { budgetUsd } = this.#parts;
    if (this.ended !== undefined) throw this.ended;
    const spentUsd = this.#meter.spentUsd + openUsd;
    if (budgetUsd === null || spentUsd < budgetUsd) return;
    const message = `the model calls of the run cost ${spentUsd} USD, and its budget is ${budgetUsd} USD`;
    throw new AbpError("run_budget_exceeded", message);
  }

  enter(call: RunningCall): void {
    this.#running.add(call);
  }

  exit(call: RunningCall): void {
    this.#running.delete(call);
  }

  waitFor(work: Promise<unknown>): void {
    this.#awaited += 1;
    const done = () => {
      this.#awaited -= 1;
      if (this.#awaited === 0) this.#settle?.();
    };
    work.then(done, done);
  }

  meter(call: MeteredCall): void {
    this.#meter.add(call);
    if (call.cost === undefined) return;
    try {
      this.onSpent?.(this.#meter.spentUsd);
    } catch (error) {
      this.#parts.report("a listener for the cost of a run failed", error);
    }
  }

  addReceipt(place: ReceiptPlace): void {
    this.#meter.addReceipt(place);
  }

  close(): Promise<ModelCallsRecord> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<ModelCallsRecord> {
    this.ended = runNotFound(this.#parts.runId);
    this.#parts.onClosed();
    for (const call of [...this.#running]) call.leave("run_ended");
    if (this.#awaited > 0) await this.#settled();
    return this.#meter.record;
  }

  async #settled(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#settle = resolve;
    const timer = setTimeout(() => {
      const error = new AbpError("ledger_unavailable", "the ledger cannot write");
      this.#parts.report("receipts of a run were not durable when it ended", error);
      resolve();
    }, MAX_CLOSE_MS);
    await promise;
    clearTimeout(timer);
  }
}

function digestOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
