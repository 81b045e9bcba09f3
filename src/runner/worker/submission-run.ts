import { isAbsolute } from "node:path";
import type { Config } from "../../config/index.ts";
import { AbpError, type WorkOrder } from "../../contract/index.ts";
import { uuidV7 } from "../../lib/index.ts";
import type { Approver } from "../../policy/index.ts";
import { findWorkspace, type Resolution, type RunHandle, runStreaming } from "../../runtime/index.ts";
import type { RunStore, Store, SubmittedRun } from "../../storage/index.ts";
import { chooseBackend } from "../choice/backend-choice.ts";
import { requireEngine } from "../choice/required-engine.ts";
import { chooseRun } from "../choice/run-choice.ts";
import { messageOf } from "../message-of.ts";
import type { RunPlace } from "../place/run-place.ts";
import type { RunHost } from "../run-host.ts";
import { runSettings } from "../settings/run-settings.ts";
import { readSubmission, type Submission } from "../submission.ts";
import { unstartedEnd, unstartedReceipt } from "./unstarted-receipt.ts";

/** The files of a run, and its order with the place where they are now. */
export interface OpenedSource {
  readonly order: WorkOrder;
  /** Removes what was made for the run alone. */
  readonly close: () => Promise<void>;
}

/** What the execution of a submitted run needs of its process. */
export interface WorkerParts {
  readonly host: RunHost;
  readonly config: Config;
  readonly store: Pick<Store, "ledger"> & { readonly runs: Pick<RunStore, "claim" | "find"> };
  readonly place: Pick<RunPlace, "gatewayFor" | "log" | "ledger">;
  /** Answers if a policy asks for an approval of this run. */
  readonly approverOf: (run: SubmittedRun) => Approver;
  /** Checks once more what the submission names, and fetches its files. Throws `run_source_refused` and `run_source_invalid`. */
  readonly openSource: (
    submission: Submission,
    run: SubmittedRun,
    signal: AbortSignal,
  ) => Promise<OpenedSource>;
  /** Throws if the key that submitted the run may not use it any more, such as one that was revoked. */
  readonly checkKey: (run: SubmittedRun) => void;
  /** Finds the backend; a test gives its own. */
  readonly chooseBackend?: (name: string, order: WorkOrder, signal: AbortSignal) => Promise<Resolution>;
}

/** The execution of one submitted run, from its claim to its receipt. */
export class SubmissionRun {
  readonly #run: SubmittedRun;
  readonly #parts: WorkerParts;
  readonly #stop = new AbortController();
  #startedAt: Date;
  #order: WorkOrder | undefined;
  #handle: RunHandle | undefined;

  constructor(run: SubmittedRun, parts: WorkerParts) {
    this.#run = run;
    this.#startedAt = parts.host.now();
    this.#parts = parts;
  }

  cancel(reason: string): void {
    this.#stop.abort(reason);
  }

  /** Ends the agent without a grace period. */
  kill(): void {
    this.#stop.abort("");
    this.#handle?.kill();
  }

  /** Gives the agent a message. False if it cannot take one now. */
  steer(text: string): boolean {
    return this.#handle?.steer(text) ?? false;
  }

