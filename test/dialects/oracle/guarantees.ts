import type { Wire } from "./equal.ts";
import { wordsOf } from "./exact.ts";
import { type Json, list, object, text } from "./neutral.ts";

/** The function tool of that name, and whether the vendor holds its arguments to its schema. */
export function toolIn(wire: Wire, body: Json, name: string): { tool: Json; isStrict: boolean } | undefined {
  const flat = list(body["tools"]).map(object);
  if (wire === "gemini") {
    const declared = flat.flatMap((one) => list(one["functionDeclarations"]).map(object));
    const tool = declared.find((one) => one["name"] === name);
    const mode = object(object(body["toolConfig"])["functionCallingConfig"])["mode"];
    return tool && { tool, isStrict: mode === "VALIDATED" || mode === "ANY" };
  }
  const tool = flat
    .map((one) => (wire === "chat" ? object(one["function"]) : one))
    .find((one) => one["name"] === name);
  return tool && { tool, isStrict: tool["strict"] === true };
}

/** Whether a custom tool in the request has that grammar, which the vendor then enforces. */
export function hasGrammar(body: Json, definition: string): boolean {
  return list(body["tools"])
    .map(object)
    .some(
      (tool) =>
        tool["type"] === "custom" &&
        wordsOf(object(tool["custom"])["format"] ?? tool["format"]).includes(definition),
    );
}

/** The schema that the answer is held to; undefined if there is none, or if nothing enforces it. */
export function enforcedSchema(wire: Wire, body: Json): unknown {
  switch (wire) {
    case "messages":
      return object(object(body["output_config"])["format"])["schema"];
    case "chat": {
      const format = object(object(body["response_format"])["json_schema"]);
      return format["strict"] === true ? format["schema"] : undefined;
    }
    case "responses": {
      const format = object(object(body["text"])["format"]);
      return format["strict"] === true ? format["schema"] : undefined;
    }
    default: {
      const config = object(body["generationConfig"]);
      return config["responseJsonSchema"] ?? config["responseSchema"];
    }
  }
}

/** The level of effort that the model works with, in lower case; `budget` if the request says it as a number of tokens. */
export function effortIn(wire: Wire, body: Json): string | undefined {
  switch (wire) {
    case "messages": {
      const { type, budget_tokens: budget } = object(body["thinking"]);
      const effort = text(object(body["output_config"])["effort"]);
      // These models do not think unless thinking is on expressly, and then the effort is that of the text alone.
      if (/-4-[678]\b/.test(String(body["model"])) && type !== "adaptive") return undefined;
      return effort ?? (type === "enabled" && typeof budget === "number" ? "budget" : undefined);
    }
    case "chat":
      return text(body["reasoning_effort"]);
    case "responses":
      return text(object(body["reasoning"])["effort"]);
    default: {
      const { thinkingLevel: level, thinkingBudget: budget } = object(
        object(body["generationConfig"])["thinkingConfig"],
      );
      return text(level)?.toLowerCase() ?? (typeof budget === "number" && budget > 0 ? "budget" : undefined);
    }
  }
}

/** Whether the model's reasoning is to be shown. */
export function showsReasoning(wire: Wire, body: Json): boolean {
  switch (wire) {
    case "messages":
      return object(body["thinking"])["display"] === "summarized";
    case "chat":
      return false;
    case "responses":
      return ["auto", "concise", "detailed"].includes(String(object(body["reasoning"])["summary"]));
    default:
      return object(object(body["generationConfig"])["thinkingConfig"])["includeThoughts"] === true;
  }
}

/** All that the result of one call says, and whether it is marked as failed; undefined if no result answers the call. */
export function resultOf(
  wire: Wire,
  body: Json,
  marker: string,
): { words: string; isFailed: boolean } | undefined {
  for (const { value, isFailed } of resultsIn(wire, body)) {
    const words = wordsOf(value);
    if (words.includes(marker)) return { words, isFailed };
  }
  return undefined;
}

function resultsIn(wire: Wire, body: Json): { value: unknown; isFailed: boolean }[] {
  switch (wire) {
    case "messages":
      return list(body["messages"])
        .flatMap((one) => list(object(one)["content"]).map(object))
        .filter((one) => one["type"] === "tool_result")
        .map((one) => ({ value: one["content"], isFailed: one["is_error"] === true }));
    case "chat":
      return list(body["messages"])
        .map(object)
        .filter((one) => one["role"] === "tool")
        .map((one) => ({ value: one["content"], isFailed: saysError(one["content"]) }));
    case "responses":
      return list(body["input"])
        .map(object)
        .filter((one) => /_output$/.test(String(one["type"])))
        .map((one) => ({ value: one["output"], isFailed: saysError(one["output"]) }));
    default:
      return list(body["contents"])
        .flatMap((one) => list(object(one)["parts"]).map((part) => object(object(part)["functionResponse"])))
        .map((one) => ({ value: one["response"], isFailed: object(one["response"])["error"] !== undefined }));
  }
}

// These wires have no mark of a failure, so that only the text can say it.
function saysError(content: unknown): boolean {
  return /^\W*error\b/i.test(text(content) ?? text(object(list(content)[0])["text"]) ?? "");
}

/** Whether the part with that text ends a prefix that the vendor is asked to cache. */
export function isCached(wire: Wire, body: Json, marker: string): boolean {
  const holders = wire === "responses" ? list(body["input"]) : list(body["messages"]);
  return [...holders.flatMap((one) => list(object(one)["content"])), ...list(body["system"])]
    .map(object)
    .some(
      (part) =>
        part["text"] === marker &&
        (part["cache_control"] !== undefined || part["prompt_cache_breakpoint"] !== undefined),
    );
}

/** Whether a message of Chat Completions with that text carries Anthropic's mark itself. */
export function isMarkedMessage(body: Json, marker: string): boolean {
  return list(body["messages"])
    .map(object)
    .some((one) => one["cache_control"] !== undefined && wordsOf(one["content"]).includes(marker));
}

/** Whether the tool of that name ends a prefix that Anthropic is asked to cache. */
export function isCachedTool(wire: Wire, body: Json, name: string): boolean {
  return list(body["tools"])
    .map(object)
    .some((one) => {
      const inner = wire === "chat" ? object(one["function"]) : one;
      return inner["name"] === name && (one["cache_control"] ?? inner["cache_control"]) !== undefined;
    });
}

/** Where the assistant said something: as plain text, or in the wire's own form of a refusal. */
export function saidByAssistant(wire: Wire, body: Json, marker: string): "text" | "refusal" | undefined {
  const turns =
    wire === "gemini"
      ? list(body["contents"])
      : wire === "responses"
        ? list(body["input"])
        : list(body["messages"]);
  for (const turn of turns.map(object)) {
    if (turn["role"] !== "assistant" && turn["role"] !== "model") continue;
    if (text(turn["refusal"])?.includes(marker)) return "refusal";
    const parts = list(turn["content"] ?? turn["parts"]).map(object);
    if (parts.some((part) => text(part["refusal"])?.includes(marker))) return "refusal";
    if (text(turn["content"])?.includes(marker) || parts.some((part) => text(part["text"])?.includes(marker)))
      return "text";
  }
  return undefined;
}
