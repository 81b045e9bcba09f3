import {
  type Answer,
  type Ending,
  type Json,
  list,
  mediaFacts,
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

const speakers: Readonly<Record<string, Who>> = {
  system: "instruction",
  developer: "instruction",
  user: "user",
  assistant: "assistant",
  tool: "tool",
  function: "tool",
};

const endings: Readonly<Record<string, Ending>> = {
  stop: "end",
  eos: "end",
  length: "length",
  tool_calls: "tools",
  tool_call: "tools",
  function_call: "tools",
  content_filter: "filter",
  error: "error",
};

/** Reads a request of Chat Completions. */
export function readChatRequest(body: unknown): NeutralRequest {
  const request = object(body);
  const thinking = object(request["thinking"]);
  const logprobs = request["logprobs"] === true ? (number(request["top_logprobs"]) ?? 0) : undefined;
  return {
    model: text(request["model"]),
    said: list(request["messages"]).flatMap((message) => readMessage(object(message))),
    tools: list(request["tools"]).map(readTool),
    ...readChoice(request["tool_choice"]),
    parallel: request["parallel_tool_calls"] as boolean | undefined,
    parameters: present({
      max: request["max_completion_tokens"] ?? request["max_tokens"],
      temperature: request["temperature"],
      topP: request["top_p"],
      topK: request["top_k"],
      seed: request["seed"],
      n: request["n"],
      stop: typeof request["stop"] === "string" ? [request["stop"]] : request["stop"],
      frequencyPenalty: request["frequency_penalty"],
      presencePenalty: request["presence_penalty"],
      logprobs,
      effort: request["reasoning_effort"],
      thinking: thinking["type"],
      stream: request["stream"],
      user: request["user"],
    }),
    output: readFormat(object(request["response_format"])),
  };
}

function readMessage(message: Json): Saying[] {
  const who = speakers[String(message["role"])] ?? "user";
  if (who === "tool") {
    const content = readContent(message["content"], "tool");
    return [say("tool", "tool_result", { id: message["tool_call_id"], content })];
  }
  return readSpoken(message, who);
}

// The wire has no order between these members, so the order is fixed: reasoning, text, refusal, calls.
function readSpoken(message: Json, who: Who): Saying[] {
  const said: Saying[] = [];
  const reasoning = ["reasoning_content", "reasoning", "reasoning_text", "cot_summary"]
    .map((name) => text(message[name]))
    .find((one) => one !== undefined);
  if (reasoning !== undefined && reasoning !== "") said.push(say(who, "thinking", { text: reasoning }));
  said.push(...readContent(message["content"], who));
  if (text(message["refusal"])) said.push(say(who, "refusal", { text: message["refusal"] }));
  if (who === "assistant") for (const call of list(message["tool_calls"])) said.push(readCall(object(call)));
  const audio = object(message["audio"]);
  if (audio["data"] !== undefined || audio["id"] !== undefined)
    said.push(say(who, "audio", { data: audio["data"], id: audio["id"], transcript: audio["transcript"] }));
  return said;
}

function readContent(content: unknown, who: Who): Saying[] {
  if (typeof content === "string") return content === "" ? [] : [say(who, "text", { text: content })];
  return list(content).flatMap((part) => readPart(object(part), who));
}

function readPart(part: Json, who: Who): Saying[] {
  switch (part["type"]) {
    case "text":
    case "input_text":
      return part["text"] === "" ? [] : [say(who, "text", { text: part["text"] })];
    case "refusal":
      return [say(who, "refusal", { text: part["refusal"] })];
    case "thinking": {
      const pieces = list(part["thinking"]).map((piece) => text(object(piece)["text"]) ?? "");
      return [say(who, "thinking", { text: pieces.join("") })];
    }
    case "image_url": {
      const url = text(part["image_url"]) ?? text(object(part["image_url"])["url"]) ?? "";
      return [say(who, "image", mediaFacts(url))];
    }
    case "video_url":
      return [say(who, "video", mediaFacts(text(object(part["video_url"])["url"]) ?? ""))];
    case "input_audio":
      return [say(who, "audio", { data: object(part["input_audio"])["data"] })];
    case "file": {
      const file = object(part["file"]);
      const data = text(file["file_data"]);
      return [
        say(who, "document", { ...(data === undefined ? {} : mediaFacts(data)), file: file["file_id"] }),
      ];
    }
    default:
      return [say(who, "opaque", { value: part })];
  }
}

function readCall(call: Json): Saying {
  const called = object(call["function"]);
  const custom = object(call["custom"]);
  if (call["type"] === "custom")
    return say("assistant", "tool_call", { id: call["id"], name: custom["name"], input: custom["input"] });
  const input = parseArguments(called["arguments"]);
  return say("assistant", "tool_call", { id: call["id"], name: called["name"], input });
}

function readTool(value: unknown): Json {
  const tool = object(value);
  if (tool["type"] === "custom") {
    const custom = object(tool["custom"]);
    return present({ kind: "custom", name: custom["name"], description: custom["description"] });
  }
  if (tool["type"] !== "function" && tool["function"] === undefined) return { kind: "server", value: tool };
  const { name, description, parameters, strict } = object(tool["function"]);
  return present({ kind: "function", name, description, schema: parameters, strict });
}

function readChoice(value: unknown): Pick<NeutralRequest, "choice" | "allowed"> {
  if (typeof value === "string") return { choice: value, allowed: undefined };
  const choice = object(value);
  if (choice["type"] === "allowed_tools") {
    const allowed = object(choice["allowed_tools"]);
    const names = list(allowed["tools"]).map((tool) => String(object(object(tool)["function"])["name"]));
    return { choice: text(allowed["mode"]), allowed: names };
  }
  const name = object(choice["function"])["name"] ?? object(choice["custom"])["name"];
  return { choice: name === undefined ? undefined : `tool ${String(name)}`, allowed: undefined };
}

function readFormat(format: Json): unknown {
  if (format["type"] === "json_object") return "json";
  if (format["type"] === "json_schema") return object(format["json_schema"])["schema"];
  return undefined;
}

/** Reads a reply of Chat Completions. */
export function readChatReply(body: unknown): NeutralReply {
  const reply = object(body);
  const choices = list(reply["choices"]).map(object);
  const ordered = [...choices].sort((a, b) => (number(a["index"]) ?? 0) - (number(b["index"]) ?? 0));
  return {
    id: text(reply["id"]) || undefined,
    model: text(reply["model"]) || undefined,
    answers: ordered.map(readAnswer),
    usage: readUsage(reply["usage"] ?? choices.find((choice) => choice["usage"])?.["usage"]),
    failure: readFailure(reply["error"]),
  };
}

function readAnswer(choice: Json): Answer {
  const raw = text(choice["finish_reason"]);
  const message = object(choice["message"]);
  const said = readSpoken(message, "assistant");
  // A deprecated form of one call, which has no id.
  const called = object(message["function_call"]);
  if (called["name"] !== undefined)
    said.push(
      say("assistant", "tool_call", { name: called["name"], input: parseArguments(called["arguments"]) }),
    );
  return { said, ending: raw ? (endings[raw] ?? "other") : undefined };
}

function readUsage(value: unknown): NeutralUsage | undefined {
  if (value === undefined || value === null) return undefined;
  const usage = object(value);
  const input = object(usage["prompt_tokens_details"]);
  const output = object(usage["completion_tokens_details"]);
  return present({
    input: usage["prompt_tokens"],
    output: usage["completion_tokens"],
    cacheRead: input["cached_tokens"] ?? usage["cached_tokens"],
    cacheWrite: input["cache_write_tokens"],
    reasoning: output["reasoning_tokens"] ?? usage["reasoning_tokens"],
  }) as NeutralUsage;
}

function readFailure(error: unknown): string | undefined {
  if (error === undefined || error === null) return undefined;
  return text(error) ?? text(object(error)["message"]) ?? "error";
}
