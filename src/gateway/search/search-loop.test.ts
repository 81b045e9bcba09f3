import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import type { Block, Conversation, Reply } from "../../contract/index.ts";
import { expand } from "../../dialects/index.ts";
import type { SearchProvider, SearchQuery } from "../../engines/index.ts";
import { ProviderRunner } from "./provider-runner.ts";
import { callsOf, ReplyRounds } from "./reply-rounds.ts";
import { SearchLoop } from "./search-loop.ts";

const TOOL = "gateway_web_search";
const own = (query: unknown, id = "c"): Block => ({
  type: "tool_use",
  id,
  name: TOOL,
  kind: "function",
  input: { query },
});
const reply = (...content: Block[]): Reply => ({
  candidates: [{ index: 0, content, stop: { reason: "tool_use" } }],
  usage: { input: 1, output: 1 },
});

function fakeProvider(search?: SearchProvider["search"]) {
  const asked: SearchQuery[] = [];
  const provider: SearchProvider = {
    name: "fake",
    can: { allow: true, block: true, dates: true, country: true, limit: 20 },
    price: 0.01,
    search: async (query, signal) => {
      asked.push(query);
      if (search !== undefined) return search(query, signal);
      return { results: [{ url: `https://a.com/${asked.length}`, title: "T", snippet: "S" }], cost: 0.01 };
    },
    close: async () => undefined,
  };
  return { provider, asked };
}

function open(
  more: {
    conversation?: Partial<Conversation>;
    search?: SearchProvider["search"];
    maxUses?: number;
    maxRounds?: number;
    restrictions?: object;
  } = {},
) {
  const { provider, asked } = fakeProvider(more.search);
  const written: Conversation[] = [];
  const rounds = new ReplyRounds(callsOf(TOOL));
  const loop = new SearchLoop({
    tool: TOOL,
    rounds,
    runner: new ProviderRunner(
      provider,
      {
        kind: "web_search",
        ...(more.maxUses === undefined ? {} : { maxUses: more.maxUses }),
        ...more.restrictions,
      },
      { maxResults: 3, maxRounds: more.maxRounds ?? 5 },
    ),
    conversation: {
      model: "m",
      system: [],
      tools: [{ kind: "function", name: TOOL, parameters: {} }],
      messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
      sampling: {},
      stop: [],
      ...more.conversation,
    },
    firstRequest: { sha256: "a", bytes: 1 },
    write: (conversation) => {
      written.push(conversation);
      const request = { method: "POST", path: "/", headers: [], repeatable: true } as const;
      return { request, digest: { sha256: `b${written.length}`, bytes: 1 } };
    },
    searchId: (count) => `search_${count}`,
  });
  const round = async (...content: Block[]) => {
    for (const event of expand(reply(...content))) rounds.push(event);
    rounds.end();
    loop.endRound({ sha256: "r", bytes: 2 });
    loop.noteUsage();
    const next = await loop.next();
    const events = rounds.flush();
    if (next !== undefined) loop.startRound(next);
    return { next, units: events.flatMap((event) => (event.type === "block_start" ? [event.content] : [])) };
  };
  return { loop, rounds, asked, written, round };
}

