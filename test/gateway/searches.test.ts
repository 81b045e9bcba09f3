import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Receipt } from "../../src/contract/index.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

type SearchItem = OpenAI.Responses.ResponseFunctionWebSearch;

/** Engines as their vendors' own, each a simulated one that searches in its vendor's form and is as strict. */
const engines = [
  { name: "anthropic", dialect: "claude", model: "claude-sonnet-4-5", price: 0.01, unit: "call" },
  { name: "openai", dialect: "codex", model: "gpt-5", price: 0.01, unit: "call" },
  { name: "google", dialect: "gemini", model: "gemini-3-pro-preview", price: 0.014, unit: "query" },
] as const;

const upstreams: TestGateway[] = [];
let gateway: TestGateway;

beforeAll(async () => {
  const settings: Record<string, object> = {};
  for (const { name, dialect } of engines) {
    const upstream = await openTestGateway({
      engines: { sim: { preset: "sim", dialect, strict: true } },
    });
    upstreams.push(upstream);
    settings[name] = { preset: name, base_url: upstream.baseUrl, api_key: upstream.token };
  }
  gateway = await openTestGateway({ engines: settings });
});

afterAll(async () => {
  await gateway?.close();
  for (const upstream of upstreams) await upstream.close();
});

function expectPriced(receipt: Receipt | undefined, { price, unit }: (typeof engines)[number]): void {
  expect(receipt?.usage).toMatchObject({ server_tools: { web_search: 1 } });
  expect(receipt?.cost?.lines).toContainEqual({
    item: "web_search",
    quantity: 1,
    usd: price,
    unit,
    basis: "list price",
  });
}

const last = async () => (await gateway.receipts()).at(-1);

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  "a search on the engine %s",
  (name, engine) => {
    const headers = { "x-abp-engine": name };

    // Claude Code sends its search as a request of its own, with this tool and nothing else.
    const messages = {
      model: engine.model,
      max_tokens: 1000,
      system: "You are an assistant for performing a web search tool use",
      messages: [
        { role: "user" as const, content: "Perform a web search for the query: rain in 京都 \u{1f327}" },
      ],
      tools: [{ type: "web_search_20250305" as const, name: "web_search" as const, max_uses: 8 }],
    };

    it.each([false, true])(
      "answers Claude Code's search with native blocks (streamed: %s)",
      async (isStream) => {
        const client = new Anthropic({
          baseURL: gateway.baseUrl,
          apiKey: gateway.token,
          defaultHeaders: headers,
        });
        const message = isStream
          ? await client.messages.stream(messages).finalMessage()
          : await client.messages.create(messages);
        const calls = message.content.filter((block) => block.type === "server_tool_use");
        const results = message.content.filter((block) => block.type === "web_search_tool_result");
        expect(calls.map(({ input }) => (input as { query: string }).query)).toEqual([
          "rain in 京都 \u{1f327}",
        ]);
        expect(results.map(({ tool_use_id: id }) => id)).toEqual(calls.map(({ id }) => id));
        const pages = results.flatMap(({ content }) =>
          Array.isArray(content) ? content.map(({ url }) => url) : [],
        );
        expect(pages.length).toBeGreaterThan(0);
        const cited = message.content.flatMap((block) =>
          block.type === "text" ? (block.citations ?? []) : [],
        );
        expect(cited.length).toBeGreaterThan(0);
        for (const citation of cited)
          expect(pages).toContain(
            citation.type === "web_search_result_location" ? citation.url : citation.type,
          );
        expect(message.stop_reason).toBe("end_turn");
        expect(message.usage.server_tool_use?.web_search_requests).toBe(1);
        expectPriced(await last(), engine);
      },
    );

    const responses = {
      model: engine.model,
      input: "sim: search rain in 京都 \u{1f327}\nsim: say It rains \u{1f327}.",
      tools: [{ type: "web_search" as const }],
      include: ["web_search_call.action.sources" as const],
    };

    it.each([false, true])("answers Codex's search with its own items (streamed: %s)", async (isStream) => {
      const client = new OpenAI({
        baseURL: `${gateway.baseUrl}/v1`,
        apiKey: gateway.token,
        defaultHeaders: headers,
      });
      const response = isStream
        ? await client.responses.stream(responses).finalResponse()
        : await client.responses.create(responses);
      const calls = response.output.filter((item) => item.type === "web_search_call") as SearchItem[];
      expect(calls).toMatchObject([
        { status: "completed", action: { type: "search", queries: ["rain in 京都 \u{1f327}"] } },
      ]);
      const sources = calls.flatMap(({ action }) =>
        action.type === "search" ? (action.sources ?? []).map(({ url }) => url) : [],
      );
      expect(sources.length).toBeGreaterThan(0);
      const parts = response.output.flatMap((item) => (item.type === "message" ? item.content : []));
      const cited = parts.flatMap((part) =>
        part.type === "output_text"
          ? part.annotations.flatMap((one) =>
              one.type === "url_citation"
                ? [{ ...one, text: [...part.text].slice(one.start_index, one.end_index).join("") }]
                : [],
            )
          : [],
      );
      expect(cited.length).toBeGreaterThan(0);
      for (const { url, text } of cited) {
        expect(sources).toContain(url);
        expect(text.trim()).not.toBe("");
      }
      expectPriced(await last(), engine);
    });
  },
);
