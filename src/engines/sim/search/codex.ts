import { responseTo } from "../../../dialects/index.ts";
import { splitText } from "../prompt/directive.ts";
import { list, type Members, members, objects, text as textOf } from "../strict/raw-json.ts";
import { type Search, type SearchAnswer, sseFrames } from "./search-answer.ts";
import type { SearchWriter } from "./writer.ts";

const isSearch = (tool: Members) => /^web_search(_|$)/.test(textOf(tool["type"]));
const SOURCES = "web_search_call.action.sources";

/** OpenAI's form in Responses: one item per search, and annotations of the text. */
export const codexSearch: SearchWriter = {
  offer: (body) => {
    const tools = objects(body["tools"]);
    const tool = tools.find(isSearch);
    if (tool === undefined) return undefined;
    const most = body["max_tool_calls"];
    return {
      isOnly: tools.length === 1 || isSearch(members(body["tool_choice"])),
      allowedDomains: list(members(tool["filters"])["allowed_domains"]).map(String),
      maxUses: typeof most === "number" ? most : Number.POSITIVE_INFINITY,
      asksSources: list(body["include"]).includes(SOURCES),
    };
  },

  whole: (answer) => responseOf(answer, "completed", itemsOf(answer)),

  stream: (answer) => {
    const events: Members[] = [];
    const push = (event: Members) => events.push({ ...event, sequence_number: events.length });
    const items = itemsOf(answer);
    push({ type: "response.created", response: responseOf(answer, "in_progress", []) });
    push({ type: "response.in_progress", response: responseOf(answer, "in_progress", []) });
    for (const [output_index, item] of items.entries()) {
      const item_id = item["id"];
      if (item["type"] === "message") {
        pushMessage(push, answer, item, output_index);
        continue;
      }
      push({ type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } });
      for (const step of ["in_progress", "searching", "completed"])
        push({ type: `response.web_search_call.${step}`, output_index, item_id });
      push({ type: "response.output_item.done", output_index, item });
    }
    push({ type: "response.completed", response: responseOf(answer, "completed", items) });
    return sseFrames(events, true);
  },
};

function pushMessage(
  push: (event: Members) => void,
  answer: SearchAnswer,
  item: Members,
  output_index: number,
): void {
  const place = { item_id: item["id"], output_index, content_index: 0 };
  const [part] = objects(item["content"]);
  const empty = { ...part, text: "", annotations: [] };
  push({
    type: "response.output_item.added",
    output_index,
    item: { ...item, status: "in_progress", content: [] },
  });
  push({ type: "response.content_part.added", ...place, part: empty });
  for (const delta of splitText(answer.text))
    push({ type: "response.output_text.delta", ...place, delta, logprobs: [] });
  for (const [annotation_index, annotation] of annotationsOf(answer).entries())
    push({ type: "response.output_text.annotation.added", ...place, annotation_index, annotation });
  push({ type: "response.output_text.done", ...place, text: answer.text, logprobs: [] });
  push({ type: "response.content_part.done", ...place, part });
  push({ type: "response.output_item.done", output_index, item });
}

function itemsOf(answer: SearchAnswer): Members[] {
  const content = [
    { type: "output_text", text: answer.text, annotations: annotationsOf(answer), logprobs: [] },
  ];
  return [
    ...answer.searches.filter(({ isRefused }) => !isRefused).map((one) => searchItem(one, answer)),
    { id: `msg_${answer.id}`, type: "message", status: "completed", role: "assistant", content },
  ];
}

function searchItem({ id, query, sources }: Search, { offer }: SearchAnswer): Members {
  const shown = offer.asksSources ? { sources: sources.map(({ url }) => ({ type: "url", url })) } : {};
  return {
    id: `ws_${id}`,
    type: "web_search_call",
    status: "completed",
    action: { type: "search", query, queries: [query], ...shown },
  };
}

// Offsets count characters, not the halves of surrogate pairs.
function annotationsOf({ segments }: SearchAnswer): Members[] {
  const annotations: Members[] = [];
  let at = 0;
  for (const { text, source } of segments) {
    const end = at + [...text].length;
    if (source !== undefined)
      annotations.push({
        type: "url_citation",
        start_index: at,
        end_index: end,
        url: source.url,
        title: source.title,
      });
    at = end;
  }
  return annotations;
}

function responseOf(answer: SearchAnswer, status: string, output: readonly Members[]): Members {
  const { request, id, created, model, inputTokens, outputTokens } = answer;
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
  return responseTo(
    { ...request, model },
    { id: `resp_${id}`, created_at: created, status },
    status === "completed" ? { completed_at: created, output, usage } : { output },
  );
}
