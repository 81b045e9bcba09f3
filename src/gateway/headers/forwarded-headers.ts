import { findHeader, type HeaderList } from "../../lib/index.ts";
import { isOrganizationHeader } from "./organization-choice.ts";

// RFC 9110 §7.6.1, and the framing, which each connection chooses for itself.
const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "proxy-authenticate",
  "proxy-authorization",
] as const;

/** The request headers in which callers send a credential. */
export const CREDENTIAL_HEADERS = [
  "authorization",
  "x-api-key",
  "x-goog-api-key",
  "api-key",
  "x-abp-key",
] as const;

// Further headers in which vendors, clouds and proxies before them take credentials. No caller identifies itself by them.
const OTHER_CREDENTIALS = [
  "cookie",
  "ocp-apim-subscription-key",
  "x-amz-security-token",
  "x-auth-token",
  "x-github-token",
  "x-goog-iam-authorization-token",
  "cf-aig-authorization",
] as const;

const DROPPED_FROM_REQUESTS = new Set<string>([
  ...HOP_BY_HOP,
  ...CREDENTIAL_HEADERS,
  ...OTHER_CREDENTIALS,
  "host",
  "content-length",
  "expect",
  "forwarded",
  "via",
  "x-real-ip",
  // A compressed response could not be observed, and would arrive in bursts.
  "accept-encoding",
]);

const DROPPED_FROM_RESPONSES = new Set<string>(HOP_BY_HOP);

/** How the caller's headers are forwarded. */
export interface ForwardingOptions {
  /** Whether the caller's own credential goes with them. Only then may they choose an account. */
  readonly hasCallerKey: boolean;
}

/**
 * The request headers that are forwarded to the engine: without those of the connection, of proxies, ours, credentials, and
 * those that choose an account if the key is not the caller's own.
 */
export function forwardedRequestHeaders(headers: HeaderList, { hasCallerKey }: ForwardingOptions): string[] {
  const kept: string[] = [];
  const nominated = nominatedBy(headers);
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!.toLowerCase();
    if (DROPPED_FROM_REQUESTS.has(name) || name.startsWith("x-abp-") || name.startsWith("x-forwarded-"))
      continue;
    if (!hasCallerKey && isOrganizationHeader(name)) continue;
    // Some servers treat `_` as `-`, so such a header could pass for another one.
    if (name.includes("_") || nominated?.has(name) === true) continue;
    kept.push(headers[at]!, headers[at + 1]!);
  }
  return kept;
}

/** Appends an engine's response headers to those of the answer, without those of its connection. */
export function addResponseHeaders(answer: string[], headers: HeaderList): string[] {
  const nominated = nominatedBy(headers);
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!.toLowerCase();
    // Only the gateway sets headers with its own prefix.
    if (DROPPED_FROM_RESPONSES.has(name) || name.startsWith("x-abp-") || nominated?.has(name) === true)
      continue;
    answer.push(headers[at]!, headers[at + 1]!);
  }
  return answer;
}

// RFC 9110 §7.6.1: a header that `connection` names belongs to the connection.
function nominatedBy(headers: HeaderList): ReadonlySet<string> | undefined {
  const value = findHeader(headers, "connection");
  if (value === undefined || PLAIN_CONNECTION.test(value)) return undefined;
  return new Set(value.split(",").map((name) => name.trim().toLowerCase()));
}

const PLAIN_CONNECTION = /^(?:keep-alive|close)$/i;
