import { describe, expect, it } from "vitest";
import { codexSearch } from "./codex.ts";
import { answer, eventsOf } from "./fixtures/answer.ts";

const SEARCH = { type: "web_search" };
const OTHER = { type: "function", name: "other" };
const anything = {
  isOnly: true,
  allowedDomains: [],
  maxUses: Number.POSITIVE_INFINITY,
  asksSources: false,
};

describe("what a request to Responses says of its search tool", () => {
  it.each([
    [{}, undefined],
    [{ tools: [OTHER] }, undefined],
    [{ tools: [{ type: "web_searches" }] }, undefined],
    [{ tools: [{ type: "web_search_preview" }] }, anything],
    [{ tools: [SEARCH] }, anything],
    [{ tools: [OTHER, SEARCH] }, { ...anything, isOnly: false }],
    [{ tools: [OTHER, SEARCH], tool_choice: { type: "web_search" } }, anything],
    [
      { tools: [OTHER, SEARCH], tool_choice: { type: "function" } },
      { ...anything, isOnly: false },
    ],
    [
      { tools: [{ ...SEARCH, filters: { allowed_domains: ["a.test", 1] } }], max_tool_calls: 2 },
      { ...anything, allowedDomains: ["a.test", "1"], maxUses: 2 },
    ],
    [
      { tools: [{ ...SEARCH, filters: { allowed_domains: ["a.test"] } }, SEARCH] },
      { ...anything, isOnly: false, allowedDomains: ["a.test"] },
    ],
    [{ tools: [SEARCH], max_tool_calls: "2", include: ["reasoning.encrypted_content"] }, anything],
    [
      { tools: [SEARCH], include: ["web_search_call.action.sources"] },
      { ...anything, asksSources: true },
    ],
  ])("%j gives %j", (body, offer) => {
    expect(codexSearch.offer(body)).toEqual(offer);
  });
});

const TEXT = "😀 – Seen – so. That was all.";
const annotation = {
  type: "url_citation",
  start_index: 3,
  end_index: 14,
  url: "https://a.test/1",
  title: "Title",
};
const action = { type: "search", query: "cats", queries: ["cats"] };
const search = {
  id: "ws_s1",
  type: "web_search_call",
  status: "completed",
  action: { ...action, sources: [{ type: "url", url: "https://a.test/1" }] },
};
const part = { type: "output_text", text: TEXT, annotations: [annotation], logprobs: [] };
const message = { id: "msg_id1", type: "message", status: "completed", role: "assistant", content: [part] };
const head = { id: "resp_id1", object: "response", created_at: 5, model: "model-1", metadata: { m: "1" } };
const completed = {
  ...head,
  status: "completed",
  completed_at: 5,
  output: [search, message],
  usage: {
    input_tokens: 7,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 3,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 10,
  },
};

describe("the answer of Responses to a search", () => {
  it("has an item for each search that was made, and the text with annotations", () => {
    expect(codexSearch.whole(answer)).toMatchObject(completed);
  });

  it("names no sources if the request does not ask for them", () => {
    const asked = { ...answer, offer: { ...answer.offer, asksSources: false } };
    expect(codexSearch.whole(asked)["output"]).toEqual([{ ...search, action }, message]);
  });

  it("streams the steps of the search, then the text in pieces and its annotations", () => {
    const place = { item_id: "msg_id1", output_index: 1, content_index: 0 };
    const begun = { ...head, status: "in_progress", output: [], completed_at: null };
    const events = [
      { type: "response.created", response: expect.objectContaining(begun) },
      { type: "response.in_progress", response: expect.objectContaining(begun) },
      { type: "response.output_item.added", output_index: 0, item: { ...search, status: "in_progress" } },
      { type: "response.web_search_call.in_progress", output_index: 0, item_id: "ws_s1" },
      { type: "response.web_search_call.searching", output_index: 0, item_id: "ws_s1" },
      { type: "response.web_search_call.completed", output_index: 0, item_id: "ws_s1" },
      { type: "response.output_item.done", output_index: 0, item: search },
      {
        type: "response.output_item.added",
        output_index: 1,
        item: { ...message, status: "in_progress", content: [] },
      },
      { type: "response.content_part.added", ...place, part: { ...part, text: "", annotations: [] } },
      { type: "response.output_text.delta", ...place, delta: TEXT.slice(0, 24), logprobs: [] },
      { type: "response.output_text.delta", ...place, delta: TEXT.slice(24), logprobs: [] },
      { type: "response.output_text.annotation.added", ...place, annotation_index: 0, annotation },
      { type: "response.output_text.done", ...place, text: TEXT, logprobs: [] },
      { type: "response.content_part.done", ...place, part },
      { type: "response.output_item.done", output_index: 1, item: message },
      { type: "response.completed", response: expect.objectContaining(completed) },
    ];
    const frames = codexSearch.stream(answer);
    expect(frames[0]).toMatch(/^event: response.created\n/);
    expect(eventsOf(frames)).toEqual(events.map((event, sequence_number) => ({ ...event, sequence_number })));
  });
});
