import {
  type Ending,
  type Frame,
  type Json,
  list,
  type NeutralReply,
  type NeutralRequest,
  type NeutralUsage,
  number,
  object,
  parseArguments,
  present,
  type Saying,
  say,
  text,
  type Who,
} from "./neutral.ts";

const endings: Readonly<Record<string, Ending>> = {
  end_turn: "end",
  max_tokens: "length",
  model_context_window_exceeded: "context",
  tool_use: "tools",
  stop_sequence: "sequence",
  refusal: "refusal",
  pause_turn: "pause",
};

/** Reads a request of the Messages API. */
export function readMessagesRequest(body: unknown): NeutralRequest {
  const request = object(body);
  const choice = object(request["tool_choice"]);
  const thinking = object(request["thinking"]);
  const config = object(request["output_config"]);
  const disabled = choice["disable_parallel_tool_use"];
  return {
    model: text(request["model"]),
    said: [
      ...readContent(request["system"], "instruction"),
      ...list(request["messages"]).flatMap((message) => {
        const { role, content } = object(message);
        return readContent(
          content,
          role === "assistant" ? "assistant" : role === "user" ? "user" : "instruction",
        );
      }),
    ],
    tools: list(request["tools"]).map((tool) => readTool(object(tool))),
    choice: readChoice(choice),
    allowed: undefined,
    parallel: typeof disabled === "boolean" ? !disabled : undefined,
    parameters: present({
      max: request["max_tokens"],
      temperature: request["temperature"],
      topP: request["top_p"],
      topK: request["top_k"],
      stop: request["stop_sequences"],
      effort: config["effort"],
      thinking: thinking["type"],
      budget: thinking["budget_tokens"],
      stream: request["stream"],
      user: object(request["metadata"])["user_id"],
    }),
    output: readFormat(object(config["format"] ?? request["output_format"])),
  };
}

function readChoice(choice: Json): string | undefined {
  if (choice["type"] === "any") return "required";
  return choice["type"] === "tool" ? `tool ${String(choice["name"])}` : text(choice["type"]);
}

function readTool(tool: Json): Json {
  const type = tool["type"];
  if (type !== undefined && type !== null && type !== "custom") return { kind: "server", value: tool };
  const { name, description, input_schema: schema, strict } = tool;
  return present({ kind: "function", name, description, schema, strict });
}

function readFormat(format: Json): unknown {
  return format["type"] === "json_schema" ? format["schema"] : undefined;
}

function readContent(content: unknown, who: Who): Saying[] {
  if (typeof content === "string") return content === "" ? [] : [say(who, "text", { text: content })];
  return list(content).flatMap((block) => readBlock(object(block), who));
}

function readBlock(block: Json, who: Who): Saying[] {
  switch (block["type"]) {
    case "text":
    case "input_text":
      return block["text"] === "" ? [] : [say(who, "text", { text: block["text"] })];
    case "thinking":
      return [say(who, "thinking", { text: block["thinking"], signature: block["signature"] || undefined })];
    case "redacted_thinking":
      return [say(who, "thinking", { redacted: block["data"] })];
    case "image":
    case "document":
      return [say(who, block["type"], readSource(object(block["source"])))];
    case "tool_use":
      return [
        say("assistant", "tool_call", {
          id: block["id"],
          name: block["name"],
          input: parseArguments(block["input"]),
        }),
      ];
    case "tool_result":
      return [
        say("tool", "tool_result", {
          id: block["tool_use_id"],
          error: block["is_error"] === true ? true : undefined,
          content: readContent(block["content"], "tool"),
        }),
      ];
    default:
      return [say(who, "opaque", { value: block })];
  }
}

function readSource(source: Json): Json {
  if (source["type"] === "base64") return { mediaType: source["media_type"], data: source["data"] };
  if (source["type"] === "url") return { url: source["url"] };
  if (source["type"] === "file") return { file: source["file_id"] };
  if (source["type"] === "text") return { text: source["data"] };
  return { source };
}

