import type { Server } from "node:net";
import type { EgressProxy } from "../proxy/egress-proxy.ts";
import type { HostAndPort } from "../sandbox.ts";

/** A listening socket inside, and what our side does with it. */
export interface SandboxListener {
  readonly address: HostAndPort;
  readonly use: (proxy: EgressProxy, server: Server) => void;
}

const LOOPBACK = "127.0.0.1";
const PROXY_PORT = 3128;
const OTHER_PROXY_PORT = 3129;
const FIRST_UNPRIVILEGED_PORT = 1024;

/**
 * The proxy, and the gateway on its own port. Nobody inside may listen on a port below 1024, so a gateway there is reached
 * through the proxy only.
 */
export function sandboxListeners(
  network: "proxy" | "none",
  gateway: HostAndPort | undefined,
): SandboxListener[] {
  if (network === "none") return [];
  const proxy: SandboxListener = {
    address: { host: LOOPBACK, port: proxyPort(gateway) },
    use: (taken, server) => taken.serve(server),
  };
  if (gateway === undefined || gateway.port < FIRST_UNPRIVILEGED_PORT) return [proxy];
  const address = { host: gateway.host === "::1" ? "::1" : LOOPBACK, port: gateway.port };
  return [proxy, { address, use: (taken, server) => taken.forward(server, gateway) }];
}

/** The variables by which programs find the proxy. Connections within the sandbox do not use it. */
export function proxyEnvironment(gateway: HostAndPort | undefined): Record<string, string> {
  const url = `http://${LOOPBACK}:${proxyPort(gateway)}`;
  const local = `localhost,${LOOPBACK},::1`;
  return {
    HTTP_PROXY: url,
    http_proxy: url,
    HTTPS_PROXY: url,
    https_proxy: url,
    ALL_PROXY: url,
    all_proxy: url,
    NO_PROXY: local,
    no_proxy: local,
    NODE_USE_ENV_PROXY: "1",
  };
}

function proxyPort(gateway: HostAndPort | undefined): number {
  return gateway?.port === PROXY_PORT ? OTHER_PROXY_PORT : PROXY_PORT;
}
