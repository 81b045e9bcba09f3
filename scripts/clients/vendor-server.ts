import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { LoopbackServer } from "./loopback-server.ts";

/** The key that the gateway presents to the server; no client knows it. */
export const VENDOR_KEY = "vendor-key";

/** A server on loopback that keeps files and batches as the three vendors do, for what the simulated engines do not have. */
export class VendorServer {
  #server!: LoopbackServer;
  /** The bytes of files by id. */
  readonly #files = new Map<string, Buffer>();

  static async start(): Promise<VendorServer> {
    const vendor = new VendorServer();
    vendor.#server = await LoopbackServer.open((request, response) => {
      void buffer(request).then((body) => vendor.#answer(request, body, response));
    });
    return vendor;
  }

  get url(): string {
    return this.#server.url;
  }

  close(): void {
    this.#server.close();
  }

  #answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const path = (request.url ?? "").split("?", 1)[0]!;
    const { authorization, "x-api-key": apiKey, "x-goog-api-key": googleKey } = request.headers;
    // Google's packages differ in the version that they ask for.
    const call = `${request.method} ${googleKey === undefined ? path : path.replace("/v1/", "/v1beta/")}`;
    if (![apiKey, googleKey, authorization?.replace("Bearer ", "")].includes(VENDOR_KEY)) {
      sendJson(response, 401, { error: { message: "another key" } });
      return;
    }
    const file = /^GET \/v1\/files\/([^/]+)\/content$/.exec(call)?.[1];
    if (file !== undefined) {
      response.end(this.#files.get(file) ?? "");
      return;
    }
    const value = this.#valueOf(request, call, body, response);
    if (typeof value === "string") response.setHeader("content-type", "application/x-jsonl").end(value);
    else sendJson(response, value === undefined ? 404 : 200, value ?? { error: { message: `no ${call}` } });
  }

  #valueOf(request: IncomingMessage, call: string, body: Buffer, response: ServerResponse): unknown {
    const batch = { id: "batch_1", object: "batch", status: "completed", output_file_id: "file-out" };
    const results = `${this.url}/v1/messages/batches/msgbatch_1/results`;
    const messages = {
      id: "msgbatch_1",
      type: "message_batch",
      processing_status: "ended",
      results_url: results,
    };
    const google = { name: "files/one", uri: `${this.url}/v1beta/files/one`, state: "ACTIVE" };
    switch (call) {
      case "POST /v1/files": {
        this.#files.set("file-in", partOf(body));
        return { id: "file-in", object: "file", bytes: partOf(body).length, filename: "f", purpose: "batch" };
      }
      case "POST /v1/batches":
        this.#files.set("file-out", Buffer.from('{"custom_id":"one"}\n'));
        return {
          ...batch,
          input_file_id: (JSON.parse(body.toString()) as { input_file_id: string }).input_file_id,
        };
      case "GET /v1/batches/batch_1":
        return batch;
      case "POST /v1/messages/batches":
      case "GET /v1/messages/batches/msgbatch_1":
        return messages;
      case "GET /v1/messages/batches/msgbatch_1/results":
        return '{"custom_id":"one","result":{"type":"canceled"}}\n';
      case "POST /upload/v1beta/files": {
        const isStart = request.headers["x-goog-upload-command"] === "start";
        response.setHeader("x-goog-upload-status", isStart ? "active" : "final");
        if (isStart) response.setHeader("x-goog-upload-url", `${this.url}/upload/v1beta/files?upload_id=up1`);
        return isStart ? {} : { file: { ...google, sizeBytes: String(body.length) } };
      }
      case "GET /v1beta/files/one":
        return google;
      default:
        return undefined;
    }
  }
}

/** The bytes of the part `file` of a form. */
function partOf(body: Buffer): Buffer {
  const named = body.indexOf('name="file"');
  const start = body.indexOf("\r\n\r\n", named) + 4;
  const boundary = body.subarray(0, body.indexOf("\r\n"));
  return body.subarray(start, body.indexOf(boundary, start) - 2);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
