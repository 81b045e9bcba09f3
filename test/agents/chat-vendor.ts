import { text } from "node:stream/consumers";
import { LoopbackServer } from "../../scripts/clients/loopback-server.ts";

/** What a vendor answers: a text, or a call of the tool `list`. */
export type ChatAnswer = { readonly text: string } | { readonly calls: "list" };

const list = {
  index: 0,
  id: "call_1",
  type: "function",
  function: { name: "list", arguments: "{}" },
};

/** A server that imitates Chat Completions. It says of each answer that it used 1,000 tokens of input and 10 of output. */
export function openChatVendor(answerTo: (body: string) => ChatAnswer): Promise<LoopbackServer> {
  return LoopbackServer.open(async (request, response) => {
    const body = await text(request);
    const answer = answerTo(body);
    const part = "text" in answer ? { content: answer.text } : { tool_calls: [list] };
    const finish = "text" in answer ? "stop" : "tool_calls";
    const usage = { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 };
    const head = { id: "c", created: 1, model: "dear" };
    if (!/"stream"\s*:\s*true/.test(body)) {
      const choice = { index: 0, message: { role: "assistant", ...part }, finish_reason: finish };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...head, object: "chat.completion", choices: [choice], usage }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const chunk of [
      { choices: [{ index: 0, delta: { role: "assistant", ...part }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
      { choices: [], usage },
    ])
      response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", ...chunk })}\n\n`);
    response.end("data: [DONE]\n\n");
  });
}
