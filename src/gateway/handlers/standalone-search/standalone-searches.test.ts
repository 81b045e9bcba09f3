import { describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import type { Engine } from "../../../engines/index.ts";
import { ModelCall } from "../../call/model-call.ts";
import { RecordingSink } from "../../fixtures/recording-sink.ts";
import { answers, scriptedEngine } from "../../fixtures/scripted-engine.ts";
import { fakeSearch, searchingWith } from "../../fixtures/searched-call.ts";
import { admissionTo, bodyOf, testContext } from "../../fixtures/test-context.ts";
import type { Searching } from "../../search/searching.ts";

const search = (commands: object = { search_query: [{ q: "cats" }] }, settings: object = {}) => ({
  id: "session",
  model: "m",
  commands,
  settings,
  max_output_tokens: 200,
});

async function run(engine: Engine, body: unknown, searching?: Searching) {
  const context = testContext({ engines: [engine], more: { searching } });
  const sink = new RecordingSink();
  const call = new ModelCall(context, admissionTo("/v1/alpha/search"), bodyOf(body), sink).start();
  await sink.over;
  await call.recorded;
  return { sink, receipt: context.ledger.receipts[0]! };
}

const responsesAnswer = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "completed",
  model: "m",
  output: [
    {
      type: "web_search_call",
      id: "ws_1",
      status: "completed",
      action: { type: "search", query: "cats", sources: [{ type: "url", url: "https://a.com/1" }] },
    },
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [
        {
          type: "output_text",
          text: "Cats are fine.",
          annotations: [
            { type: "url_citation", start_index: 0, end_index: 4, url: "https://a.com/1", title: "One" },
          ],
        },
      ],
    },
  ],
  usage: { input_tokens: 5, output_tokens: 3, total_tokens: 8 },
};

describe("a search without a conversation", () => {
  it("passes through to an engine that serves it", async () => {
    const engine = scriptedEngine("e", "codex", answers(200, { output: "found" }), { servesSearch: true });
    const { sink } = await run(engine, search());
    expect(engine.requests).toMatchObject([{ path: "/v1/alpha/search" }]);
    expect(Buffer.from(engine.requests[0]!.body as Uint8Array)).toEqual(bodyOf(search()));
    expect(sink.json).toEqual({ output: "found" });
  });

  it("becomes a call with the vendor's search on another engine of the same API", async () => {
    const engine = scriptedEngine("e", "codex", answers(200, responsesAnswer));
    const settings = { filters: { allowed_domains: ["a.com"] }, search_context_size: "low" };
    const { sink, receipt } = await run(engine, search(undefined, settings));
    expect(engine.requests[0]!.path).toBe("/v1/responses");
    const sent = JSON.parse(String(Buffer.from(engine.requests[0]!.body as Uint8Array)));
    expect(sent).toMatchObject({
      model: "m",
      tools: [{ type: "web_search", filters: { allowed_domains: ["a.com"] }, search_context_size: "low" }],
      tool_choice: { type: "web_search" },
      store: false,
      max_output_tokens: 1024,
    });
    expect(JSON.stringify(sent.input)).toContain("Query: cats");
    expect(sink.status).toBe(200);
    expect(sink.json).toEqual({ output: "Cats are fine.\n\nSources:\n[1] One - https://a.com/1" });
    expect(receipt).toMatchObject({
      observed: { call: { operation: "search", dialect: "codex", engine: "e" } },
      usage: { input_tokens: 5, output_tokens: 3 },
    });
  });

  it("says what was not done beside the search", async () => {
    const engine = scriptedEngine("e", "codex", answers(200, responsesAnswer));
    const { sink } = await run(
      engine,
      search({ search_query: [{ q: "cats" }, { q: "dogs", domains: ["b.org"] }], open: [{ ref_id: "x" }] }),
    );
    const { output } = sink.json as { output: string };
    expect(output).toContain("The command open is not available here. Do not retry it.");
    expect(output).toContain('"dogs" was not searched');
    expect(
      JSON.stringify(JSON.parse(String(Buffer.from(engine.requests[0]!.body as Uint8Array))).input),
    ).not.toContain("dogs");
  });

  it("is done by the gateway's provider if the engine has no search", async () => {
    const engine = scriptedEngine("e", "openai");
    const provider = fakeSearch();
    const body = search({
      search_query: [{ q: "cats", domains: ["a.com"] }, { q: "dogs" }],
      open: [{ ref_id: "x" }],
    });
    const { sink, receipt } = await run(engine, body, searchingWith(provider));
    expect(engine.requests).toHaveLength(0);
    expect(provider.asked).toMatchObject([{ query: "cats", allow: ["a.com"] }, { query: "dogs" }]);
    const { output } = sink.json as { output: string };
    expect(output.match(/URL: https:\/\/a.com\/1/g)).toHaveLength(2);
    expect(output).toContain("The command open is not available here. Do not retry it.");
    expect(sink.header("x-abp-loss")).toBe("emulated $.commands.search_query by web_search.gateway");
    expect(receipt).toMatchObject({
      observed: { searches: [{ provider: "fake", cost_usd: 0.01 }, { provider: "fake" }] },
      cost: { usd: 0.02 },
      outcome: "complete",
    });
  });

  it("is refused in the vendor's envelope, and not to be retried, if nobody can search", async () => {
    const engine = scriptedEngine("e", "openai");
    for (const searching of [undefined, searchingWith(fakeSearch(), { engines: ["other"] })]) {
      const { sink, receipt } = await run(engine, search(), searching);
      expect(sink.status).toBe(400);
      expect(sink.json).toMatchObject({ error: { message: expect.any(String) } });
      expect(sink.header("x-should-retry")).toBe("false");
      expect(receipt).toMatchObject({ termination: { reason: "refused" } });
    }
  });

  it("is not done by the provider if it is refused for another reason than its translation", async () => {
    const engine = scriptedEngine("e", "codex", undefined, {
      turnHeaders: () => {
        throw new AbpError("input_too_large", "the headers do not fit");
      },
    });
    const provider = fakeSearch();
    const { sink } = await run(engine, search(), searchingWith(provider));
    expect([engine.requests.length, provider.asked.length]).toEqual([0, 0]);
    expect([sink.status, sink.header("x-abp-error")]).toEqual([413, "input_too_large"]);
  });

  it("does not search live if only a stored index is allowed", async () => {
    const engine = scriptedEngine("e", "openai");
    const provider = fakeSearch();
    const { sink } = await run(
      engine,
      search(undefined, { external_web_access: false }),
      searchingWith(provider),
    );
    expect(sink.status).toBe(400);
    expect(provider.asked).toHaveLength(0);
  });

  it("is answered at once if it asks for nothing that can be done", async () => {
    const engine = scriptedEngine("e", "claude");
    const { sink } = await run(engine, search({ open: [{ ref_id: "https://a.com" }] }));
    expect(engine.requests).toHaveLength(0);
    expect(sink.json).toEqual({ output: "The command open is not available here. Do not retry it." });
  });
});
