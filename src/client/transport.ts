import { AbpError } from "../contract/index.ts";
import type { Admission, CallHead, OpenCall, PlainResponse } from "../gateway/index.ts";
import { AnswerStream } from "./answer-stream.ts";
import type { ClientGateway } from "./client-gateway.ts";
import { type FetchRequest, readFetchRequest } from "./fetch-request.ts";

/** Options of `gatewayFetch`. */
export interface TransportOptions {
  /** Headers for every call, lower-case names and values in turn. They replace the request's headers of the same names. */
  readonly headers?: readonly string[];
  /** Receives each call as it starts, with the signal of its request. */
  readonly onCall?: (call: OpenCall, signal: AbortSignal | undefined) => void;
}

/** Returns a `fetch` that sends every request to a gateway in this process, whatever host the URL names. */
export function gatewayFetch(gateway: ClientGateway, options: TransportOptions = {}): typeof fetch {
  return async (input, init) => {
    const request = await readFetchRequest(input, init, options.headers ?? []);
    request.signal?.throwIfAborted();
    return send(gateway, request, options);
  };
}

async function send(
  gateway: ClientGateway,
  { head, body, signal }: FetchRequest,
  { onCall }: TransportOptions,
): Promise<Response> {
  let admission: Admission;
  try {
    admission = gateway.admit(head);
    if (body.length > admission.maxBodyBytes) throw tooLarge(admission.maxBodyBytes);
  } catch (thrown) {
    return toResponse(await answerRefusal(gateway, head, asAbpError(thrown)));
  }
  const answer = new AnswerStream(signal);
  try {
    const call = gateway.call(admission, body, answer);
    answer.attach(call);
    onCall?.(call, signal);
  } catch (thrown) {
    answer.break();
    return toResponse(gateway.refuse(head, asAbpError(thrown)));
  }
  return answer.response;
}

/** Tries the gateway's own routes for a path that no dialect has. */
async function answerRefusal(
  gateway: ClientGateway,
  head: CallHead,
  error: AbpError,
): Promise<PlainResponse> {
  const own = error.code === "route_not_found" ? await gateway.own?.(head) : undefined;
  return own ?? gateway.refuse(head, error);
}

function toResponse({ status, headers, body }: PlainResponse): Response {
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at]!, headers[at + 1]!]);
  return new Response(body, { status, headers: pairs });
}

function tooLarge(limit: number): AbpError {
  return new AbpError("input_too_large", `The request's body is larger than ${limit} bytes.`);
}

function asAbpError(thrown: unknown): AbpError {
  return AbpError.is(thrown)
    ? thrown
    : new AbpError("internal", "the call failed inside the gateway", { cause: thrown });
}
