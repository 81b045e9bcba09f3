import { once } from "node:events";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

export interface GatewayRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Sends a POST, and resolves with the head of the answer. Rejects if there is no answer, and when the signal aborts. */
export async function postRequest({ url, headers, body, signal }: GatewayRequest): Promise<IncomingMessage> {
  const send = new URL(url).protocol === "https:" ? requestHttps : requestHttp;
  const bytes = Buffer.from(body);
  const request = send(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "content-length": bytes.length },
    signal,
    // One call at a time: a kept connection could be closed by the other side while a tool runs.
    agent: false,
  });
  request.end(bytes);
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  return answer;
}

/** Reads an answer up to a number of bytes. The rest is dropped. */
export async function readAnswer(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, Math.max(0, maxBytes - length)));
    length += chunk.length;
  }
  return Buffer.concat(chunks);
}
