import { describe, expect, it } from "vitest";
import type { Block, Conversation, StreamEvent } from "../../contract/index.ts";
import { type EchoedSearch, type EventRewriter, expand } from "../../dialects/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { fakeSearch, searchingWith } from "../fixtures/searched-call.ts";
import { SliceQueue } from "../slices/slice-queue.ts";
import { openSearchLoop, type SearchedCall } from "./open-search-loop.ts";

const conversation: Conversation = {
  model: "m",
  system: [],
  tools: [],
  messages: [],
  sampling: {},
  stop: [],
};
const search = { name: "our_search", search: { kind: "web_search" as const } };
const request = { method: "POST", path: "/first", headers: ["a", "b"], repeatable: true } as const;

type Changes = {
  [Name in keyof SearchedCall["translation"]]?: SearchedCall["translation"][Name] | undefined;
};

function callWith(more: Changes = {}, rest: Partial<SearchedCall> = {}) {
  const written: Conversation[] = [];
  const provider = fakeSearch();
  const translation = {
    search,
    rounds: {
      conversation,
      write: (next: Conversation) => {
        written.push(next);
        return { path: "/next", body: { round: written.length } };
      },
    },
    emulation: undefined,
    ...more,
  } as unknown as SearchedCall["translation"];
  const call: SearchedCall = {
    engine: { name: "e" },
    translation,
    searching: searchingWith(provider),
    request,
    upstreamRequest: { sha256: "first", bytes: 1 },
    unique: "abc",
    slices: new SliceQueue(),
    ...rest,
  };
  return { call, written, provider };
}

const own = (name: string): Block => ({
  type: "tool_use",
  id: "c",
  name,
  kind: "function",
  inputText: '{"query":"cats"}',
  input: { query: "cats" },
});

async function oneRound(call: SearchedCall, block: Block) {
  const loop = openSearchLoop(call)!;
  const content = [block];
  const events = [...expand({ candidates: [{ index: 0, content, stop: { reason: "tool_use" } }] })];
  for (const event of events) loop.rounds.push(event);
  loop.rounds.end();
  const { isPending } = loop.rounds;
  const next = isPending ? await loop.next() : undefined;
  return { loop, isPending, next, shown: loop.rounds.flush() };
}

describe("opening the rounds of a call", () => {
  it.each<[string, Changes, Partial<SearchedCall>]>([
    ["nothing is to be searched", { search: undefined }, {}],
    ["the request has no further rounds", { rounds: undefined }, {}],
    ["the gateway has no provider", {}, { searching: undefined }],
  ])("opens none if %s", (_, more, rest) => {
    expect(openSearchLoop(callWith(more, rest).call)).toBeUndefined();
  });

  it("searches at the provider, and sends the next round as the first, with its own path and body", async () => {
    const { call, written, provider } = callWith();
    const { loop, next, shown } = await oneRound(call, own("our_search"));
    expect(provider.asked).toMatchObject([{ query: "cats" }]);
    const body = Buffer.from('{"round":1}');
    expect(next).toEqual({ request: { ...request, path: "/next", body }, digest: digestBody(body) });
    expect(written[0]!.messages).toHaveLength(2);
    expect(loop.calls[0]).toEqual({ request: { sha256: "first", bytes: 1 } });
    expect(shown[0]).toMatchObject({ content: { search: { id: "search_abc00" } } });
  });

  it("searches for no other function", async () => {
    const { isPending } = await oneRound(callWith().call, own("other"));
    expect(isPending).toBe(false);
  });

  it("lets the vendor search if it takes its arguments back", async () => {
    const result: Block = { type: "text", text: "result" };
    const echo: EchoedSearch = {
      name: "$search",
      tool: { kind: "function", name: "$search", parameters: {} },
      readCall: (block) =>
        block.type === "tool_use" && block.name === "$search"
          ? { id: block.id, input: block.inputText ?? "" }
          : undefined,
      writeCall: ({ id, input }) => ({ type: "text", text: `call ${id} ${input}` }),
      writeResult: () => result,
      queriesOf: (input) => [input],
    };
    const { call, written, provider } = callWith({ search: { ...search, echo } }, { searching: undefined });
    const { loop } = await oneRound(call, own("$search"));
    expect(provider.asked).toEqual([]);
    expect(loop.searches).toEqual([]);
    expect(written[0]!.messages).toEqual([
      { role: "assistant", content: [{ type: "text", text: 'call c {"query":"cats"}' }] },
      { role: "tool", content: [result] },
    ]);
  });

  it("opens the emulators' rewriter for each round", () => {
    let opened = 0;
    const openRewriter = (): EventRewriter => {
      opened += 1;
      return { push: (event: StreamEvent) => [event], end: () => [] };
    };
    const emulation = { openRewriter } as unknown as SearchedCall["translation"]["emulation"];
    const loop = openSearchLoop(callWith({ emulation }).call)!;
    expect(opened).toBe(1);
    loop.startRound({ request, digest: { sha256: "b", bytes: 1 } });
    expect(opened).toBe(2);
  });
});
