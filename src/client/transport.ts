import { AbpError } from "../contract/index.ts";
import type { Admission, CallHead, OpenCall, PlainResponse } from "../gateway/index.ts";
import { AnswerStream } from "./answer-stream.ts";
import type { ClientGateway } from "./client-gateway.ts";
import { type FetchRequest, readFetchRequest } from "./fetch-request.ts";

/** What is added to every call, and who is told of it. */
export interface TransportOptions {
  /** Names in lower case and values in turn; they replace what the caller sends under the same names. */
  readonly headers?: readonly string[];
  /** Told of each call as it starts, with the signal that it was given. */
  readonly onCall?: (call: OpenCall, signal: AbortSignal | undefined) => void;
}

/** A `fetch` that sends every request into a gateway in this process, whatever host the URL names. */
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

/** A path that no vendor has may be one of the gateway's own. */
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
