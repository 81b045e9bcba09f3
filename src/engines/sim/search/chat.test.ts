import { describe, expect, it } from "vitest";
import { chatSearch, kimiSearch } from "./chat.ts";
import { answer, eventsOf } from "./fixtures/answer.ts";

const KIMI = { type: "builtin_function", function: { name: "$web_search" } };
const OTHER = { type: "function", function: { name: "other" } };
const anything = {
  isOnly: true,
  allowedDomains: [],
  maxUses: Number.POSITIVE_INFINITY,
  asksSources: true,
};
const once = { ...anything, maxUses: 1, asksSources: false };
const user = { role: "user", content: "q" };

describe("what a request to Chat says of its search", () => {
  it.each([
    [{}, undefined],
    [{ web_search_options: null }, undefined],
    [{ web_search_options: {} }, anything],
  ])("at OpenAI, %j gives %j", (body, offer) => {
    expect(chatSearch.offer(body)).toEqual(offer);
  });

  it.each([
    [{ messages: [user] }, undefined],
    [{ messages: [user], tools: [OTHER] }, undefined],
    [{ messages: [user], tools: [KIMI] }, once],
    [{ tools: [KIMI] }, once],
    [
      { messages: [user], tools: [OTHER, KIMI] },
      { ...once, isOnly: false },
    ],
    [{ messages: [user, { role: "tool", content: "{}" }], tools: [KIMI] }, undefined],
    [{ messages: [user, { role: "tool", content: "{}" }, user], tools: [KIMI] }, once],
  ])("at Kimi, %j gives %j", (body, offer) => {
    expect(kimiSearch.offer(body)).toEqual(offer);
  });
});

const TEXT = "😀 – Seen – so. That was all.";
const annotations = [
  {
    type: "url_citation",
    url_citation: { start_index: 3, end_index: 14, url: "https://a.test/1", title: "Title" },
  },
];
const call = {
  id: "$web_search:0",
  type: "builtin_function",
  function: {
    name: "$web_search",
    arguments: '{"search_result":{"search_id":"s1","query":"cats"},"usage":{"total_tokens":100}}',
  },
};
const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
const head = { id: "chatcmpl-id1", created: 5, model: "model-1" };

function completion(message: object, finish_reason: string) {
  const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason, logprobs: null }];
  return { ...head, object: "chat.completion", choices, usage };
}

function chunks(deltas: readonly object[], reason: string) {
  const whole = { ...head, object: "chat.completion.chunk" };
  const choices = [
    [{ role: "assistant", content: "" }, null],
    ...deltas.map((delta) => [delta, null]),
    [{}, reason],
  ].map(([delta, finish_reason]) => ({ ...whole, choices: [{ index: 0, delta, finish_reason }] }));
  return [...choices, { ...whole, choices: [], usage }, "[DONE]"];
}

describe("the answer of Chat to a search", () => {
  it("is a text with annotations at OpenAI", () => {
    const message = { content: TEXT, refusal: null, annotations };
    expect(chatSearch.whole(answer)).toEqual(completion(message, "stop"));
    expect(eventsOf(chatSearch.stream(answer))).toEqual(
      chunks([{ content: TEXT.slice(0, 24) }, { content: TEXT.slice(24) }, { annotations }], "stop"),
    );
  });

  it("is a call for each search that was made at Kimi", () => {
    const message = { content: "", tool_calls: [call] };
    expect(kimiSearch.whole(answer)).toEqual(completion(message, "tool_calls"));
    expect(eventsOf(kimiSearch.stream(answer))).toEqual(
      chunks([{ tool_calls: [{ index: 0, ...call }] }], "tool_calls"),
    );
    expect(kimiSearch.stream(answer)[0]).toMatch(/^data: /);
  });
});