  /**
   * Claims the run and executes it; resolves to false if somebody else has claimed it. Whatever happens then, it has one receipt,
   * unless the store cannot write one. Rejects only if it cannot be claimed.
   */
  async execute(): Promise<boolean> {
    const { host, store } = this.#parts;
    this.#startedAt = host.now();
    if (!(await store.runs.claim(this.#run.runId, this.#startedAt))) return false;
    // The queue may have been read before somebody asked to end the run.
    const reason = (await store.runs.find(this.#run.runId))?.cancelReason;
    if (reason !== undefined) this.cancel(reason);
    await this.#perform();
    return true;
  }

  async #perform(): Promise<void> {
    let source: OpenedSource | undefined;
    try {
      const submission = readSubmission(this.#run.submission);
      this.#order = submission.order;
      this.#parts.checkKey(this.#run);
      this.#stop.signal.throwIfAborted();
      source = await this.#parts.openSource(submission, this.#run, this.#stop.signal);
      this.#handle = await this.#start({ ...submission, order: source.order });
      await this.#handle.result;
    } catch (error) {
      await this.#recordFailure(error);
    } finally {
      await this.#close(source);
    }
  }

  async #start(submission: Submission): Promise<RunHandle> {
    const { host, config, place, approverOf } = this.#parts;
    const { chooseBackend: choose = backendChooser(host, config) } = this.#parts;
    const { runId, tenant, keyName } = this.#run;
    const { signal } = this.#stop;
    requireEngine(config, submission.engine);
    const chosen = await chooseRun(
      host,
      config,
      { engine: undefined, resume: undefined, ...submission },
      {
        ledger: () => place.ledger(tenant),
        chooseBackend: (name, order) => choose(name, order, signal),
      },
    );
    const { backend, projection, order, engine } = chosen;
    const settings = await runSettings(host, config, { check: checkOf(config, submission.check) });
    const options = {
      ...settings,
      ...{ runId, hasBegun: true, projection, signal },
      newId: () => uuidV7(host.now().getTime(), host.random(10)),
      gateway: await place.gatewayFor(backend, engine, { tenant, name: keyName }),
      log: await place.log(tenant),
      approver: approverOf(this.#run),
    };
    return runStreaming(backend, withLevel(order, submission), options, { findWorkspace: findSameWorkspace });
  }

  /** Writes the receipt of a run that has none yet. */
  async #recordFailure(failure: unknown): Promise<void> {
    const { host, store } = this.#parts;
    const { signal } = this.#stop;
    const end = unstartedEnd(failure, signal.aborted ? String(signal.reason) : undefined);
    const receipt = unstartedReceipt(
      {
        run: this.#run,
        order: this.#order,
        startedAt: this.#startedAt,
        finishedAt: host.now(),
        software: host.software,
      },
      end,
    );
    try {
      await store.ledger(this.#run.tenant).append(receipt);
    } catch (error) {
      // It was recorded before something else failed, such as the proof of its receipt.
      if (AbpError.is(error) && error.code === "receipt_duplicate") return;
      host.warn(`the run ${this.#run.runId} has no receipt yet: ${messageOf(error)}`);
    }
  }

  async #close(source: OpenedSource | undefined): Promise<void> {
    try {
      await source?.close();
    } catch (error) {
      this.#parts.host.warn(
        `the files of the run ${this.#run.runId} could not be removed: ${messageOf(error)}`,
      );
    }
  }
}

/** The workspace, whose real path was checked. A part of it may have become a link since. */
function findSameWorkspace(workingDirectory: string, root: string): string {
  const found = findWorkspace(workingDirectory, root);
  if (found === root || !isAbsolute(root)) return found;
  throw new AbpError("run_source_refused", `${JSON.stringify(root)} leads to another directory now`, {
    where: "workspace.root",
  });
}

function backendChooser(host: RunHost, config: Config): NonNullable<WorkerParts["chooseBackend"]> {
  return (name, order, signal) => chooseBackend(host, config, name, order, signal);
}

function checkOf({ runs }: Config, name: string | undefined) {
  if (name === undefined) return undefined;
  const check = Object.hasOwn(runs.checks, name) ? runs.checks[name] : undefined;
  if (check === undefined)
    throw new AbpError("run_source_refused", `no check is named ${JSON.stringify(name)}`, {
      where: "runs.checks",
    });
  return { command: check.command, timeoutMs: check.timeout_secs * 1000 };
}

/** The order with the level that was asked for, which the configuration can only raise. */
function withLevel(order: WorkOrder, { sandbox }: Submission): WorkOrder {
  const asked = order.require_sandbox;
  if (sandbox === undefined || (asked !== undefined && asked >= sandbox)) return order;
  return { ...order, require_sandbox: sandbox };
}
