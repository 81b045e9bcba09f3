import { splitText } from "../prompt/directive.ts";
import { list, type Members, members, objects, text as textOf } from "../strict/raw-json.ts";
import {
  type Search,
  type SearchAnswer,
  type SearchOffer,
  type Source,
  sealText,
  sseFrames,
} from "./search-answer.ts";
import type { SearchWriter } from "./writer.ts";

const isSearch = (tool: Members) => textOf(tool["type"]).startsWith("web_search_");

/** Anthropic's form: a call and its results as blocks, and citations on the text. */
export const claudeSearch: SearchWriter = {
  offer: (body): SearchOffer | undefined => {
    const tools = objects(body["tools"]);
    const tool = tools.find(isSearch);
    if (tool === undefined) return undefined;
    const { type, name } = members(body["tool_choice"]);
    const isOnly = tools.length === 1 || (type === "tool" && name === tool["name"]);
    return {
      isOnly,
      allowedDomains: list(tool["allowed_domains"]).map(String),
      maxUses: typeof tool["max_uses"] === "number" ? tool["max_uses"] : Number.POSITIVE_INFINITY,
      asksSources: true,
    };
  },

  whole: (answer) => ({
    ...messageOf(answer),
    content: [...answer.searches.flatMap((one) => [callOf(one, true), resultOf(one)]), ...textBlocks(answer)],
    ...stopOf("end_turn"),
    usage: { ...usageOf(answer, answer.outputTokens), ...unknownUsage },
  }),

  stream: (answer) => {
    const events: Members[] = [
      {
        type: "message_start",
        message: {
          ...messageOf(answer),
          content: [],
          ...stopOf(null),
          usage: { ...usageOf({ ...answer, searches: [] }, 1), ...unknownUsage },
        },
      },
    ];
    let index = 0;
    const block = (start: Members, deltas: readonly Members[]) => {
      events.push({ type: "content_block_start", index, content_block: start });
      for (const delta of deltas) events.push({ type: "content_block_delta", index, delta });
      events.push({ type: "content_block_stop", index });
      index++;
    };
    for (const search of answer.searches) {
      const json = splitText(JSON.stringify({ query: search.query }));
      block(
        callOf(search, false),
        ["", ...json].map((partial_json) => ({ type: "input_json_delta", partial_json })),
      );
      block(resultOf(search), []);
    }
    for (const { text, citations } of textBlocks(answer)) {
      block({ type: "text", text: "", citations: citations === null ? null : [] }, [
        ...(citations ?? []).map((citation) => ({ type: "citations_delta", citation })),
        ...splitText(text).map((piece) => ({ type: "text_delta", text: piece })),
      ]);
    }
    events.push(
      {
        type: "message_delta",
        delta: stopOf("end_turn"),
        usage: usageOf(answer, answer.outputTokens),
      },
      { type: "message_stop" },
    );
    return sseFrames(events, true);
  },
};

function messageOf({ id, model }: SearchAnswer): Members {
  return { id: `msg_${id}`, type: "message", role: "assistant", model, diagnostics: null };
}

function stopOf(reason: string | null): Members {
  return { stop_reason: reason, stop_sequence: null, stop_details: null, container: null };
}

function callOf({ id, query }: Search, isWhole: boolean): Members {
  return {
    type: "server_tool_use",
    id: `srvtoolu_${id}`,
    name: "web_search",
    input: isWhole ? { query } : {},
    caller: { type: "direct" },
  };
}

function resultOf({ id, sources, isRefused }: Search): Members {
  const content = isRefused
    ? { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" }
    : sources.map(({ url, title, snippet }) => ({
        type: "web_search_result",
        url,
        title,
        encrypted_content: sealText(snippet),
        page_age: null,
      }));
  return {
    type: "web_search_tool_result",
    tool_use_id: `srvtoolu_${id}`,
    caller: { type: "direct" },
    content,
  };
}

function textBlocks({
  segments,
}: SearchAnswer): { type: "text"; text: string; citations: readonly Members[] | null }[] {
  return segments.map(({ text, source }) => ({
    type: "text" as const,
    text,
    citations: source === undefined ? null : [citationOf(source)],
  }));
}

function citationOf({ url, title, snippet }: Source): Members {
  return {
    type: "web_search_result_location",
    url,
    title,
    encrypted_index: sealText(url),
    cited_text: snippet,
  };
}

function usageOf({ inputTokens, searches }: SearchAnswer, outputTokens: number): Members {
  const ran = searches.filter(({ isRefused }) => !isRefused).length;
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: outputTokens,
    output_tokens_details: null,
    server_tool_use: { web_search_requests: ran, web_fetch_requests: 0 },
  };
}

/** What the end of a stream leaves out. */
const unknownUsage: Members = {
  cache_creation: null,
  inference_geo: null,
  service_tier: "standard",
  speed: null,
};
