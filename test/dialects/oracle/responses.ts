import {
  type Ending,
  type Json,
  list,
  mediaFacts,
  type NeutralReply,
  type NeutralRequest,
  type NeutralUsage,
  object,
  parseArguments,
  present,
  type Saying,
  say,
  text,
  type Who,
} from "./neutral.ts";

/** Reads a request of the Responses API. */
export function readResponsesRequest(body: unknown): NeutralRequest {
  const request = object(body);
  const { input } = request;
  const instructions = text(request["instructions"]);
  const reasoning = object(request["reasoning"]);
  return {
    model: text(request["model"]),
    said: [
      ...(instructions ? [say("instruction", "text", { text: instructions })] : []),
      ...(typeof input === "string"
        ? [say("user", "text", { text: input })]
        : list(input).flatMap((item) => readItem(object(item)))),
    ],
    tools: list(request["tools"]).map((tool) => readTool(object(tool))),
    ...readChoice(request["tool_choice"]),
    parallel: request["parallel_tool_calls"] as boolean | undefined,
    parameters: present({
      max: request["max_output_tokens"],
      temperature: request["temperature"],
      topP: request["top_p"],
      topLogprobs: request["top_logprobs"],
      effort: reasoning["effort"],
      summary: reasoning["summary"],
      stream: request["stream"],
      user: request["user"],
      previous: request["previous_response_id"],
    }),
    output: readFormat(object(object(request["text"])["format"])),
  };
}

function readItem(item: Json): Saying[] {
  switch (item["type"] ?? "message") {
    case "message": {
      const role = item["role"];
      const who: Who = role === "assistant" ? "assistant" : role === "user" ? "user" : "instruction";
      return readContent(item["content"], who);
    }
    case "reasoning":
      return [readReasoning(item)];
    case "function_call":
      return [
        say("assistant", "tool_call", {
          id: item["call_id"],
          name: item["name"],
          namespace: item["namespace"],
          input: parseArguments(item["arguments"]),
        }),
      ];
    case "custom_tool_call":
      return [
        say("assistant", "tool_call", { id: item["call_id"], name: item["name"], input: item["input"] }),
      ];
    case "function_call_output":
    case "custom_tool_call_output":
      return [
        say("tool", "tool_result", { id: item["call_id"], content: readContent(item["output"], "tool") }),
      ];
    default:
      return [say("assistant", "opaque", { value: item })];
  }
}

function readReasoning(item: Json): Saying {
  const texts = [...list(item["summary"]), ...list(item["content"])]
    .map((part) => text(object(part)["text"]) ?? "")
    .filter((one) => one !== "");
  return say("assistant", "thinking", {
    id: item["id"],
    text: texts.length === 0 ? undefined : texts.join("\n\n"),
    sealed: item["encrypted_content"],
  });
}

function readContent(content: unknown, who: Who): Saying[] {
  if (typeof content === "string") return content === "" ? [] : [say(who, "text", { text: content })];
  return list(content).flatMap((part) => readPart(object(part), who));
}

function readPart(part: Json, who: Who): Saying[] {
  switch (part["type"]) {
    case "input_text":
    case "output_text":
    case "text":
      return part["text"] === "" ? [] : [say(who, "text", { text: part["text"] })];
    case "refusal":
      return [say(who, "refusal", { text: part["refusal"] })];
    case "input_image": {
      const url = text(part["image_url"]);
      return [say(who, "image", { ...(url === undefined ? {} : mediaFacts(url)), file: part["file_id"] })];
    }
    case "input_file": {
      const data = text(part["file_data"]);
      const media = data === undefined ? {} : mediaFacts(data);
      return [
        say(who, "document", {
          ...media,
          ...(part["file_url"] ? { url: part["file_url"] } : {}),
          file: part["file_id"],
        }),
      ];
    }
    default:
      return [say(who, "opaque", { value: part })];
  }
}

function readTool(tool: Json): Json {
  if (tool["type"] === "custom")
    return present({ kind: "custom", name: tool["name"], description: tool["description"] });
  if (tool["type"] !== "function") return { kind: "server", value: tool };
  const { name, description, parameters, strict } = tool;
  return present({ kind: "function", name, description, schema: parameters, strict });
}

function readChoice(value: unknown): Pick<NeutralRequest, "choice" | "allowed"> {
  if (typeof value === "string") return { choice: value, allowed: undefined };
  const choice = object(value);
  if (choice["type"] === "allowed_tools")
    return {
      choice: text(choice["mode"]),
      allowed: list(choice["tools"]).map((tool) => String(object(tool)["name"])),
    };
  const name = choice["name"];
  return { choice: name === undefined ? undefined : `tool ${String(name)}`, allowed: undefined };
}

function readFormat(format: Json): unknown {
  if (format["type"] === "json_object") return "json";
  return format["type"] === "json_schema" ? format["schema"] : undefined;
}

/** Reads a reply of the Responses API. */
export function readResponsesReply(body: unknown): NeutralReply {
  const reply = object(body);
  const said = list(reply["output"]).flatMap((item) => readItem(object(item)));
  const error = object(reply["error"]);
  return {
    id: text(reply["id"]) || undefined,
    model: text(reply["model"]) || undefined,
    answers: [{ said, ending: readEnding(reply, said) }],
    usage: readUsage(reply["usage"]),
    failure: reply["error"] ? (text(error["message"]) ?? "error") : undefined,
  };
}

// The wire has no word for a stop at a tool call: the calls themselves say it.
function readEnding(reply: Json, said: readonly Saying[]): Ending | undefined {
  switch (reply["status"]) {
    case "completed":
      return said.some((one) => one.kind === "tool_call") ? "tools" : "end";
    case "incomplete": {
      const reason = object(reply["incomplete_details"])["reason"];
      return reason === "max_output_tokens" ? "length" : reason === "content_filter" ? "filter" : "other";
    }
    case "failed":
      return "error";
    default:
      return undefined;
  }
}

function readUsage(value: unknown): NeutralUsage | undefined {
  if (value === undefined || value === null) return undefined;
  const usage = object(value);
  const input = object(usage["input_tokens_details"]);
  return present({
    input: usage["input_tokens"],
    output: usage["output_tokens"],
    cacheRead: input["cached_tokens"],
    cacheWrite: input["cache_write_tokens"],
    reasoning: object(usage["output_tokens_details"])["reasoning_tokens"],
  }) as NeutralUsage;
}
