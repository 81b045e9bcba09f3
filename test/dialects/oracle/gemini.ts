import {
  type Answer,
  type Ending,
  type Json,
  joinTexts,
  list,
  type NeutralReply,
  type NeutralRequest,
  type NeutralUsage,
  number,
  object,
  present,
  type Saying,
  say,
  text,
  type Who,
} from "./neutral.ts";
import { camel } from "./proto-json.ts";

const endings: Readonly<Record<string, Ending>> = {
  STOP: "end",
  MAX_TOKENS: "length",
  SAFETY: "filter",
  RECITATION: "filter",
  BLOCKLIST: "filter",
  PROHIBITED_CONTENT: "filter",
  SPII: "filter",
  IMAGE_SAFETY: "filter",
  MALFORMED_FUNCTION_CALL: "malformed",
};

// With `enum-encoding=int` the vendor sends the numbers of its protocol buffer.
const numbered = ["", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER"];

/** Reads a request of generateContent; the model stands in the path. */
export function readGeminiRequest(body: unknown, path = ""): NeutralRequest {
  const request = camel(body);
  const config = object(request["generationConfig"]);
  const thinking = object(config["thinkingConfig"]);
  const calling = object(object(request["toolConfig"])["functionCallingConfig"]);
  const allowed = list(calling["allowedFunctionNames"]).map(String);
  const mode = text(calling["mode"])?.toLowerCase();
  const isOne = mode === "any" && allowed.length === 1;
  return {
    model: text(request["model"]) ?? /models\/([^:/]+)/.exec(path)?.[1],
    said: [
      ...joinTexts(readParts(object(request["systemInstruction"])["parts"], "instruction")),
      ...contentsOf(request["contents"]).flatMap((content) => {
        const { role, parts } = object(content);
        return readParts(parts, role === "model" ? "assistant" : "user");
      }),
    ],
    tools: asList(request["tools"]).flatMap((tool) => readTool(object(tool))),
    choice: isOne ? `tool ${allowed[0]}` : mode === "any" ? "required" : mode,
    allowed: isOne || allowed.length === 0 ? undefined : allowed,
    parallel: undefined,
    parameters: present({
      max: config["maxOutputTokens"],
      temperature: config["temperature"],
      topP: config["topP"],
      topK: config["topK"],
      seed: config["seed"],
      n: config["candidateCount"],
      stop: config["stopSequences"],
      frequencyPenalty: config["frequencyPenalty"],
      presencePenalty: config["presencePenalty"],
      logprobs: config["responseLogprobs"] === true ? (number(config["logprobs"]) ?? 0) : undefined,
      effort: text(thinking["thinkingLevel"])?.toLowerCase(),
      budget: thinking["thinkingBudget"],
      thoughts: thinking["includeThoughts"],
      stream: path.includes("streamGenerateContent") ? true : undefined,
    }),
    output: readFormat(config),
  };
}

function contentsOf(contents: unknown): unknown[] {
  if (typeof contents === "string") return [{ role: "user", parts: [{ text: contents }] }];
  return asList(contents);
}

// The vendor's parser takes one message where a list of them is meant.
function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function readTool(tool: Json): Json[] {
  const functions = list(tool["functionDeclarations"]).map((declaration) => {
    const { name, description, parameters, parametersJsonSchema } = object(declaration);
    return present({ kind: "function", name, description, schema: parametersJsonSchema ?? parameters });
  });
  const { functionDeclarations: _, ...rest } = tool;
  return Object.keys(rest).length === 0 ? functions : [...functions, { kind: "server", value: rest }];
}

function readFormat(config: Json): unknown {
  const schema = config["responseJsonSchema"] ?? config["responseSchema"];
  return schema ?? (config["responseMimeType"] === "application/json" ? "json" : undefined);
}

function readParts(parts: unknown, who: Who): Saying[] {
  return asList(parts).flatMap((part) => readPart(object(part), who));
}

function readPart(part: Json, who: Who): Saying[] {
  const signature = part["thoughtSignature"];
  const call = object(part["functionCall"]);
  const answer = object(part["functionResponse"]);
  const inline = object(part["inlineData"]);
  const file = object(part["fileData"]);
  if (part["functionCall"] !== undefined)
    return [
      say("assistant", "tool_call", {
        id: call["id"],
        name: call["name"],
        input: call["args"] ?? {},
        signature,
      }),
    ];
  if (part["functionResponse"] !== undefined)
    return [
      say("tool", "tool_result", {
        id: answer["id"],
        name: answer["name"],
        content: [
          ...readResponse(object(answer["response"])),
          ...list(answer["parts"]).flatMap((one) => readPart(object(one), "tool")),
        ],
        error: object(answer["response"])["error"] === undefined ? undefined : true,
      }),
    ];
  if (part["inlineData"] !== undefined)
    return [
      say(who, kindOf(inline["mimeType"]), {
        mediaType: inline["mimeType"],
        data: inline["data"],
        signature,
      }),
    ];
  if (part["fileData"] !== undefined) return [say(who, kindOf(file["mimeType"]), { url: file["fileUri"] })];
  if (typeof part["text"] === "string") {
    if (part["thought"] === true) return [say(who, "thinking", { text: part["text"], signature })];
    return part["text"] === "" && signature === undefined
      ? []
      : [say(who, "text", { text: part["text"], signature })];
  }
  return [say(who, "opaque", { value: part })];
}

function readResponse(response: Json): Saying[] {
  const plain = response["output"] ?? response["result"] ?? response["error"];
  const shown =
    typeof plain === "string" && Object.keys(response).length === 1 ? plain : JSON.stringify(response);
  return shown === "{}" ? [] : [say("tool", "text", { text: shown })];
}

function kindOf(mediaType: unknown): "image" | "audio" | "video" | "document" {
  const family = String(mediaType).split("/")[0];
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}

/** Reads a reply of generateContent. */
export function readGeminiReply(body: unknown): NeutralReply {
  const reply = camel(body);
  const error = object(reply["error"]);
  const blocked = object(reply["promptFeedback"])["blockReason"];
  const answers = list(reply["candidates"]).map((candidate) => readAnswer(object(candidate)));
  return {
    id: text(reply["responseId"]) || undefined,
    model: text(reply["modelVersion"]) || undefined,
    answers: answers.length === 0 && blocked !== undefined ? [{ said: [], ending: "filter" }] : answers,
    usage: readUsage(reply["usageMetadata"]),
    failure: reply["error"] ? (text(error["message"]) ?? "error") : undefined,
  };
}

function readAnswer(candidate: Json): Answer {
  const said = joinTexts(readParts(object(candidate["content"])["parts"], "assistant"));
  const raw = candidate["finishReason"];
  const word = typeof raw === "number" ? numbered[raw] : text(raw);
  if (word === undefined || word === "" || word === "FINISH_REASON_UNSPECIFIED")
    return { said, ending: undefined };
  // The wire has no word for a stop at a tool call: the calls themselves say it.
  const calls = said.some((one) => one.kind === "tool_call");
  const ending = endings[word] ?? "other";
  return { said, ending: ending === "end" && calls ? "tools" : ending };
}

function readUsage(value: unknown): NeutralUsage | undefined {
  if (value === undefined || value === null) return undefined;
  const usage = object(value);
  const shown = number(usage["candidatesTokenCount"]);
  const thought = number(usage["thoughtsTokenCount"]);
  const prompt = number(usage["promptTokenCount"]);
  const tools = number(usage["toolUsePromptTokenCount"]);
  return present({
    input: prompt === undefined ? tools : prompt + (tools ?? 0),
    output: shown === undefined && thought === undefined ? undefined : (shown ?? 0) + (thought ?? 0),
    cacheRead: usage["cachedContentTokenCount"],
    reasoning: thought,
  }) as NeutralUsage;
}
