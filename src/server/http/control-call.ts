import { AbpError } from "../../contract/index.ts";
import type { LeaveReason, OpenCall, ResponseSink } from "../../gateway/index.ts";
import type { ControlFacts, ControlServer } from "../context/control.ts";

/** `Request` takes no others, and no path of the control API does. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** The address of a request is a path. The rest of it was checked before. */
const ORIGIN = "http://localhost";

/**
 * Passes a request to the control API, and its answer to the sink as fast as the caller takes it. Throws for a request that the API
 * cannot be asked. `fail` takes an error from before the answer has begun.
 */
export function openControlCall(
  control: ControlServer,
  facts: ControlFacts,
  body: AsyncIterable<Uint8Array> | undefined,
  { sink, fail }: { readonly sink: ResponseSink; readonly fail: (error: unknown) => void },
): OpenCall {
  const { method, target, headers } = facts.head;
  if (!METHODS.has(method))
    throw new AbpError("method_not_allowed", `${method} is no method of the control API.`);
  if (body !== undefined && (method === "GET" || method === "HEAD"))
    throw new AbpError("request_malformed", `A ${method} request must not have a body here.`);
  const leaving = new AbortController();
  const request = new Request(ORIGIN + target, {
    method,
    headers: pairsOf(headers),
    signal: leaving.signal,
    ...(body === undefined ? {} : { body: ReadableStream.from(body), duplex: "half" }),
  });
  const answer = new AnswerPipe(sink, leaving.signal);
  const served = control
    .fetch(request, facts)
    .then((response) => answer.send(response))
    .catch(fail);
  return {
    runId: "",
    leave: (reason: LeaveReason) => {
      leaving.abort(new AbpError(reason === "shutting_down" ? reason : "client_gone", "The caller left."));
      answer.resume();
    },
    recorded: served,
  };
}

/** Writes a response into a sink, and reads no more of it than the sink takes. */
class AnswerPipe {
  readonly #sink: ResponseSink;
  readonly #left: AbortSignal;
  #resumed: (() => void) | undefined;

  constructor(sink: ResponseSink, left: AbortSignal) {
    this.#sink = sink;
    this.#left = left;
    sink.source = this;
  }

  resume(): void {
    this.#resumed?.();
    this.#resumed = undefined;
  }

  async send(response: Response): Promise<void> {
    const reader = response.body?.getReader();
    const cancel = (): void => void reader?.cancel(this.#left.reason).catch(() => undefined);
    if (this.#left.aborted) {
      cancel();
      return;
    }
    this.#sink.head(response.status, [...response.headers].flat());
    if (reader === undefined) {
      this.#sink.end();
      return;
    }
    this.#left.addEventListener("abort", cancel, { once: true });
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (this.#left.aborted) return;
        if (done) break;
        if (!this.#sink.write(value)) await this.#untilResumed();
      }
      this.#sink.end();
    } catch (error) {
      // What was sent cannot be taken back; the caller must not take it for the whole.
      this.#sink.break();
      throw error;
    } finally {
      this.#left.removeEventListener("abort", cancel);
    }
  }

  #untilResumed(): Promise<void> {
    if (this.#left.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resumed = resolve;
    });
  }
}

function pairsOf(headers: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at]!, headers[at + 1]!]);
  return pairs;
}
