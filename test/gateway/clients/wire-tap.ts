import { createHash } from "node:crypto";

/** One request of a client, and what came back, as it was on the wire. */
export interface TappedCall {
  readonly path: string;
  readonly sent: string;
  readonly status: number;
  readonly headers: Headers;
  /** The digest of all bytes that came back. */
  readonly received: Promise<string>;
}

/** A `fetch` that notes what passes through it. */
export class WireTap {
  readonly calls: TappedCall[] = [];

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const sent = request.body === null ? "" : await request.clone().text();
    const response = await fetch(request);
    // A client may stop reading at the last event, before the end of the body.
    const [own, theirs] = response.body?.tee() ?? [null, null];
    this.calls.push({
      path: new URL(request.url).pathname,
      sent,
      status: response.status,
      headers: response.headers,
      received: digestOf(own),
    });
    return new Response(theirs, { status: response.status, headers: response.headers });
  };

  /** The latest call. */
  get last(): TappedCall {
    const last = this.calls.at(-1);
    if (last === undefined) throw new Error("nothing was called");
    return last;
  }
}

async function digestOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of body ?? []) hash.update(chunk);
  } catch {
    return "broken off";
  }
  return hash.digest("hex");
}
