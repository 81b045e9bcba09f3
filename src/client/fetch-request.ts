import type { CallHead } from "../gateway/index.ts";

/** The request that `fetch` was called with. */
export interface FetchRequest {
  readonly head: CallHead;
  readonly body: Buffer;
  readonly signal: AbortSignal | undefined;
}

const NO_BODY = Buffer.alloc(0);

/** Reads the arguments of `fetch`. Only path and query of the URL are used. `extra` headers replace those of the request. */
export async function readFetchRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
  extra: readonly string[],
): Promise<FetchRequest> {
  const plain = input instanceof Request ? undefined : plainBody(init?.body);
  if (plain === undefined) {
    const request = new Request(input, withDuplex(init));
    const body = Buffer.from(await request.arrayBuffer());
    // The signal of `request` only follows this one, and could be garbage collected.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    return { head: headOf(request.url, request.method, request.headers, extra), body, signal };
  }
  const head = headOf(
    String(input),
    (init?.method ?? "GET").toUpperCase(),
    new Headers(init?.headers),
    extra,
  );
  return { head, body: plain, signal: init?.signal ?? undefined };
}

/** The bytes of a simple body. Undefined if only a `Request` can encode it. */
function plainBody(body: RequestInit["body"]): Buffer | undefined {
  if (body === undefined || body === null) return NO_BODY;
  if (typeof body === "string") return Buffer.from(body);
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return undefined;
}

// The Fetch standard requires `duplex` for a body that is a stream.
function withDuplex(init: RequestInit | undefined): RequestInit | undefined {
  return init?.body instanceof ReadableStream ? ({ ...init, duplex: "half" } as RequestInit) : init;
}

function headOf(url: string, method: string, headers: Headers, extra: readonly string[]): CallHead {
  const { pathname, search } = new URL(url);
  const list: string[] = [];
  for (const [name, value] of headers) if (!isNamed(extra, name)) list.push(name, value);
  list.push(...extra);
  return { method, target: pathname + search, headers: list };
}

function isNamed(list: readonly string[], name: string): boolean {
  for (let at = 0; at < list.length; at += 2) if (list[at] === name) return true;
  return false;
}
