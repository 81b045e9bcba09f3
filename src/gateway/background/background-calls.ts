import { AbpError } from "../../contract/index.ts";
import type { Members, StateCodec } from "../../dialects/index.ts";
import type { OpenRun, ResponseStore } from "../../storage/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission } from "../exchange/admission.ts";
import type { LeaveReason, OpenCall } from "../exchange/open-call.ts";
import type { ResponseSink } from "../exchange/response-sink.ts";
import { turnItems } from "../kept-content/response-state.ts";
import { openStreamed, openWhole } from "./background-answer.ts";

/** How often the store is asked whether another thread or process cancelled a call. */
const CANCEL_CHECK_MS = 1000;
/** What `KeptResponse.engine` says of a response that the gateway works on itself. */
const BACKGROUND_ENGINE = "background";

/** A call that is answered before it is served. */
export interface BackgroundWork {
  /** The id of the response. */
  readonly id: string;
  readonly runId: string;
  /** The answer that the caller gets at once. */
  readonly pending: Members;
  /** Begins to serve the call. */
  start(): void;
  /** Ends the call; its response then says that it failed. */
  stop(reason: LeaveReason): void;
  /** Removes the response of a call that was never started. */
  discard(): Promise<void>;
  /** Settles when the response is stored and the receipt is written. Never rejects. */
  readonly done: Promise<void>;
}

/** Takes calls into the background. */
export interface BackgroundWorker {
  /**
   * Stores the pending response, so that every thread finds it, and the beginning of its run, so that a crash leaves a receipt.
   * Rejects, and stores nothing, if that fails. `target` is the engine that the call goes to first.
   */
  prepare(
    admission: Admission,
    state: StateCodec,
    request: Members,
    approved?: ReadonlySet<string>,
    target?: BackgroundTarget,
    answer?: BackgroundAnswer,
  ): Promise<BackgroundWork>;
}

/** How the answer of a background call is kept, besides the response itself. */
export interface BackgroundAnswer {
  /** Whether the events of the answer are kept, for callers that stream it. */
  readonly streams?: boolean;
  /** The conversation that gets the turn. */
  readonly conversation?: string | undefined;
}

/** The engine of a background call and how it is called, as far as they are known before the call is served. */
export type BackgroundTarget = Pick<OpenRun, "backendId" | "mode">;

/** What a background call knows that another call does not. */
export interface BackgroundOptions {
  /** The tools whose offer was approved when the call was taken. */
  readonly approved: ReadonlySet<string> | undefined;
  /** Settles when the answer is stored, or cannot be. */
  readonly stored: Promise<void>;
}

/** Starts a call whose answer goes to a sink of ours. */
export type StartCall = (
  admission: Admission,
  body: Buffer,
  sink: ResponseSink,
  options: BackgroundOptions,
) => OpenCall & { start(): unknown };

interface Running {
  readonly id: string;
  readonly responses: ResponseStore;
  readonly call: OpenCall;
}

/**
 * Serves the calls of this thread that were answered before they were served. Their responses live in the store: every
 * thread finds and cancels them there, and exactly one writer sets their end.
 */
export class BackgroundCalls implements BackgroundWorker {
  readonly #context: Pick<GatewayContext, "ledgerOf" | "now" | "report">;
  readonly #startCall: StartCall;
  readonly #running = new Map<string, Running>();
  #timer: NodeJS.Timeout | undefined;

  constructor(context: Pick<GatewayContext, "ledgerOf" | "now" | "report">, startCall: StartCall) {
    this.#context = context;
    this.#startCall = startCall;
  }

  /** How many calls this thread works on. */
  get size(): number {
    return this.#running.size;
  }

