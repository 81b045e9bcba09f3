import { splitText } from "../prompt/directive.ts";
import { isMembers, type Members, members, objects } from "../strict/raw-json.ts";
import { type SearchAnswer, sseFrames } from "./search-answer.ts";
import type { SearchWriter } from "./writer.ts";

/** OpenAI's form in Chat: annotations of the message, and no sign of the search itself. */
export const chatSearch: SearchWriter = {
  offer: (body) =>
    isMembers(body["web_search_options"])
      ? { isOnly: true, allowedDomains: [], maxUses: Number.POSITIVE_INFINITY, asksSources: true }
      : undefined,
  whole: (answer) =>
    completionOf(
      answer,
      { role: "assistant", content: answer.text, refusal: null, annotations: annotationsOf(answer) },
      "stop",
    ),
  stream: (answer) =>
    chunkFrames(
      answer,
      [...splitText(answer.text).map((content) => ({ content })), { annotations: annotationsOf(answer) }],
      "stop",
    ),
};

const SEARCH_NAME = "$web_search";

/** Moonshot's form: a call that the client returns unchanged. */
export const kimiSearch: SearchWriter = {
  offer: (body) => {
    const tools = objects(body["tools"]);
    const isOffered = tools.some((tool) => members(tool["function"])["name"] === SEARCH_NAME);
    const last = objects(body["messages"]).at(-1);
    // The client has returned the call: the answer follows.
    if (!isOffered || last?.["role"] === "tool") return undefined;
    return { isOnly: tools.length === 1, allowedDomains: [], maxUses: 1, asksSources: false };
  },
  whole: (answer) =>
    completionOf(answer, { role: "assistant", content: "", tool_calls: kimiCalls(answer) }, "tool_calls"),
  stream: (answer) =>
    chunkFrames(
      answer,
      kimiCalls(answer).map((call, index) => ({ tool_calls: [{ index, ...call }] })),
      "tool_calls",
    ),
};

function kimiCalls({ searches }: SearchAnswer): Members[] {
  return searches
    .filter(({ isRefused }) => !isRefused)
    .map(({ id, query }, index) => ({
      id: `${SEARCH_NAME}:${index}`,
      type: "builtin_function",
      function: {
        name: SEARCH_NAME,
        arguments: JSON.stringify({ search_result: { search_id: id, query }, usage: { total_tokens: 100 } }),
      },
    }));
}

function annotationsOf({ segments }: SearchAnswer): Members[] {
  const annotations: Members[] = [];
  let at = 0;
  for (const { text, source } of segments) {
    const end = at + [...text].length;
    if (source !== undefined)
      annotations.push({
        type: "url_citation",
        url_citation: { start_index: at, end_index: end, url: source.url, title: source.title },
      });
    at = end;
  }
  return annotations;
}

function usageOf({ inputTokens, outputTokens }: SearchAnswer): Members {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function completionOf(answer: SearchAnswer, message: Members, finish_reason: string): Members {
  const { id, created, model } = answer;
  return {
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created,
    model,
    choices: [{ index: 0, message, finish_reason, logprobs: null }],
    usage: usageOf(answer),
  };
}

function chunkFrames(answer: SearchAnswer, deltas: readonly Members[], finish_reason: string): string[] {
  const { id, created, model } = answer;
  const head = { id: `chatcmpl-${id}`, object: "chat.completion.chunk", created, model };
  const chunk = (delta: Members, reason: string | null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const events = [
    chunk({ role: "assistant", content: "" }, null),
    ...deltas.map((delta) => chunk(delta, null)),
    chunk({}, finish_reason),
    { ...head, choices: [], usage: usageOf(answer) },
  ];
  return [...sseFrames(events, false), "data: [DONE]\n\n"];
}