describe("the loop of searches", () => {
  it("searches what the model asks, and gives it the results as data", async () => {
    const { round, asked, written, loop } = open({
      restrictions: {
        allowedDomains: ["a.com"],
        blockedDomains: ["b.a.com"],
        location: { country: "DE" },
        after: "2026-01-01T00:00:00Z",
      },
    });
    const thinking: Block = { type: "thinking", text: "hm", signature: "sig" };
    const { units } = await round(thinking, own("cats"));
    expect(asked).toEqual([
      {
        query: "cats",
        limit: 3,
        allow: ["a.com"],
        block: ["b.a.com"],
        country: "DE",
        after: "2026-01-01T00:00:00Z",
        before: undefined,
      },
    ]);
    const [, assistant, tool] = written[0]!.messages;
    expect(assistant).toEqual({ role: "assistant", content: [thinking, own("cats")] });
    const content = [{ type: "text", text: expect.any(String) }];
    expect(tool).toStrictEqual({
      role: "tool",
      content: [{ type: "tool_result", id: "c", name: TOOL, kind: "function", content }],
    });
    expect(JSON.stringify(tool)).toContain("<search_results>\\n[1] T\\nURL: https://a.com/1\\nExcerpt: S");
    expect(units).toMatchObject([
      {
        type: "opaque",
        search: {
          id: "search_0",
          call: { action: "search", queries: ["cats"] },
          results: [{ url: "https://a.com/1" }],
        },
      },
    ]);
    expect(loop.searches).toEqual([
      {
        provider: "fake",
        query_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        result_sha256: [expect.stringMatching(/^[0-9a-f]{64}$/)],
        cost_usd: 0.01,
      },
    ]);
    expect(loop.cost).toBe(0.01);
    expect(loop.calls).toEqual([
      {
        request: { sha256: "a", bytes: 1 },
        response: { sha256: "r", bytes: 2 },
        usage: { input: 1, output: 1 },
      },
      { request: { sha256: "b1", bytes: 1 } },
    ]);
  });

  it("adds each round to the one before, so that the prompt keeps its beginning", async () => {
    const { round, written } = open();
    await round(own("one"));
    await round(own("two"));
    expect(written[1]!.messages.slice(0, 3)).toEqual(written[0]!.messages);
    expect(written[1]!.messages).toHaveLength(5);
  });

  it.each([{ mode: "required" }, { mode: "tool", name: TOOL }] as const)(
    "frees a choice of %j after the first round",
    async (toolChoice) => {
      const { round, written } = open({ conversation: { toolChoice } });
      await round(own("q"));
      expect(written[0]!.toolChoice).toEqual({ mode: "auto" });
    },
  );

  it("forbids the function at the limit if it is the only tool", async () => {
    const { round, written, rounds } = open({ maxUses: 2 });
    await round(own("one"));
    expect(written[0]!.toolChoice).toBeUndefined();
    await round(own("two"));
    expect(written[1]).toMatchObject({ toolChoice: { mode: "none" }, tools: [{ name: TOOL }] });
    for (const event of expand(reply(own("three")))) rounds.push(event);
    rounds.end();
    expect(rounds.isPending).toBe(false);
  });

  it("withdraws the function at the limit if there are other tools", async () => {
    const tools: Conversation["tools"] = [
      { kind: "function", name: "other", parameters: {} },
      { kind: "function", name: TOOL, parameters: {} },
    ];
    const { round, written } = open({ maxRounds: 1, conversation: { tools } });
    await round(own("one"));
    expect(written[0]!.tools.map(({ name }) => name)).toEqual(["other"]);
    expect(written[0]!.toolChoice).toBeUndefined();
  });

  it("takes the smaller of the caller's and the operator's limit", async () => {
    const { round, written, asked } = open({ maxUses: 9, maxRounds: 1 });
    const { units } = await round(own("one", "c1"), own("two", "c2"));
    expect(asked).toHaveLength(1);
    expect(units.map((unit) => (unit.type === "opaque" ? unit.search?.error : ""))).toEqual([
      undefined,
      "max_uses_exceeded",
    ]);
    expect(written[0]!.messages[2]!.content).toMatchObject([{ id: "c1" }, { id: "c2", isError: true }]);
  });

  it("ends when the model asks the same again", async () => {
    const { round, written, asked } = open();
    await round(own("Cats  and dogs"));
    const { units } = await round(own("cats and dogs "));
    expect(asked).toHaveLength(1);
    expect(units).toEqual([]);
    expect(written[1]!.toolChoice).toEqual({ mode: "none" });
  });

  it("takes a failing provider for a result", async () => {
    const { round, written, loop } = open({ search: () => Promise.reject(new Error("down")) });
    const { units, next } = await round(own("q"));
    expect(next).toBeDefined();
    expect(units).toMatchObject([{ search: { error: "unavailable" } }]);
    expect(written[0]!.messages[2]!.content).toMatchObject([{ isError: true }]);
    expect(loop.searches).toMatchObject([{ error: "unavailable", cost_usd: 0, result_sha256: [] }]);
  });

  it.each([[undefined], [""], [7]])(
    "tells the model that %j is no query, and stops after two",
    async (query) => {
      const { round, asked, written } = open();
      const { units } = await round(own(query));
      expect(units).toMatchObject([{ search: { error: "invalid_tool_input" } }]);
      expect(written[0]!.toolChoice).toBeUndefined();
      await round(own(query));
      expect(written[1]!.toolChoice).toEqual({ mode: "none" });
      expect(asked).toHaveLength(0);
    },
  );

  it("gives a turn with the caller's calls to the caller", async () => {
    const { round, written } = open();
    const { next, units } = await round(own("q"), { ...own({}), id: "d", name: "other" } as Block);
    expect(next).toBeUndefined();
    expect(units).toHaveLength(1);
    expect(written).toHaveLength(0);
  });

  it("stops the provider when the call ends", async () => {
    let signal: AbortSignal | undefined;
    const { round, loop, written } = open({
      search: (_, given) => {
        signal = given;
        return new Promise((_resolve, reject) =>
          given.addEventListener("abort", () => reject(new Error("aborted"))),
        );
      },
    });
    const searching = round(own("q"));
    await Promise.resolve();
    loop.stop();
    loop.stop();
    expect((await searching).next).toBeUndefined();
    expect(signal?.aborted).toBe(true);
    expect(written).toHaveLength(0);
  });

  it("records a search that was paid for, also if the call ends during the next one", async () => {
    let searches = 0;
    const { round, loop, asked } = open({
      search: async (_, signal) => {
        searches += 1;
        if (searches === 1) return { results: [], cost: 0.01 };
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new Error("aborted"))),
        );
      },
    });
    const searching = round(own("one", "c1"), own("two", "c2"), own("three", "c3"));
    await eventually(() => expect(asked).toHaveLength(2));
    loop.stop();
    expect((await searching).next).toBeUndefined();
    expect(asked).toHaveLength(2);
    expect(loop.searches[0]).toMatchObject({ cost_usd: 0.01 });
    expect(loop.cost).toBe(0.01);
  });

  it("numbers the searches through, and adds up their cost", async () => {
    const { round, loop } = open();
    const first = await round(own("one", "c1"), own("two", "c2"));
    const second = await round(own("three"));
    const ids = [...first.units, ...second.units].map((unit) => unit.type === "opaque" && unit.search?.id);
    expect(ids).toEqual(["search_0", "search_1", "search_2"]);
    expect(loop.cost).toBeCloseTo(0.03);
    expect(loop.calls).toHaveLength(3);
  });

  it("goes on after one empty round among others, and leaves a choice of another tool", async () => {
    const toolChoice = { mode: "tool", name: "other" } as const;
    const { round, written } = open({ conversation: { toolChoice } });
    await round(own(""));
    await round(own("cats"));
    expect(written.map((one) => one.toolChoice)).toEqual([toolChoice, toolChoice]);
    await round(own(7));
    expect(written[2]!.toolChoice).toEqual({ mode: "none" });
  });

  it("marks no result of a search that was made as an error", async () => {
    const { round, written } = open();
    await round(own("cats"));
    expect(written[0]!.messages[2]!.content[0]).not.toHaveProperty("isError");
  });

  it("forbids the function if the others are of the vendor", async () => {
    const tools = [
      { kind: "server", name: "fetch", dialect: "claude", value: {} },
      { kind: "function", name: TOOL, parameters: {} },
    ] as unknown as Conversation["tools"];
    const { round, written } = open({ maxRounds: 1, conversation: { tools } });
    await round(own("one"));
    expect(written[0]).toMatchObject({ toolChoice: { mode: "none" }, tools });
  });
});