  async prepare(
    admission: Admission,
    state: StateCodec,
    request: Members,
    approved?: ReadonlySet<string>,
    target: BackgroundTarget = { backendId: BACKGROUND_ENGINE, mode: "mapped" },
    { streams = false, conversation }: BackgroundAnswer = {},
  ): Promise<BackgroundWork> {
    const { tenant } = admission.caller;
    const ledger = this.#context.ledgerOf(tenant);
    const { responses } = ledger.contentOf(admission.caller);
    const createdAt = this.#context.now();
    const body = Buffer.from(JSON.stringify(state.toForeground(request)));
    const answer = (streams ? openStreamed : openWhole)({
      dialect: admission.recognised.dialect,
      state,
      request,
      responses,
    });
    const stored = Promise.withResolvers<void>();
    const options = { approved, stored: stored.promise };
    const call = this.#startCall(admission, body, answer.sink, options);
    const id = `resp_${call.runId.replaceAll("-", "")}`;
    answer.identify(id);
    const key = keyOf(tenant, id);
    const created = Math.floor(createdAt / 1000);
    const previousId = state.previousOf(request);
    const input = state.inputOf(request);
    const waiting = state.writePending(id, request, created, "in_progress");
    await responses.keep({
      id,
      ...(previousId === undefined ? {} : { previousId }),
      createdAt: new Date(createdAt),
      runId: call.runId,
      engine: BACKGROUND_ENGINE,
      isNative: false,
      isPending: true,
      input,
      body: waiting,
    });
    try {
      // The call itself begins the same run again, which changes nothing.
      await ledger.begin({
        runId: call.runId,
        workOrderId: call.runId,
        startedAt: new Date(createdAt),
        ...target,
        request: digestBody(body),
        facts: {
          dialect: admission.recognised.dialect.id,
          engine: target.backendId,
          caller: admission.caller.name,
          model: typeof request["model"] === "string" ? request["model"] : "",
        },
      });
    } catch (error) {
      await responses.remove(id);
      throw error;
    }
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const finish = async (response: Members, isFailed: boolean): Promise<void> => {
      await answer.close(response);
      const itemIds = state.itemsOf(response).map((item) => item.id);
      const items = turnItems(state, call.runId, input, response);
      // A turn that failed is not part of the conversation, as in the foreground.
      const turn = conversation === undefined || isFailed ? undefined : { conversation, items };
      await responses.finish(id, response, itemIds, turn);
    };
    return {
      id,
      runId: call.runId,
      pending: state.writePending(id, request, created, "queued"),
      done,
      start: () => {
        this.#running.set(key, { id, responses, call });
        this.#timer ??= setInterval(() => void this.checkCancelled(), CANCEL_CHECK_MS).unref();
        // A call that was left ends without an answer; its receipt is then all that comes.
        const left = call.recorded.then(() =>
          Promise.reject(new AbpError("client_gone", "the call was left")),
        );
        void Promise.race([answer.final, left])
          .then(
            (response) => finish(response, false),
            (error: unknown) => finish(state.writeFailed(waiting, failureOf(error)), true),
          )
          .catch((error: unknown) => this.#context.report("a background response could not be stored", error))
          .then(() => {
            stored.resolve();
            return call.recorded;
          })
          .finally(() => {
            this.#forget(key);
            resolve();
          });
        call.start();
      },
      stop: (reason) => call.leave(reason),
      discard: async () => {
        // Ends the run that has begun.
        call.leave("client_gone");
        await responses.remove(id);
        resolve();
      },
    };
  }

  /** Ends the engine's work of a response that was cancelled or deleted, if this thread does it. */
  stop(tenant: string, id: string): void {
    this.#running.get(keyOf(tenant, id))?.call.leave("client_gone");
  }

  /** Ends the engine's work of every response that is no longer pending in the store. */
  async checkCancelled(): Promise<void> {
    for (const { id, responses, call } of [...this.#running.values()]) {
      try {
        const found = await responses.find(id);
        if (found?.isPending !== true) call.leave("client_gone");
      } catch (error) {
        this.#context.report("a background response could not be looked up", error);
      }
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #forget(key: string): void {
    this.#running.delete(key);
    if (this.#running.size === 0) this.close();
  }
}

// An engine's error is returned unchanged. An error of our own is replaced by a general one.
function failureOf(error: unknown): { readonly status: number; readonly message: string } {
  const status = AbpError.is(error) ? error.details["status"] : undefined;
  if (typeof status !== "number") return { status: 500, message: "the response was broken off" };
  return { status, message: (error as AbpError).message };
}

function keyOf(tenant: string, id: string): string {
  return `${tenant} ${id}`;
}
