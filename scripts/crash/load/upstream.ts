import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CANARIES } from "../canary/canaries.ts";
import { tagOf } from "./call-plan.ts";

const STREAM_CHUNK_DELAY_MS = 12;
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const choice = { index: 0, message: { role: "assistant", content: "hello" }, finish_reason: "stop" };
// Some engines give the same id to every answer.
const CHAT_REPLY = {
  id: "chatcmpl-396",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [choice],
  usage,
};
const CLAUDE_REPLY = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "hello" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const CLAUDE_EVENTS = [
  { type: "message_start", message: { ...CLAUDE_REPLY, content: [], stop_reason: null } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hello" } },
  { type: "content_block_stop", index: 0 },
  {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 1 },
  },
  { type: "message_stop" },
] as const;

/** An engine that notes each request that reaches it, as soon as its body is there. */
export class JournalingUpstream {
  /** The number of requests for each tag. */
  readonly received = new Map<string, number>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<JournalingUpstream> {
    const server = createServer();
    const upstream = new JournalingUpstream(server);
    server.on("request", (request, response) => void upstream.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const tag = tagOf(body) ?? "untagged";
      const count = (this.received.get(tag) ?? 0) + 1;
      this.received.set(tag, count);
      await this.#answer(response, request.url ?? "", body, count);
    } catch {
      // The daemon was killed while it sent or read; the journal has what arrived.
      response.destroy();
    }
  }

  async #answer(response: ServerResponse, url: string, body: string, count: number): Promise<void> {
    if (body.includes("upstreamError"))
      return sendJson(response, 500, { error: { message: CANARIES.upstreamError } });
    if (body.includes("upstreamBusy") && count === 1) {
      response.setHeader("retry-after", "0");
      return sendJson(response, 503, { type: "error", error: { type: "overloaded_error", message: "busy" } });
    }
    const isClaude = url.includes("messages");
    if (!body.includes('"stream":true')) return sendJson(response, 200, isClaude ? CLAUDE_REPLY : CHAT_REPLY);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of CLAUDE_EVENTS) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      await new Promise((resolve) => setTimeout(resolve, STREAM_CHUNK_DELAY_MS));
    }
    response.end();
  }
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
