import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocketServer } from "ws";
import { AbpError } from "../../contract/index.ts";
import type { Admission, CallHead } from "../../gateway/index.ts";
import type { DrainableSockets } from "../context/drainable-sockets.ts";
import type { ServerContext } from "../context/server-context.ts";
import type { UpgradeTarget } from "../http/upgrade-handler.ts";
import { openHandshakeServer } from "./handshake-server.ts";
import { type CompleteHandshake, PassedConnection } from "./passed-connection.ts";

const PING_INTERVAL_MS = 30_000;
/** Events of realtime APIs have at most 15 MiB. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const HANDSHAKE_KEY = /^[+/0-9A-Za-z]{22}==$/;

/** The server of the Responses API over WebSocket. */
export interface ResponsesSockets extends UpgradeTarget, DrainableSockets {
  tick(): void;
}

/** What an upgrade is answered with. */
interface Handshake {
  readonly protocol: string;
  readonly headers: readonly string[];
}

/** Upgrades connections: to an endpoint that passes through if the path names one, else to the Responses API. */
export class WebSocketUpgrades implements ResponsesSockets {
  readonly #context: ServerContext;
  readonly #responses: ResponsesSockets;
  readonly #passed = new Set<PassedConnection>();
  readonly #handshakes = new WeakMap<IncomingMessage, Handshake>();
  readonly #pingTicks: number;
  #server: WebSocketServer | undefined;

  constructor(context: ServerContext, responses: ResponsesSockets) {
    this.#context = context;
    this.#responses = responses;
    this.#pingTicks = context.clock.ticksFor(PING_INTERVAL_MS);
  }

  get size(): number {
    return this.#responses.size + this.#passed.size + (this.#context.control?.sockets.size ?? 0);
  }

  accept(request: IncomingMessage, head: CallHead, socket: Duplex, first: Buffer): void {
    const admission = this.#admitPassed(head);
    if (admission === undefined) {
      this.#responses.accept(request, head, socket, first);
      return;
    }
    const { "sec-websocket-key": key, "sec-websocket-version": version } = request.headers;
    if (key === undefined || !HANDSHAKE_KEY.test(key) || (version !== "13" && version !== "8"))
      throw new AbpError("request_malformed", "The WebSocket handshake is not one of RFC 6455.", {
        where: "sec-websocket-key",
      });
    const complete: CompleteHandshake = (protocol, headers, done) => {
      this.#handshakes.set(request, { protocol, headers });
      this.#server ??= this.#openServer();
      this.#server.handleUpgrade(request, socket, first, done);
    };
    // The session may end while it is opened.
    const ended = Promise.withResolvers<void>();
    const connection = new PassedConnection({
      context: this.#context,
      admission,
      socket,
      complete,
      pingTicks: this.#pingTicks,
      onEnd: ended.resolve,
    });
    this.#passed.add(connection);
    void ended.promise.then(() => this.#passed.delete(connection));
  }

  tick(): void {
    this.#responses.tick();
    for (const connection of this.#passed) connection.tick();
  }

  /** Sessions that pass through have no end that the gateway knows. They go on until `abandon`. */
  drain(): void {
    this.#responses.drain();
    this.#context.control?.sockets.drain();
  }

  abandon(): void {
    this.#responses.abandon();
    this.#context.control?.sockets.abandon();
    for (const connection of [...this.#passed]) connection.abandon();
  }

  // A path without such an endpoint may be one of the Responses API, which is admitted as a POST.
  #admitPassed(head: CallHead): Admission | undefined {
    let admission: Admission;
    try {
      admission = this.#context.gateway.admit(head);
    } catch (error) {
      if (AbpError.is(error) && (error.code === "route_not_found" || error.code === "method_not_allowed"))
        return undefined;
      throw error;
    }
    return admission.recognised.endpoint.passed?.isSocket === true ? admission : undefined;
  }

  #openServer(): WebSocketServer {
    return openHandshakeServer(this.#context, {
      maxPayload: MAX_MESSAGE_BYTES,
      handleProtocols: (_offered, request) => {
        const protocol = this.#handshakes.get(request)?.protocol;
        return protocol === undefined || protocol === "" ? false : protocol;
      },
      headersOf: (request) => this.#handshakes.get(request)?.headers ?? [],
    });
  }
}
