import { AbpError, type Receipt } from "../contract/index.ts";
import type { OpenCall } from "../gateway/index.ts";
import { redactText } from "../lib/index.ts";
import type { ClientGateway } from "./client-gateway.ts";
import { type GatewayChoice, openDefaultGateway } from "./default-gateway.ts";
import { findRunId, type RunSource } from "./run-id.ts";
import { type CallWishes, RUN_ID_HEADER, wishHeaders } from "./session-headers.ts";
import { gatewayFetch } from "./transport.ts";

/** What a shim takes beside the options of its vendor's SDK. */
export interface AbpOptions extends CallWishes, GatewayChoice {
  /** The gateway to send calls into; without it the one of the configuration. It stays the caller's to close. */
  readonly gateway?: ClientGateway | undefined;
  /** Told of each call's receipt once it is durable; it delays no answer, and what it throws goes to `onError`. */
  readonly onReceipt?: ((receipt: Receipt) => unknown) | undefined;
  /** Told of what went wrong beside an answer; a process warning without it. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** How many answers are remembered by the id that the vendor gave them. */
const MOST_REQUEST_IDS = 1024;

const sessions = new WeakMap<object, Session>();

/** The calls of one client: where they go, which runs they became, and their receipts. */
export class Session {
  readonly options: AbpOptions;
  /** Stands in for `fetch`. */
  readonly fetch: typeof fetch;
  /** The run of the latest call that has one. */
  lastRunId: string | undefined;
  #opening: Promise<{ readonly gateway: ClientGateway; readonly fetch: typeof fetch }> | undefined;
  #isClosed = false;
  readonly #unrecorded = new Map<string, Promise<void>>();
  readonly #telling = new Set<Promise<void>>();
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

  /** The receipt of a run, once its call is over and it is written; of the latest call without an argument. */
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
        "this tells no run: give a run id, a response or a stream of this client",
      );
    }
    await this.#unrecorded.get(runId);
    const { gateway } = await this.#open();
    return gateway.receipt(runId);
  }

  /** Waits for the receipts that are under way; further calls are refused. A gateway of the caller's stays open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([...this.#unrecorded.values()]);
    await Promise.allSettled([...this.#telling]);
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
      const headers = wishHeaders({ ...this.options, key: this.options.key ?? gateway.key });
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
    // Lists of models and the like are no runs.
    if (runId === "") return;
    this.lastRunId = runId;
    if (signal !== undefined) this.#runsBySignal.set(signal, runId);
    const recorded = call.recorded.catch((error: unknown) => this.#report(error));
    this.#unrecorded.set(runId, recorded);
    void recorded.then(() => {
      this.#unrecorded.delete(runId);
      if (this.options.onReceipt !== undefined) this.#tell(gateway, runId, this.options.onReceipt);
    });
  }

  #tell(gateway: ClientGateway, runId: string, onReceipt: (receipt: Receipt) => unknown): void {
    const telling = gateway
      .receipt(runId)
      .then((receipt) => (receipt === undefined ? undefined : onReceipt(receipt)))
      .catch((error: unknown) => this.#report(error))
      .then(() => void this.#telling.delete(telling));
    this.#telling.add(telling);
  }

  #report(error: unknown): void {
    try {
      if (this.options.onError !== undefined) this.options.onError(error);
      else process.emitWarning(redactText(String(error)), "AgentBackplaneWarning");
    } catch {
      // Whoever is told of errors may fail too; the answers must not.
    }
  }

  #remember(headers: Headers): void {
    const runId = headers.get(RUN_ID_HEADER);
    const requestId = headers.get("request-id") ?? headers.get("x-request-id");
    if (runId === null || requestId === null) return;
    this.#runsByRequestId.set(requestId, runId);
    if (this.#runsByRequestId.size <= MOST_REQUEST_IDS) return;
    for (const oldest of this.#runsByRequestId.keys()) {
      this.#runsByRequestId.delete(oldest);
      break;
    }
  }
}

/**
 * The session for the options of a client. A copy of a client hands on the `fetch` of the one it was made from, and so
 * shares its session, or has one of its own where it asks for something else.
 */
export function sessionFor(abp: AbpOptions | undefined, given: unknown): Session {
  const inherited = typeof given === "function" ? sessions.get(given) : undefined;
  if (given !== undefined && given !== null && inherited === undefined) {
    throw new AbpError(
      "config_invalid",
      "`fetch` cannot be set: calls go into the gateway and not to the network",
    );
  }
  if (inherited === undefined) return new Session(abp ?? {});
  if (abp === undefined || abp === inherited.options) return inherited;
  return new Session({ ...inherited.options, ...abp });
}

// In a form that the error readers of all vendors' SDKs understand.
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
