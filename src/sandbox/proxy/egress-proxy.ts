import type { Server as HttpServer, IncomingMessage } from "node:http";
import { connect, type Server, type Socket } from "node:net";
import type { PolicyDecisionRecord } from "../../contract/index.ts";
import type { Policy } from "../../policy/index.ts";
import type { HostAndPort } from "../sandbox.ts";
import { DecisionLog } from "./decision-log.ts";
import {
  type Destination,
  type DestinationRules,
  deny,
  findDestination,
  isRefusal,
  type Refusal,
} from "./destination.ts";
import { dial } from "./dial.ts";
import { readFirstBytes } from "./first-bytes.ts";
import { createForwarder, formatRefusal } from "./http-forwarder.ts";
import { readAbsoluteForm, readAuthority } from "./http-target.ts";
import { type Resolve, resolveBySystem } from "./resolve.ts";
import { formatSocksReply, readSocksRequest, SOCKS_VERSION, socksReply } from "./socks.ts";
import { Traffic } from "./traffic.ts";
import { openTunnel } from "./tunnel.ts";

export interface EgressProxyOptions {
  readonly policy: Policy;
  readonly gateway?: HostAndPort | undefined;
  readonly onDecision: (record: PolicyDecisionRecord) => void;
  readonly now: () => Date;
  readonly maxBytes?: number | undefined;
  readonly resolve?: Resolve;
}

/** What a client hears before its tunnel is open, or in place of it. */
interface Answer {
  readonly accept: string | Buffer;
  readonly refuse: (refusal: Refusal) => string | Buffer;
}

const MAX_BYTES = 4 * 2 ** 30;
const MAX_SOCKETS = 512;
const IDLE_MS = 10 * 60_000;
const FIRST_BYTE_TIMEOUT_MS = 60_000;

/**
 * The only way out of one sandbox: a proxy for HTTP, CONNECT and SOCKS 5 on sockets that were opened inside. Its decisions
 * belong to one run.
 */
export class EgressProxy {
  readonly #rules: DestinationRules;
  readonly #traffic: Traffic;
  readonly #servers = new Set<Server>();
  readonly #forwarder: HttpServer;

  constructor(options: EgressProxyOptions) {
    const log = new DecisionLog(options.onDecision, options.now);
    const { policy, gateway, resolve = resolveBySystem() } = options;
    this.#rules = { policy, gateway, resolve, log };
    const maxBytes = options.maxBytes ?? MAX_BYTES;
    this.#traffic = new Traffic({ maxBytes, maxSockets: MAX_SOCKETS, idleMs: IDLE_MS }, log);
    this.#forwarder = createForwarder((request) => this.#findAbsolute(request), this.#traffic);
    this.#forwarder.on(
      "connect",
      (request, socket: Socket, head) => void this.#onConnect(request, socket, head),
    );
  }

  /** Serves the connections that arrive at a listening socket. The proxy owns it from here on. */
  serve(server: Server): void {
    this.#adopt(server, (client) => void this.#serveClient(client));
  }

  /** Passes the connections of a listening socket on to one fixed address. */
  forward(server: Server, { host, port }: HostAndPort): void {
    this.#adopt(server, (client) => {
      const upstream = connect({ host, port, allowHalfOpen: true });
      if (this.#traffic.add(upstream)) this.#traffic.join(client, upstream);
      else client.destroy();
    });
  }

  close(): void {
    for (const server of this.#servers) server.close();
    this.#traffic.close();
  }

  #adopt(server: Server, onConnection: (client: Socket) => void): void {
    this.#servers.add(server);
    Object.assign(server, { allowHalfOpen: true });
    server.on("error", () => server.close());
    server.on("connection", (client: Socket) => {
      if (this.#traffic.add(client)) onConnection(client);
    });
  }

  async #serveClient(client: Socket): Promise<void> {
    const limit = { maxBytes: 1, timeoutMs: FIRST_BYTE_TIMEOUT_MS };
    const first = await readFirstBytes(client, (bytes) => ({ value: bytes[0]!, used: 0 }), limit);
    if (first === undefined) client.destroy();
    else if (first === SOCKS_VERSION) await this.#serveSocks(client);
    else this.#forwarder.emit("connection", client);
  }

  async #serveSocks(client: Socket): Promise<void> {
    const wanted = await readSocksRequest(client);
    if (wanted === undefined) {
      client.destroySoon();
      return;
    }
    await this.#connect(client, wanted, {
      accept: formatSocksReply(socksReply.done),
      refuse: ({ isPolicy }) =>
        formatSocksReply(isPolicy ? socksReply.notAllowed : socksReply.hostUnreachable),
    });
  }

  async #onConnect(request: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    if (head.length > 0) client.unshift(head);
    const wanted = readAuthority(request.url!);
    if (wanted === undefined) {
      client.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    const accept = "HTTP/1.1 200 Connection established\r\n\r\n";
    await this.#connect(client, wanted, { accept, refuse: formatRefusal });
  }

  async #connect(client: Socket, wanted: HostAndPort, answer: Answer): Promise<void> {
    const destination = await findDestination(wanted, this.#rules);
    if (isRefusal(destination)) client.end(answer.refuse(destination));
    else await this.#reach(client, destination, answer);
  }

  async #reach(client: Socket, destination: Destination, answer: Answer): Promise<void> {
    const upstream = await dial(destination).catch(() => undefined);
    if (upstream === undefined) {
      const reason = `${destination.host} cannot be reached`;
      client.end(answer.refuse({ isPolicy: false, rule: "network.unreachable", reason }));
    } else if (client.destroyed || !this.#traffic.add(upstream)) {
      client.destroy();
      upstream.destroy();
    } else {
      client.write(answer.accept);
      const { log } = this.#rules;
      const serveHttp = (one: Socket, to: Destination) => this.#serveTunnelledHttp(one, to);
      await openTunnel(client, upstream, destination, { traffic: this.#traffic, log, serveHttp });
    }
  }

  /** Plain HTTP in a tunnel: each request must be for the host of the tunnel. */
  #serveTunnelledHttp(client: Socket, destination: Destination): void {
    const forwarder = createForwarder((request) => this.#findTunnelled(request, destination), this.#traffic);
    forwarder.emit("connection", client);
  }

  async #findAbsolute(request: IncomingMessage) {
    const target = readAbsoluteForm(request.url!);
    if (target === undefined) return notAbsolute;
    const destination = await findDestination(target, this.#rules);
    return isRefusal(destination) ? destination : { destination, path: target.path };
  }

  async #findTunnelled(request: IncomingMessage, destination: Destination) {
    const { host, port } = destination;
    const named = readAuthority(request.headers.host ?? "", port);
    const path = request.url!;
    const isSame = named?.host.toLowerCase().replace(/^\[|\.?\]?$/g, "") === host && named.port === port;
    if (!isSame || !path.startsWith("/")) {
      const subject = `${host}:${port}`;
      const reason = `'${subject}': the request is for another host`;
      return deny(this.#rules.log, { subject, rule: { id: "network.host_mismatch" }, reason });
    }
    return { destination, path };
  }
}

const notAbsolute: Refusal = {
  isPolicy: true,
  rule: "network.not_a_proxy_request",
  reason: "a request to a proxy begins with http:// and the host",
};
