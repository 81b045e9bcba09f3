import { describe, expect, it } from "vitest";
import { claudeSearch } from "./claude.ts";
import { answer, eventsOf } from "./fixtures/answer.ts";
import { sealText } from "./search-answer.ts";

const SEARCH = { type: "web_search_20250305", name: "web_search" };
const OTHER = { name: "other", input_schema: { type: "object" } };
const anything = {
  isOnly: true,
  allowedDomains: [],
  maxUses: Number.POSITIVE_INFINITY,
  asksSources: true,
};

describe("what a request to Claude says of its search tool", () => {
  it.each([
    [{}, undefined],
    [{ tools: [OTHER] }, undefined],
    [{ tools: [{ type: "my_web_search_", name: "web_search" }] }, undefined],
    [{ tools: [SEARCH] }, anything],
    [{ tools: [OTHER, SEARCH] }, { ...anything, isOnly: false }],
    [{ tools: [OTHER, SEARCH], tool_choice: { type: "tool", name: "web_search" } }, anything],
    [
      { tools: [OTHER, SEARCH], tool_choice: { type: "tool", name: "other" } },
      { ...anything, isOnly: false },
    ],
    [
      { tools: [OTHER, SEARCH], tool_choice: { type: "any", name: "web_search" } },
      { ...anything, isOnly: false },
    ],
    [
      { tools: [{ ...SEARCH, allowed_domains: ["a.test", 1], max_uses: 2 }] },
      { ...anything, allowedDomains: ["a.test", "1"], maxUses: 2 },
    ],
    [{ tools: [{ ...SEARCH, max_uses: "2" }] }, anything],
    [{ tools: [{ ...SEARCH, max_uses: 3 }, SEARCH] }, { ...anything, isOnly: false, maxUses: 3 }],
  ])("%j gives %j", (body, offer) => {
    expect(claudeSearch.offer(body)).toEqual(offer);
  });
});

const head = { id: "msg_id1", type: "message", role: "assistant", model: "model-1", diagnostics: null };
const caller = { type: "direct" };
const call = (id: string, input: object) => ({
  type: "server_tool_use",
  id: `srvtoolu_${id}`,
  name: "web_search",
  input,
  caller,
});
const found = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_s1",
  caller,
  content: [
    {
      type: "web_search_result",
      url: "https://a.test/1",
      title: "Title",
      encrypted_content: sealText("Seen – so."),
      page_age: null,
    },
  ],
};
const refused = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_s2",
  caller,
  content: { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" },
};
const citation = {
  type: "web_search_result_location",
  url: "https://a.test/1",
  title: "Title",
  encrypted_index: sealText("https://a.test/1"),
  cited_text: "Seen – so.",
};
const stop = (stop_reason: string | null) => ({
  stop_reason,
  stop_sequence: null,
  stop_details: null,
  container: null,
});
const usage = (output_tokens: number, web_search_requests: number) => ({
  input_tokens: 7,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens,
  output_tokens_details: null,
  server_tool_use: { web_search_requests, web_fetch_requests: 0 },
});
const unknown = { cache_creation: null, inference_geo: null, service_tier: "standard", speed: null };

it("writes a whole answer: calls, results, refusals and cited text", () => {
  expect(claudeSearch.whole(answer)).toEqual({
    ...head,
    content: [
      call("s1", { query: "cats" }),
      found,
      call("s2", { query: "dogs" }),
      refused,
      { type: "text", text: "😀 –", citations: null },
      { type: "text", text: " Seen – so.", citations: [citation] },
      { type: "text", text: " That was all.", citations: null },
    ],
    ...stop("end_turn"),
    usage: { ...usage(3, 1), ...unknown },
  });
});

it("counts the searches that were made, and not those that were refused", () => {
  const [made, refusal] = answer.searches;
  const { usage } = claudeSearch.whole({ ...answer, searches: [made!, refusal!, refusal!] });
  expect(usage).toMatchObject({ server_tool_use: { web_search_requests: 1 } });
});

it("streams the same blocks: arguments and texts in pieces, results whole, citations before their text", () => {
  const blocks: [object, object[]][] = [
    [
      call("s1", {}),
      ["", '{"query":"cats"}'].map((partial_json) => ({ type: "input_json_delta", partial_json })),
    ],
    [found, []],
    [
      call("s2", {}),
      ["", '{"query":"dogs"}'].map((partial_json) => ({ type: "input_json_delta", partial_json })),
    ],
    [refused, []],
    [{ type: "text", text: "", citations: null }, [{ type: "text_delta", text: "😀 –" }]],
    [
      { type: "text", text: "", citations: [] },
      [
        { type: "citations_delta", citation },
        { type: "text_delta", text: " Seen – so." },
      ],
    ],
    [{ type: "text", text: "", citations: null }, [{ type: "text_delta", text: " That was all." }]],
  ];
  const start = { ...head, content: [], ...stop(null), usage: { ...usage(1, 0), ...unknown } };
  const frames = claudeSearch.stream(answer);
  expect(frames[0]).toMatch(/^event: message_start\n/);
  expect(eventsOf(frames)).toEqual([
    { type: "message_start", message: start },
    ...blocks.flatMap(([content_block, deltas], index) => [
      { type: "content_block_start", index, content_block },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: stop("end_turn"), usage: usage(3, 1) },
    { type: "message_stop" },
  ]);
});
