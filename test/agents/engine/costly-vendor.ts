import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const call = {
  index: 0,
  id: "call_1",
  type: "function",
  function: { name: "list", arguments: "{}" },
};
const chunks = [
  { choices: [{ index: 0, delta: { role: "assistant", tool_calls: [call] }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
  { choices: [], usage: { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 } },
];

/** A server that imitates Chat Completions: each of its answers calls a tool and says that it used 1,000 tokens. */
export class CostlyVendor {
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const chunk of chunks) {
        const whole = { id: "c", object: "chat.completion.chunk", created: 1, model: "dear", ...chunk };
        response.write(`data: ${JSON.stringify(whole)}\n\n`);
      }
      response.end("data: [DONE]\n\n");
    });
  }

  static async open(): Promise<CostlyVendor> {
    const vendor = new CostlyVendor();
    vendor.#server.listen(0, "127.0.0.1");
    await once(vendor.#server, "listening");
    return vendor;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
