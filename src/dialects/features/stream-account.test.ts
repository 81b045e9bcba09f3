import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../contract/index.ts";
import { findDialect } from "../registry/lookup.ts";
import { StreamTranslator } from "../translate/stream.ts";
import { StreamAccount } from "./stream-account.ts";

const memory = {
  ids: { forward: (id: string) => id, backward: (id: string) => id, entries: () => new Map() } as never,
  tools: { custom: new Set<string>(), namespaced: new Map() },
  streams: true,
  streamUsage: true,
  model: "m",
};

/** The losses of a stream of an engine: their paths. */
function lost(from: string, to: string, events: readonly object[]): string[] {
  const translator = new StreamTranslator(findDialect(from), findDialect(to), {
    memory,
    id: "r",
    created: 1,
  });
  for (const event of events) translator.push(Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
  translator.end();
  const { entries } = translator.report();
  return entries.filter(({ disposition }) => disposition === "disclosed").map(({ path }) => path);
}

const chunk = (index: number, choice: object, more: object = {}) => ({
  id: "c",
  choices: [{ index, ...choice }],
  ...more,
});

describe("the account of a stream", () => {
  it("names the same losses if it leaves out what is carried", () => {
    const events = [
      { type: "message_start", message: { id: "m", model: "c", odd: 1, usage: { input_tokens: 1 } } },
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "thinking", thinking: "", signature: "" },
      },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hm" } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "s" } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "a" } },
      { type: "content_block_stop", index: 1 },
      { type: "message_delta", delta: { stop_reason: "pause_turn" }, usage: { output_tokens: 2 } },
      { type: "message_stop" },
    ];
    const entriesOf = (lossesOnly: boolean) => {
      const translator = new StreamTranslator(findDialect("claude"), findDialect("openai"), {
        memory,
        id: "r",
        created: 1,
        lossesOnly,
      });
      for (const event of events)
        translator.push(Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
      translator.end();
      return translator.report().entries;
    };
    const losses = entriesOf(true);
    expect(losses).toEqual(entriesOf(false).filter(({ disposition }) => disposition !== "mapped"));
    expect(losses.length).toBeGreaterThan(1);
  });

  it("names the answers that a caller with one answer does not get", () => {
    const events = [
      chunk(0, { delta: { content: "a" } }),
      chunk(2, { delta: { content: "b" } }),
      chunk(1, { delta: { content: "c" }, logprobs: { content: [{ token: "c" }] } }),
      chunk(0, { delta: {}, finish_reason: "stop" }),
      chunk(1, { delta: {}, finish_reason: "stop" }),
      chunk(2, { delta: {}, finish_reason: "stop" }),
    ];
    expect(lost("openai", "claude", events)).toEqual([
      "$.choices[2]",
      "$.choices[1]",
      "$.choices[1].logprobs.content",
    ]);
    expect(lost("openai", "gemini", events)).toEqual([]);
  });

  it("names the members of a message that only its vendor knows", () => {
    const details = [{ type: "reasoning.encrypted", data: "x" }];
    const events = [
      chunk(0, { delta: { content: "a", reasoning_details: details }, content_filter_results: {} }),
      chunk(0, { delta: { reasoning_details: details }, finish_reason: "stop" }),
    ];
    expect(lost("openai", "claude", events)).toEqual([
      "$.choices[0].content_filter_results",
      "$.choices[0].message.reasoning_details",
    ]);
  });

  it("names citations without a URL where they stand", () => {
    const annotations = [{ type: "file_citation", file_citation: { file_id: "f" } }];
    const events = [
      chunk(0, { delta: { content: "a" } }),
      chunk(0, { delta: { annotations }, finish_reason: "stop" }),
    ];
    for (const to of ["claude", "gemini", "codex"])
      expect(lost("openai", to, events)).toEqual(["$.choices[0].message"]);
    const kept = { type: "url_citation", url_citation: { url: "https://a.example", title: "a" } };
    const others = [events[0]!, chunk(0, { delta: { annotations: [kept] }, finish_reason: "stop" })];
    expect(lost("openai", "codex", others)).toEqual([]);
  });

  it("names the places of usage, and of an error", () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, odd: 1 };
    const error = { message: "no", odd: 1 };
    expect(lost("openai", "claude", [chunk(0, { delta: { content: "a" } }, { usage }), { error }])).toEqual([
      "$.usage.total_tokens",
      "$.usage.odd",
      "$.error.odd",
    ]);
  });

  it("names items of a response by their place in the output", () => {
    const item = { type: "reasoning", id: "rs", summary: [], encrypted_content: "e" };
    const message = { type: "message", id: "m", role: "assistant", content: [] };
    const events = [
      { type: "response.created", response: { id: "r", status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item: message },
      { type: "response.output_item.done", output_index: 0, item: message },
      { type: "response.output_item.added", output_index: 1, item },
      { type: "response.output_item.done", output_index: 1, item },
      { type: "response.completed", response: { id: "r", status: "completed" } },
    ];
    expect(lost("codex", "claude", events)).toContain("$.output[1].encrypted_content");
  });

  it("names parts of candidates", () => {
    const parts = [{ text: "a" }, { brandNew: { code: "1" } }];
    const candidates = [{ index: 1, content: { parts }, finishReason: "STOP" }];
    expect(lost("gemini", "openai", [{ candidates }])).toEqual(["$.candidates[1].content.parts[1]"]);
  });

  it("names a feature at a hundred places and no more", () => {
    const account = new StreamAccount(findDialect("claude"), findDialect("openai"));
    const places = {
      usage: "$.usage",
      candidate: () => "$",
      block: (_: number, block: number) => `$.content[${block}]`,
    };
    for (let block = 0; block < 200; block += 1) {
      const event: StreamEvent = { type: "signature", candidate: 0, block, signature: "s" };
      account.take(event, places);
      account.take(event, places);
    }
    expect(account.entries).toHaveLength(100);
    expect(account.entries.at(-1)).toMatchObject({
      path: "$.content[99].signature",
      disposition: "disclosed",
    });
  });

  it("names members alone if the reader knows no places", () => {
    const account = new StreamAccount(findDialect("claude"), findDialect("openai"));
    account.take({ type: "signature", candidate: 0, block: 3, signature: "s" });
    expect(account.entries).toMatchObject([{ path: "$.signature" }]);
  });

  const at = { candidate: 0, block: 0 };
  const taken = (from: string, to: string, ...events: StreamEvent[]): string[] => {
    const account = new StreamAccount(findDialect(from), findDialect(to));
    for (const event of events) account.take(event);
    return account.entries.map(({ feature, disposition }) => `${feature} ${disposition}`);
  };

  it("takes the features of an event from its kind", () => {
    expect(taken("claude", "openai", { type: "thinking_delta", ...at, text: "a" })).toEqual([
      "thinking.text mapped",
    ]);
    expect(taken("openai", "claude", { type: "logprobs", candidate: 0, value: [] })).toEqual([
      "logprobs disclosed",
    ]);
    expect(
      taken("claude", "openai", { type: "candidate_stop", candidate: 0, stop: { reason: "max_tokens" } }),
    ).toEqual(["stop.max_tokens mapped"]);
    expect(taken("claude", "openai", { type: "usage", usage: { input: 1 } })).toEqual(["usage.input mapped"]);
    expect(taken("claude", "openai", { type: "ping" }, { type: "reply_stop" })).toEqual([]);
    const vendor = { claude: { odd: 1 } };
    expect(taken("claude", "openai", { type: "text_delta", ...at, text: "a", vendor })).toEqual([
      "vendor disclosed",
    ]);
    expect(
      taken("claude", "openai", {
        type: "candidate_stop",
        candidate: 0,
        stop: { reason: "end_turn" },
        vendor,
      }),
    ).toEqual(["stop.end_turn mapped", "vendor disclosed"]);
  });

  it("says of a citation whether it names a part of the answer", () => {
    const citation = { kind: "url", url: "https://a.example" };
    const cited = (more: object) =>
      taken("gemini", "claude", { type: "citation", ...at, citation: { ...citation, ...more } });
    const ranged = cited({ answer: { start: 0, end: 1 } });
    expect(ranged.some((entry) => entry.startsWith("citation.range"))).toBe(true);
    expect(cited({}).some((entry) => entry.startsWith("citation.range"))).toBe(false);
  });

  it("notes a search once its words are known, and none of its steps", () => {
    const step: StreamEvent = { type: "opaque", dialect: "codex", kind: "step", value: {} };
    const search = (unit: object): Extract<StreamEvent, { type: "block_start" }> => ({
      type: "block_start",
      ...at,
      content: {
        type: "opaque",
        dialect: "codex",
        kind: "web_search_call",
        value: {},
        search: unit,
      } as never,
    });
    const noted = (...events: StreamEvent[]) => taken("codex", "openai", ...events).length > 0;
    const asked = (call: object) => search({ call });
    expect(noted(asked({ id: "s", queries: [] }))).toBe(false);
    expect(noted(asked({ id: "s", queries: ["q"] }))).toBe(true);
    expect(noted(asked({ id: "s", queries: [], url: "https://a.example" }))).toBe(true);
    expect(noted(search({ call: { id: "s", queries: [] }, results: [] }))).toBe(true);
    expect(noted(search({ call: { id: "s", queries: [] }, error: "e" }))).toBe(true);
    expect(noted(search({}))).toBe(true);
    const open = asked({ id: "s", queries: [] });
    expect(noted(open, step)).toBe(false);
    expect(noted(open, { type: "block_stop", ...at }, step)).toBe(true);
    expect(noted(open, { type: "block_start", ...at, content: { type: "text", text: "" } }, step)).toBe(true);
    expect(noted(step)).toBe(true);
  });

  it("notes the thinking of each block once", () => {
    const account = new StreamAccount(findDialect("claude"), findDialect("openai"));
    const asked: string[] = [];
    const places = {
      usage: "$.usage",
      candidate: () => "$",
      block: (candidate: number, block: number) => {
        asked.push(`${candidate}:${block}`);
        return `$.content[${block}]`;
      },
    };
    const delta = (candidate: number, block: number, more: object = {}): StreamEvent => ({
      type: "thinking_delta",
      candidate,
      block,
      text: "a",
      ...more,
    });
    for (const event of [delta(0, 0), delta(0, 0), delta(0, 1), delta(1, 1), delta(1, 1)])
      account.take(event, places);
    expect(asked).toEqual(["0:0", "0:1", "1:1"]);
    account.take(delta(1, 1, { vendor: { claude: { odd: 1 } } }), places);
    expect(asked).toHaveLength(4);
  });
});
