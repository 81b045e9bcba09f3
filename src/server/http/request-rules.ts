import { AbpError } from "../../contract/index.ts";

/** The facts that the server needs from a request's head. */
export interface HeadFacts {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
  readonly isChunked: boolean;
  /** Whether a content encoding other than `identity` is named. */
  readonly isEncoded: boolean;
  /** The headers for the gateway: as received, without those that have `_` in their names. */
  readonly headers: readonly string[];
}

const MAX_HEADERS = 100;

// One bit for each header that may occur only once. If two differ, two programs may each believe a different one.
const HOST = 1;
const ORIGIN = 2;
const CONTENT_TYPE = 4;
const CONTENT_LENGTH = 8;
const TRANSFER_ENCODING = 16;
const CONTENT_ENCODING = 32;
const UPGRADE = 64;
const EXPECT = 2048;
const single = new Map([
  ["host", HOST],
  ["origin", ORIGIN],
  ["content-type", CONTENT_TYPE],
  ["content-length", CONTENT_LENGTH],
  ["transfer-encoding", TRANSFER_ENCODING],
  ["content-encoding", CONTENT_ENCODING],
  ["upgrade", UPGRADE],
  ["authorization", 128],
  ["x-api-key", 256],
  ["x-goog-api-key", 512],
  ["x-abp-key", 1024],
  ["http2-settings", UPGRADE],
  ["expect", EXPECT],
  ["x-abp-engine", 4096],
  ["x-abp-compatibility", 8192],
  ["x-abp-mode", 16_384],
]);

// Characters other than visible ASCII, backslashes, fragments, encoded NUL, and dot segments, also if encoded.
const BAD_TARGET = /[^\x21-\x7e]|[\\#]|%00|\/(?:\.|%2e){1,2}(?=[/?]|$)/i;

/** Reads a request's head. Throws `request_malformed` for a head that two programs could read in different ways. */
export function inspectHead(
  target: string,
  headers: readonly string[],
  version: string,
  isUpgrade = false,
): HeadFacts {
  // Node's parser also accepts HTTP/0.9 and HTTP/2.0.
  if (version !== "1.1" && version !== "1.0")
    throw malformed("The request's HTTP version is not 1.1 or 1.0.");
  if (target.charCodeAt(0) !== 47 || target.charCodeAt(1) === 47) {
    throw malformed("The request's target is not a path.");
  }
  if (BAD_TARGET.test(target))
    throw malformed("The request's path has dot segments or characters that a path must not have.");
  if (headers.length > MAX_HEADERS * 2) throw malformed(`The request has more than ${MAX_HEADERS} headers.`);

  let seen = 0;
  let hasUnderscore = false;
  let host: string | undefined;
  let origin: string | undefined;
  let contentType: string | undefined;
  let contentLength: number | undefined;
  let isChunked = false;
  let isEncoded = false;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!.toLowerCase();
    if (name.includes("_")) {
      // Some servers read `_` as `-` (CGI, RFC 3875 §4.1.18), so this header could replace one that matters.
      if (isSensitive(name.replaceAll("_", "-"))) {
        throw malformed("The name of a header has an underscore in place of a hyphen.", name);
      }
      hasUnderscore = true;
      continue;
    }
    const bit = single.get(name);
    if (bit === undefined) continue;
    if ((seen & bit) !== 0) throw malformed(`The request has more than one ${name} header.`, name);
    seen |= bit;
    const value = headers[at + 1]!;
    if (bit === HOST) host = value;
    else if (bit === ORIGIN) origin = value;
    else if (bit === CONTENT_TYPE) contentType = value;
    else if (bit === CONTENT_LENGTH) contentLength = readLength(value);
    else if (bit === TRANSFER_ENCODING) isChunked = readTransferEncoding(value, version);
    else if (bit === CONTENT_ENCODING) isEncoded = value.trim().toLowerCase() !== "identity";
    else if (bit === EXPECT && value.toLowerCase() !== "100-continue")
      throw malformed("The only supported expectation is `100-continue`.", name);
    else if (bit === UPGRADE && !isUpgrade) throw malformed("The requested protocol is not supported.", name);
  }
  if (isChunked && contentLength !== undefined) {
    throw malformed("The request has both a content length and a transfer encoding.", "content-length");
  }
  return {
    host,
    origin,
    contentType,
    contentLength,
    isChunked,
    isEncoded,
    headers: hasUnderscore ? withoutUnderscores(headers) : headers,
  };
}

/** Whether a content type is JSON. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === "application/json") return true;
  if (contentType === undefined) return false;
  const end = contentType.indexOf(";");
  const essence = (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
  return essence === "application/json" || /^[a-z0-9.-]+\/[a-z0-9.-]+\+json$/.test(essence);
}

function isSensitive(name: string): boolean {
  return (
    single.has(name) || name === "connection" || name.startsWith("x-abp-") || name.startsWith("x-forwarded-")
  );
}

function readLength(value: string): number {
  if (!/^\d{1,15}$/.test(value))
    throw malformed("The request's content length is not a number.", "content-length");
  return Number(value);
}

function readTransferEncoding(value: string, version: string): boolean {
  // RFC 9112 §6.1: HTTP/1.0 has no transfer codings.
  if (value.toLowerCase() !== "chunked" || version !== "1.1") {
    throw malformed("The only supported transfer encoding is `chunked`.", "transfer-encoding");
  }
  return true;
}

function withoutUnderscores(headers: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    if (!headers[at]!.includes("_")) kept.push(headers[at]!, headers[at + 1]!);
  }
  return kept;
}

/** `where` is the header that is wrong. */
function malformed(message: string, where?: string): AbpError {
  return new AbpError("request_malformed", message, where === undefined ? {} : { where });
}
