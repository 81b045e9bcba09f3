import { text } from "node:stream/consumers";
import { LoopbackServer } from "../../scripts/clients/loopback-server.ts";

/** A member of a request or of an event. */
type Json = Readonly<Record<string, unknown>>;

/** A vendor that lets the agent run one command for each prompt and then says something. Each call uses other numbers of tokens. */
export type OpenVendor = () => Promise<LoopbackServer>;

interface Call {
  /** 0 for the first call. */
  readonly index: number;
  readonly body: Json;
}

/** The events of an answer. */
type Answer = (call: Call) => readonly Json[];

/** A server that answers calls below `path` with the events of a stream, and everything else with 404. */
function openVendor(path: string, answer: Answer): Promise<LoopbackServer> {
  let index = 0;
  return LoopbackServer.open(async (request, response) => {
    const body = await text(request);
    const { pathname } = new URL(request.url ?? "/", "http://vendor");
    if (request.method !== "POST" || pathname !== path) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end("{}");
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of answer({ index, body: JSON.parse(body) as Json }))
      response.write(`event: ${String(event["type"])}\ndata: ${JSON.stringify(event)}\n\n`);
    index += 1;
    response.end();
  });
}

/** Imitates the Messages API. Prompts are read from a cache and written to it, for five minutes and for an hour. */
export const openMessagesVendor: OpenVendor = () =>
  openVendor("/v1/messages", ({ index, body }) => {
    const hasResult = JSON.stringify((body["messages"] as unknown[]).at(-1)).includes("tool_result");
    const message = {
      id: `msg_${index}`,
      type: "message",
      role: "assistant",
      model: body["model"],
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 100 + index,
        cache_creation_input_tokens: 20 + 3 * index,
        cache_read_input_tokens: 40 + 2 * index,
        cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 3 * index },
        output_tokens: 1,
        service_tier: "standard",
      },
    };
    const said = { type: "text", text: hasResult ? "Done." : "I try." };
    const command = JSON.stringify({ command: "echo hi", description: "Greet" });
    const call = { type: "tool_use", id: `toolu_${index}`, name: "Bash", input: {} };
    const stop = { type: "content_block_stop" };
    return [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: { ...said, text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: said.text } },
      { ...stop, index: 0 },
      ...(hasResult
        ? []
        : [
            { type: "content_block_start", index: 1, content_block: call },
            {
              type: "content_block_delta",
              index: 1,
              delta: { type: "input_json_delta", partial_json: command },
            },
            { ...stop, index: 1 },
          ]),
      {
        type: "message_delta",
        delta: { stop_reason: hasResult ? "end_turn" : "tool_use", stop_sequence: null },
        usage: { output_tokens: 10 + index },
      },
      { type: "message_stop" },
    ];
  });

/** Imitates the Responses API. A part of each prompt is read from a cache, and a part of each answer is reasoning. */
export const openResponsesVendor: OpenVendor = () =>
  openVendor("/v1/responses", ({ index, body }) => {
    const last = (body["input"] as Json[]).at(-1)!;
    const usage = {
      input_tokens: 150 + index,
      input_tokens_details: { cached_tokens: 20 + index },
      output_tokens: 12 + index,
      output_tokens_details: { reasoning_tokens: 5 + index },
      total_tokens: 162 + 2 * index,
    };
    const content = [{ type: "output_text", text: "Done.", annotations: [] }];
    const item = String(last["type"]).endsWith("_output")
      ? { type: "message", id: `msg_${index}`, role: "assistant", status: "completed", content }
      : {
          type: "function_call",
          id: `fc_${index}`,
          call_id: `call_${index}`,
          name: "exec_command",
          arguments: '{"cmd":"echo hi"}',
          status: "completed",
        };
    const response = { id: `resp_${index}`, object: "response", created_at: 1, model: body["model"] };
    const events: Json[] = [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress" } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { ...response, status: "completed", output: [item], usage } },
    ];
    return events.map((event, sequence_number) => ({ ...event, sequence_number }));
  });

/** A tool that the model tries. */
export interface ScriptedTool {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Imitates the Messages API. The model tries one tool after another, and then says something; a call without tools gets words
 * at once. `onResults` gets the results of tools that a request has, and the request.
 */
export const openToolVendor = (
  tools: readonly ScriptedTool[],
  onResults: (results: readonly Json[], body: Json) => void = () => undefined,
): Promise<LoopbackServer> =>
  openVendor("/v1/messages", ({ body }) => {
    const results = (body["messages"] as { content: unknown }[]).flatMap(({ content }) =>
      Array.isArray(content) ? (content as Json[]).filter(({ type }) => type === "tool_result") : [],
    );
    onResults(results, body);
    const tool = body["tools"] === undefined ? undefined : tools[results.length];
    const id = `call_${results.length}`;
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id, type: "message", role: "assistant", model: body["model"], content: [], usage };
    const [block, delta] =
      tool === undefined
        ? [
            { type: "text", text: "" },
            { type: "text_delta", text: "Done." },
          ]
        : [
            { type: "tool_use", id, name: tool.name, input: {} },
            { type: "input_json_delta", partial_json: JSON.stringify(tool.input) },
          ];
    const stop_reason = tool === undefined ? "end_turn" : "tool_use";
    return [
      { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
      { type: "message_stop" },
    ];
  });
