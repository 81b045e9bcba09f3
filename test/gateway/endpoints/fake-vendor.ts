import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the vendor got it. */
export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** A server that keeps files, batches and uploads for everybody who has the account's key, as vendors do. */
export interface FakeVendor {
  readonly url: string;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown };
type Answerer = (request: SeenRequest, url: string) => Answer | undefined;

/** Opens a vendor on a free loopback port. What `answer` does not know is answered with 404 and the vendor's words. */
export async function openFakeVendor(answer: Answerer): Promise<FakeVendor> {
  const seen: SeenRequest[] = [];
  let url = "";
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      method: request.method ?? "",
      target: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    seen.push(one);
    const {
      status = 200,
      headers = {},
      body,
    } = answer(one, url) ?? {
      status: 404,
      body: { error: { message: `the vendor has no ${one.method} ${one.target}` } },
    };
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    response.writeHead(status, {
      "content-type": Buffer.isBuffer(body) ? "application/octet-stream" : "application/json",
      "content-length": bytes.length,
      ...headers,
    });
    response.end(bytes);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
