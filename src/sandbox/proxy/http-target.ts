import type { IncomingMessage } from "node:http";
import type { HostAndPort } from "../sandbox.ts";

export const HTTP_PORT = 80;
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:/?#@[\]]*)(?::(\d{1,5}))?$/;

/** Reads `host:port`; `undefined` if it is neither. */
export function readAuthority(text: string, defaultPort?: number): HostAndPort | undefined {
  const [, host, digits] = HOST_AND_PORT.exec(text) ?? [];
  const port = digits === undefined ? defaultPort : Number(digits);
  if (host === undefined || host === "" || port === undefined || port === 0 || port > 65_535)
    return undefined;
  return { host, port };
}

export interface HttpTarget extends HostAndPort {
  /** With the query, as the client wrote it. */
  readonly path: string;
}

/** Reads the absolute form of a request to a proxy (RFC 9112 section 3.2.2). Only `http:` has one. */
export function readAbsoluteForm(url: string): HttpTarget | undefined {
  const [, authority, rest] = /^http:\/\/([^/?#]*)([/?][^#]*)?$/i.exec(url) ?? [];
  const target = authority === undefined ? undefined : readAuthority(authority, HTTP_PORT);
  const path = rest ?? "/";
  return target === undefined ? undefined : { ...target, path: path.startsWith("/") ? path : `/${path}` };
}

/** Headers that belong to one connection only (RFC 9110 section 7.6.1), and those of proxies. */
const hopHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers of a message without those of its connection, in pairs as Node takes them. */
export function endToEndHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const named = (headers.connection ?? "").toLowerCase().split(",");
  const dropped = new Set([...hopHeaders, ...named.map((name) => name.trim())]);
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!dropped.has(rawHeaders[at]!.toLowerCase())) kept.push(rawHeaders[at]!, rawHeaders[at + 1]!);
  }
  return kept;
}
