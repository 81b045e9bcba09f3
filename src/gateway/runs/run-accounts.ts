import { randomBytes } from "node:crypto";
import { AbpError } from "../../contract/index.ts";
import type { Callers } from "../callers/callers.ts";
import { tokenOf } from "../callers/presented-token.ts";
import { type PresentedUploadKey, uploadKeyInvalid } from "../callers/upload-keys.ts";
import type { CallHead } from "../exchange/call-head.ts";
import { isRunId } from "../exchange/run-id.ts";
import { runNotFound } from "../exchange/run-not-found.ts";
import type { RunAccountRequest } from "./gateway-account.ts";
import { RunAccount } from "./run-account.ts";
import { bindRun } from "./run-binding.ts";
import type { BindingContext } from "./run-targets.ts";

const TOKEN_BYTES = 32;
/** How many ended runs are remembered. The store knows the others. */
const MAX_ENDED = 10_000;

/** The error for an account on a port that several threads serve: each call may arrive in another one. */
export function accountsNeedOneThread(): AbpError {
  return new AbpError("validation_failed", "a run's account needs a gateway that serves in one thread", {
    where: "gateway.workers",
    advice: "Set `workers = 1` in `[gateway]`.",
  });
}

/** What the accounts need of the gateway. */
export interface RunAccountsContext extends BindingContext {
  readonly callers: Pick<Callers, "forRun">;
  readonly report: (message: string, error: unknown) => void;
  /** Returns so many random bytes. */
  readonly random?: (size: number) => Buffer;
}

/**
 * The open runs of this thread. Each has a key of its own, which is valid only below the run's path; no other key is valid
 * there. Another thread or process knows nothing of these keys and refuses them.
 */
export class RunAccounts {
  readonly #context: RunAccountsContext;
  readonly #open = new Map<string, RunAccount>();
  /** The ids of runs that have ended, oldest first. */
  readonly #ended = new Set<string>();

  constructor(context: RunAccountsContext) {
    this.#context = context;
  }

  /**
   * Opens the account of a run. Throws `validation_failed` if the id is no UUID in lower case, or was used already, or if the
   * run whose access it takes over is not one that has ended here, and what `bindRun` throws.
   */
  open(request: RunAccountRequest): RunAccount {
    const { runId, access, tenant, budgetUsd, name } = request;
    if (!isRunId(runId) || runId !== runId.toLowerCase())
      throw new AbpError("validation_failed", `${runId} is not the id of a run`);
    if (this.#open.has(runId) || this.#ended.has(runId))
      throw new AbpError("validation_failed", `the run ${runId} has an account already`);
    const path = access?.startedFor ?? runId;
    if (access !== undefined && (this.#open.has(path) || !this.#ended.has(path)))
      throw new AbpError(
        "validation_failed",
        `the run ${path} has not ended here, so no other run can have its key`,
      );
    const { callers, report, random = randomBytes } = this.#context;
    const account = new RunAccount({
      runId,
      token: access?.token ?? `abp_${random(TOKEN_BYTES).toString("base64url")}`,
      caller: bindRun(callers.forRun(name, tenant), request, this.#context),
      budgetUsd,
      report,
      onClosed: () => this.#end(path),
    });
    // The path of its own id takes no calls.
    if (path !== runId) this.#remember(runId);
    this.#open.set(path, account);
    return account;
  }

  /**
   * The account that a call belongs to; undefined if its path names no run that was opened here. Throws `auth_required`
   * if the call has no key, `run_not_found` if it has another key than the run's, or the run has ended, and `auth_invalid`
   * for the key of an upload that the run did not begin.
   */
  admit(head: CallHead, parentRun: string | undefined, upload?: PresentedUploadKey): RunAccount | undefined {
    if (parentRun === undefined) return undefined;
    const account = this.#open.get(parentRun);
    if (account === undefined && !this.#ended.has(parentRun)) return undefined;
    if (upload !== undefined) {
      if (account === undefined || !upload.isOf(account.holder.digest)) throw uploadKeyInvalid();
      return account;
    }
    const token = tokenOf(head);
    if (token === undefined) throw new AbpError("auth_required", "the call carries no key");
    if (account?.accepts(token) !== true) throw runNotFound(parentRun);
    return account;
  }

  #end(path: string): void {
    this.#open.delete(path);
    this.#remember(path);
  }

  #remember(runId: string): void {
    this.#ended.delete(runId);
    this.#ended.add(runId);
    const [oldest] = this.#ended;
    if (this.#ended.size > MAX_ENDED) this.#ended.delete(oldest!);
  }
}
