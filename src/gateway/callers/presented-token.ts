import { findHeader } from "../../lib/index.ts";
import type { CallHead } from "../exchange/call-head.ts";
import { CREDENTIAL_HEADERS } from "../headers/forwarded-headers.ts";
import { readProtocols } from "./socket-protocols.ts";

/** The key that a call carries. */
export function tokenOf(head: CallHead): string | undefined {
  const own = findHeader(head.headers, "x-abp-key");
  if (own !== undefined) return own;
  for (const name of CREDENTIAL_HEADERS) {
    const value = findHeader(head.headers, name);
    if (value !== undefined && value !== "") return withoutScheme(value);
  }
  // A browser cannot set the headers of a WebSocket.
  const { key } = readProtocols(head.headers);
  if (key !== undefined) return key;
  const question = head.target.indexOf("?");
  if (question === -1) return undefined;
  return new URLSearchParams(head.target.slice(question + 1)).get("key") ?? undefined;
}

/** A credential without the word `Bearer`. */
export function withoutScheme(value: string): string {
  return /^bearer /i.test(value) ? value.slice(7).trim() : value;
}
