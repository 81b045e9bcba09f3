import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on loopback that writes down every request, with its headers and body, and answers like a model. */
export class HttpRecorder {
  readonly requests: string[] = [];
  #connections = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        this.requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
        response.setHeader("content-type", "application/json").end(ANSWER);
      });
    });
    this.#server.on("connection", () => {
      this.#connections += 1;
    });
  }

  static async start(): Promise<HttpRecorder> {
    const recorder = new HttpRecorder();
    recorder.#server.listen(0, "127.0.0.1");
    await once(recorder.#server, "listening");
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How often anything connected, whether or not it sent a request. */
  get connections(): number {
    return this.#connections;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const ANSWER = JSON.stringify({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "hello from the engine" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});
