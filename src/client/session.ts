import { AbpError, type Receipt } from "../contract/index.ts";
import type { OpenCall } from "../gateway/index.ts";
import { redactText } from "../lib/index.ts";
import type { ClientGateway } from "./client-gateway.ts";
import { type GatewayChoice, openDefaultGateway } from "./default-gateway.ts";
import { findRunId, type RunSource } from "./run-id.ts";
import { type CallSettings, RUN_ID_HEADER, settingHeaders } from "./session-headers.ts";
import { gatewayFetch } from "./transport.ts";

/** The `abp` option of the clients. */
export interface AbpOptions extends CallSettings, GatewayChoice {
  /** The gateway for the calls. The caller closes it. Without it, the client opens the gateway of the configuration. */
  readonly gateway?: ClientGateway | undefined;
  /** Receives the receipt of each call once it is durable. It delays no answer, and its errors go to `onError`. */
  readonly onReceipt?: ((receipt: Receipt) => unknown) | undefined;
  /** Receives errors that affect no answer. Without it they become process warnings. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The maximum number of vendor request ids for which the run id is kept. */
const MAX_REQUEST_IDS = 1024;

const sessions = new WeakMap<object, Session>();

/** The calls of one client: their gateway, run ids and receipts. */
export class Session {
  readonly options: AbpOptions;
  /** Replaces `fetch` in the vendor's SDK. */
  readonly fetch: typeof fetch;
  /** The run of the latest call that has one. */
  lastRunId: string | undefined;
  #opening: Promise<{ readonly gateway: ClientGateway; readonly fetch: typeof fetch }> | undefined;
  #isClosed = false;
  readonly #unrecorded = new Map<string, Promise<void>>();
  /** Running calls of `onReceipt`. */
  readonly #notifying = new Set<Promise<void>>();
  readonly #runsBySignal = new WeakMap<AbortSignal, string>();
  readonly #runsByRequestId = new Map<string, string>();

  constructor(options: AbpOptions) {
    this.options = options;
    this.fetch = async (input, init) => {
      let opened: { readonly fetch: typeof fetch };
      try {
        opened = await this.#open();
      } catch (error) {
        return answerUnopened(error);
      }
      const response = await opened.fetch(input, init);
      this.#remember(response.headers);
      return response;
    };
    sessions.set(this.fetch, this);
  }

  /** Waits until the call of a run has ended and returns its receipt. The default is the latest call. */
  async getReceipt(source: RunSource | undefined = this.lastRunId): Promise<Receipt | undefined> {
    const runId =
      source === undefined
        ? undefined
        : findRunId(source, {
            bySignal: (signal) => this.#runsBySignal.get(signal),
            byRequestId: (requestId) => this.#runsByRequestId.get(requestId),
          });
    if (runId === undefined) {
      throw new AbpError(
        "validation_failed",
        "this identifies no run: pass a run id, a response or a stream of this client",
      );
    }
    await this.#unrecorded.get(runId);
    const { gateway } = await this.#open();
    return gateway.receipt(runId);
  }

  /** Refuses further calls, waits for pending receipts, and closes the gateway unless the caller passed it in. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([...this.#unrecorded.values()]);
    await Promise.allSettled([...this.#notifying]);
    if (this.options.gateway !== undefined || this.#opening === undefined) return;
    const opened = await this.#opening.catch(() => undefined);
    await opened?.gateway.close();
  }

  #open(): Promise<{ readonly gateway: ClientGateway; readonly fetch: typeof fetch }> {
    if (this.#isClosed) return Promise.reject(new AbpError("shutting_down", "this client is closed"));
    this.#opening ??= this.#connect();
    return this.#opening;
  }

  async #connect(): Promise<{ readonly gateway: ClientGateway; readonly fetch: typeof fetch }> {
    try {
      const gateway = this.options.gateway ?? (await openDefaultGateway(this.options));
      const headers = settingHeaders({ ...this.options, key: this.options.key ?? gateway.key });
      const onCall = (call: OpenCall, signal: AbortSignal | undefined): void =>
        this.#follow(gateway, call, signal);
      return { gateway, fetch: gatewayFetch(gateway, { headers, onCall }) };
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  #follow(gateway: ClientGateway, call: OpenCall, signal: AbortSignal | undefined): void {
    const { runId } = call;
    // A list of models, for example, is not a run.
    if (runId === "") return;
    this.lastRunId = runId;
    if (signal !== undefined) this.#runsBySignal.set(signal, runId);
    const recorded = call.recorded.catch((error: unknown) => this.#report(error));
    this.#unrecorded.set(runId, recorded);
    void recorded.then(() => {
      this.#unrecorded.delete(runId);
      if (this.options.onReceipt !== undefined) this.#notify(gateway, runId, this.options.onReceipt);
    });
  }

  #notify(gateway: ClientGateway, runId: string, onReceipt: (receipt: Receipt) => unknown): void {
    const notifying = gateway
      .receipt(runId)
      .then((receipt) => (receipt === undefined ? undefined : onReceipt(receipt)))
      .catch((error: unknown) => this.#report(error))
      .then(() => void this.#notifying.delete(notifying));
    this.#notifying.add(notifying);
  }

  #report(error: unknown): void {
    try {
      if (this.options.onError !== undefined) this.options.onError(error);
      else process.emitWarning(redactText(String(error)), "AgentBackplaneWarning");
    } catch {
      // `onError` itself threw. It must not break an answer.
    }
  }

  #remember(headers: Headers): void {
    const runId = headers.get(RUN_ID_HEADER);
    if (runId === null) return;
    // Each SDK shows one of them; a proxy may have added the other.
    for (const name of ["request-id", "x-request-id"]) {
      const requestId = headers.get(name);
      if (requestId !== null) this.#runsByRequestId.set(requestId, runId);
    }
    for (const oldest of this.#runsByRequestId.keys()) {
      if (this.#runsByRequestId.size <= MAX_REQUEST_IDS) return;
      this.#runsByRequestId.delete(oldest);
    }
  }
}

/**
 * Returns the session for the options of a client. `withOptions` of the SDKs passes the `fetch` of the original client to the
 * copy. The copy therefore shares the session, unless it has other `abp` options.
 */
export function sessionFor(abp: AbpOptions | undefined, given: unknown): Session {
  const inherited = typeof given === "function" ? sessions.get(given) : undefined;
  if (given !== undefined && given !== null && inherited === undefined) {
    throw new AbpError(
      "config_invalid",
      "`fetch` cannot be set: calls go to the gateway and not to the network",
    );
  }
  if (inherited === undefined) return new Session(abp ?? {});
  if (abp === undefined || abp === inherited.options) return inherited;
  return new Session({ ...inherited.options, ...abp });
}

// A body that the error readers of all vendors' SDKs understand.
function answerUnopened(error: unknown): Response {
  const code = AbpError.is(error) ? error.code : "internal";
  const status = AbpError.is(error) ? error.row.status : 500;
  const advice = AbpError.is(error) ? ` ${error.advice}` : "";
  const message = redactText(`${error instanceof Error ? error.message : String(error)}.${advice}`);
  const body = { type: "error", error: { type: "api_error", code, status: code, message, param: null } };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-should-retry": "false", "x-abp-error": code },
  });
}
