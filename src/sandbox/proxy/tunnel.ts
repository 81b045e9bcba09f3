import type { Socket } from "node:net";
import { readClientHello, TLS_HANDSHAKE } from "./client-hello.ts";
import type { DecisionLog } from "./decision-log.ts";
import { type Destination, deny } from "./destination.ts";
import { readFirstBytes } from "./first-bytes.ts";
import type { Traffic } from "./traffic.ts";

/** The protocol that a client speaks in a tunnel. */
type Protocol =
  | { readonly kind: "tls"; readonly serverName: string | undefined }
  | { readonly kind: "http" | "other" | "broken-tls" };

export interface TunnelContext {
  readonly traffic: Traffic;
  readonly log: DecisionLog;
  /** Serves plain HTTP in a tunnel, so that each request on it is checked. */
  readonly serveHttp: (client: Socket, destination: Destination) => void;
}

const HTTPS_PORT = 443;
const HELLO_TIMEOUT_MS = 15_000;
const MAX_FIRST_BYTES = 128 * 1024;
const MAX_METHOD = 24;

/**
 * Joins a client with the connection that was opened for it, after a look at the client's first bytes. TLS must name the host
 * of the destination, port 443 must speak TLS, and plain HTTP is checked request by request. The other side may speak first.
 */
export async function openTunnel(
  client: Socket,
  upstream: Socket,
  destination: Destination,
  { traffic, log, serveHttp }: TunnelContext,
): Promise<void> {
  const stop = traffic.copy(upstream, client);
  const mustBeTls = destination.port === HTTPS_PORT;
  const limit = { maxBytes: MAX_FIRST_BYTES, timeoutMs: mustBeTls ? HELLO_TIMEOUT_MS : undefined };
  const protocol = await readFirstBytes(client, judgeProtocol, limit);
  const fault = protocol === undefined ? undefined : faultOf(protocol, destination, mustBeTls);
  if (fault !== undefined) deny(log, fault);
  if (protocol === undefined || fault !== undefined) {
    client.destroy();
    upstream.destroy();
  } else if (protocol.kind === "http") {
    stop();
    upstream.destroy();
    serveHttp(client, destination);
  } else {
    traffic.copy(client, upstream);
  }
}

function judgeProtocol(bytes: Buffer): { value: Protocol; used: 0 } | undefined {
  const answer = (value: Protocol) => ({ value, used: 0 as const });
  if (bytes[0] === TLS_HANDSHAKE) {
    const hello = readClientHello(bytes);
    if (hello.kind === "incomplete") return undefined;
    return answer(
      hello.kind === "hello" ? { kind: "tls", serverName: hello.serverName } : { kind: "broken-tls" },
    );
  }
  const start = bytes.toString("latin1", 0, MAX_METHOD);
  if (/^[A-Z-]+ /.test(start)) return answer({ kind: "http" });
  return /^[A-Z-]*$/.test(start) && start.length < MAX_METHOD ? undefined : answer({ kind: "other" });
}

function faultOf(protocol: Protocol, { host, port }: Destination, mustBeTls: boolean) {
  const subject = `${host}:${port}`;
  const fault = (id: string, reason: string) => ({
    subject,
    rule: { id },
    reason: `'${subject}': ${reason}`,
  });
  if (protocol.kind === "broken-tls")
    return fault("network.malformed_tls", "the start of TLS cannot be read");
  if (protocol.kind !== "tls") {
    return mustBeTls ? fault("network.not_tls", "port 443 must speak TLS") : undefined;
  }
  const named = protocol.serverName?.toLowerCase().replace(/\.$/, "");
  // A client that connects to an address sends no name (RFC 6066 section 3).
  const isRight = named === undefined ? isAddress(host) : named === host;
  return isRight ? undefined : fault("network.server_name_mismatch", "TLS asks for another server name");
}

function isAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.includes(":");
}