/** Reads a reply of the Messages API. */
export function readMessagesReply(body: unknown): NeutralReply {
  const reply = object(body);
  const raw = text(reply["stop_reason"]);
  const failed = reply["error"] !== undefined || reply["type"] === "error";
  return {
    id: text(reply["id"]) || undefined,
    model: text(reply["model"]) || undefined,
    answers:
      reply["content"] === undefined && failed
        ? []
        : [
            {
              said: readContent(reply["content"], "assistant"),
              ending: raw === undefined ? undefined : (endings[raw] ?? "other"),
              ...(text(reply["stop_sequence"]) === undefined
                ? {}
                : { sequence: String(reply["stop_sequence"]) }),
            },
          ],
    usage: readUsage(reply["usage"]),
    failure: failed ? (text(object(reply["error"])["message"]) ?? "error") : undefined,
  };
}

// The vendor's own count leaves out what was read from or written to the cache.
function readUsage(value: unknown): NeutralUsage | undefined {
  if (value === undefined || value === null) return undefined;
  const usage = object(value);
  const read = number(usage["cache_read_input_tokens"]);
  const written = number(usage["cache_creation_input_tokens"]);
  const fresh = number(usage["input_tokens"]);
  return present({
    input: fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0),
    output: usage["output_tokens"],
    cacheRead: read,
    cacheWrite: written,
    reasoning: object(usage["output_tokens_details"])["thinking_tokens"],
  }) as NeutralUsage;
}

/** The reply that a stream of message events amounts to. */
export function collapseMessages(frames: readonly Frame[]): Json {
  let reply: Json = {};
  const blocks: Json[] = [];
  const inputs: string[] = [];
  for (const { data } of frames) {
    if (data.trim() === "[DONE]") continue;
    const event = object(JSON.parse(data));
    const index = number(event["index"]) ?? 0;
    switch (event["type"]) {
      case "message_start":
        reply = { ...object(event["message"]) };
        break;
      case "content_block_start":
        blocks[index] = { ...object(event["content_block"]) };
        inputs[index] = "";
        break;
      case "content_block_delta":
        addDelta(blocks[index]!, object(event["delta"]), (json) => {
          inputs[index] += json;
        });
        break;
      case "content_block_stop":
        if (inputs[index] !== "") blocks[index]!["input"] = parseArguments(inputs[index]);
        break;
      case "message_delta": {
        const { usage, delta, type: _, ...more } = event;
        Object.assign(reply, more, object(delta));
        reply["usage"] = { ...object(reply["usage"]), ...present(object(usage)) };
        break;
      }
      case "error":
        reply["error"] = event["error"];
        break;
      default:
        break;
    }
  }
  // A block that never stopped still said what it said.
  blocks.forEach((block, index) => {
    if (inputs[index] !== "" && Object.keys(object(block["input"])).length === 0)
      block["input"] = parseArguments(inputs[index]);
  });
  return { ...reply, content: blocks.filter((block) => block !== undefined) };
}

function addDelta(block: Json, delta: Json, addInput: (json: string) => void): void {
  const join = (name: string, piece: unknown) => {
    block[name] = `${text(block[name]) ?? ""}${text(piece) ?? ""}`;
  };
  switch (delta["type"]) {
    case "text_delta":
      join("text", delta["text"]);
      break;
    case "thinking_delta":
      join("thinking", delta["thinking"]);
      break;
    case "signature_delta":
      block["signature"] = delta["signature"];
      break;
    case "input_json_delta":
      addInput(text(delta["partial_json"]) ?? "");
      break;
    case "citations_delta":
      block["citations"] = [...list(block["citations"]), delta["citation"]];
      break;
    case "compaction_delta":
      Object.assign(
        block,
        present({ content: delta["content"], encrypted_content: delta["encrypted_content"] }),
      );
      break;
    default:
      throw new Error(`no such delta: ${String(delta["type"])}`);
  }
}
