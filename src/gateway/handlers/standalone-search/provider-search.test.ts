import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import type { StandaloneSearch } from "../../../dialects/index.ts";
import type { SearchProvider } from "../../../engines/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { fakeSearch, searchingWith } from "../../fixtures/searched-call.ts";
import { ProviderSearch } from "./provider-search.ts";

const query = (text: string) => ({ query: text, allow: undefined, block: undefined, country: undefined });

function open(search: Partial<StandaloneSearch>, answer?: SearchProvider["search"]) {
  const owner = new RecordingOwner();
  const provider = fakeSearch(undefined, answer);
  const handler = new ProviderSearch({
    owner,
    search: { queries: [], notes: [], isLive: true, ...search },
    codec: {
      read: () => {
        throw new Error("nothing is read");
      },
      write: (output) => ({ output }),
    },
    searching: searchingWith(provider),
    from: "codex",
    to: "openai",
  });
  return { owner, provider, handler };
}

const settle = async () => {
  await nextTurn();
};

describe("a search without a conversation, answered by the provider", () => {
  it("answers with the texts of all searches and the notes, in one body", async () => {
    const { owner, provider, handler } = open({
      queries: [{ query: "cats", allow: ["a.com"], block: ["b.a.com"], country: "DE" }, query("dogs")],
      notes: ["Note."],
    });
    handler.onEnd();
    await settle();
    expect(provider.asked).toEqual([
      { query: "cats", limit: 5, allow: ["a.com"], block: ["b.a.com"], country: "DE" },
      { query: "dogs", limit: 5 },
    ]);
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect([owner.status, owner.error]).toEqual([200, undefined]);
    const { output } = owner.json as { output: string };
    expect(output).toMatch(
      /"cats"[\s\S]*<\/search_results>\n\nResults[\s\S]*"dogs"[\s\S]*<\/search_results>\n\nNote\.$/,
    );
    expect(owner.header("content-type")).toBe("application/json");
    expect(owner.header("content-length")).toBe(String(Buffer.byteLength(owner.text)));
    expect(owner.header("x-abp-loss")).toBe("emulated $.commands.search_query by web_search.gateway");
    expect(handler.facts()).toMatchObject({
      observed: { usage: { input: 0, output: 0, serverTools: { web_search: 2 } }, end: "complete" },
      searches: [{ cost_usd: 0.01 }, { cost_usd: 0.01 }],
      upstreamResponse: undefined,
      response: digestBody(Buffer.from(owner.text)),
      mapping: [{ from: "codex", to: "openai", direction: "request" }],
    });
  });

  it("tells the model that a search failed, and does not count it", async () => {
    const { owner, handler } = open({ queries: [query("cats")] }, () => Promise.reject(new Error("down")));
    handler.onEnd();
    await settle();
    expect(owner.json["output"]).toContain("The search failed.");
    const { observed, searches } = handler.facts();
    expect(observed.usage?.serverTools).toEqual({ web_search: 0 });
    expect(searches).toMatchObject([{ error: "unavailable" }]);
  });

  it("discloses nothing if nothing is searched", async () => {
    const { owner, handler } = open({ notes: ["One.", "Two."] });
    handler.onEnd();
    await settle();
    expect(owner.json).toEqual({ output: "One.\n\nTwo." });
    expect(owner.header("x-abp-loss")).toBeUndefined();
  });

  it("finishes with a failure once, and with none after its release", () => {
    const failure = new AbpError("backend_unavailable", "down");
    const { owner, handler } = open({});
    handler.onFailure(failure);
    expect(owner.error).toBe(failure);
    handler.release();
    expect(() => handler.onFailure(failure)).not.toThrow();
  });

  it("finishes with a failure if the answer cannot be sent", async () => {
    const { owner, handler } = open({ notes: ["One."] });
    owner.head = () => {
      throw new AbpError("internal", "no head");
    };
    handler.onEnd();
    await settle();
    expect(owner.error).toMatchObject({ code: "internal", message: "no head" });
    expect(owner.log).toEqual(["finished"]);
  });

  it("stops the search and answers nothing once it is released", async () => {
    const asked: AbortSignal[] = [];
    const { owner, handler } = open({ queries: [query("cats"), query("dogs")] }, (_, signal) => {
      asked.push(signal);
      return new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new Error("stopped"))),
      );
    });
    handler.onEnd();
    await settle();
    handler.release();
    await settle();
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
    expect(owner.log).toEqual([]);
    const { observed, response } = handler.facts();
    expect([observed.end, response]).toEqual([undefined, undefined]);
  });

  it("takes no answer of an engine", () => {
    const { handler } = open({});
    expect(() => handler.onHead()).toThrow("got an engine's answer");
    expect(handler.onData()).toBe(true);
    expect([handler.mode, handler.request]).toEqual(["mapped", undefined]);
  });
});
