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
    const parts = [{ text: "a" }, { executableCode: { code: "1", language: "PYTHON" } }];
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

  it("names members alone where the reader knows no places", () => {
    const account = new StreamAccount(findDialect("claude"), findDialect("openai"));
    account.take({ type: "signature", candidate: 0, block: 3, signature: "s" });
    expect(account.entries).toMatchObject([{ path: "$.signature" }]);
  });
});
