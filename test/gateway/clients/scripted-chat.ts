import type { ServerResponse } from "node:http";
import type { Bench } from "../../../src/engines/fixtures/cleanup.ts";

const model = "sim-model";

/** Answers with a JSON document. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** The headers of a stream of events. */
export const EVENTS = { "content-type": "text/event-stream" };

/** One event of a stream of Chat Completions. */
export const chunkOf = (delta: object, reason: string | null = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

/** A whole answer of Chat Completions. */
export const completion = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model,
  choices: [{ index: 0, message: { role: "assistant", content: "whole" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
};

/** An engine of Chat Completions at a server that answers as a script says. */
export async function openScriptedChat(bench: Bench, answer: (response: ServerResponse) => void) {
  const server = await bench.serve(answer);
  return {
    server,
    settings: {
      preset: "compatible" as const,
      base_url: server.url,
      credential: "none" as const,
      retries: 0,
    },
  };
}
