import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../lib/index.ts";
import { makeSearchAnswer, type SearchFacts, sealText, sseFrames } from "./search-answer.ts";

const facts: SearchFacts = {
  request: { model: "asked" },
  digest: "0123456789abcdefghijklmnopqrstuvwxyz",
  model: "m",
  created: 5,
  offer: { isOnly: true, allowedDomains: [], maxUses: 1, asksSources: true },
  queries: ["Cats  &\n dogs ", "fish"],
  said: "Found it.",
  inputTokens: 7,
};

describe("an answer that rests on searches", () => {
  it("has two sources for each search that the request allows, and a sentence for each source", () => {
    const sources = [1, 2].map((number) => ({
      url: `https://example.com/cats-%26-dogs/${number}`,
      title: `Result ${number} for Cats & dogs`,
      snippet: `Simulated finding ${number} – about Cats & dogs.`,
    }));
    const text = `Found it. ${sources[0]!.snippet} ${sources[1]!.snippet}`;
    expect(makeSearchAnswer(facts)).toEqual({
      request: facts.request,
      id: "0123456789abcdefghijklmn",
      model: "m",
      created: 5,
      offer: facts.offer,
      searches: [
        {
          id: sha256Hex(`${facts.digest}:search:0`).slice(0, 24),
          query: "Cats  &\n dogs ",
          sources,
          isRefused: false,
        },
        {
          id: sha256Hex(`${facts.digest}:search:1`).slice(0, 24),
          query: "fish",
          sources: [],
          isRefused: true,
        },
      ],
      segments: [
        { text: "Found it.", source: undefined },
        ...sources.map((source) => ({ text: ` ${source.snippet}`, source })),
      ],
      text,
      inputTokens: 7,
      outputTokens: Math.ceil(text.length / 4),
    });
  });

  it.each([
    [[], ["https://example.com/cats/1", "https://example.com/cats/2"]],
    [["a.test/"], ["https://a.test/cats/1", "https://a.test/cats/2"]],
    [
      ["a.test", "b.test/docs"],
      ["https://a.test/cats/1", "https://b.test/docs/cats/2"],
    ],
    [
      ["a.test", "b.test", "c.test"],
      ["https://a.test/cats/1", "https://b.test/cats/2"],
    ],
  ])("that allows the domains %j has the sources %j", (allowedDomains, urls) => {
    const { searches } = makeSearchAnswer({
      ...facts,
      offer: { ...facts.offer, allowedDomains },
      queries: ["cats"],
    });
    expect(searches[0]!.sources.map(({ url }) => url)).toEqual(urls);
  });

  it("has titles of at most 80 characters of the query, and addresses of at most 60", () => {
    const { searches } = makeSearchAnswer({ ...facts, queries: ["x".repeat(100)] });
    expect(searches[0]!.sources[0]).toEqual({
      url: `https://example.com/${"x".repeat(60)}/1`,
      title: `Result 1 for ${"x".repeat(80)}`,
      snippet: `Simulated finding 1 – about ${"x".repeat(80)}.`,
    });
  });
});

it("seals a text as the second field of a protocol buffer, with the first 40 digits of its hash", () => {
  const sealed = Buffer.from(sealText("cats"), "base64");
  expect([...sealed.subarray(0, 2)]).toEqual([0x12, sealed.length - 2]);
  expect(sealed.subarray(2).toString()).toBe(`simulated-search:${sha256Hex("cats").slice(0, 40)}`);
});

it.each([
  [true, 'event: a\ndata: {"type":"a","n":1}\n\n'],
  [false, 'data: {"type":"a","n":1}\n\n'],
])("writes server-sent events, with names if asked: %s", (isNamed, frame) => {
  expect(sseFrames([{ type: "a", n: 1 }], isNamed)).toEqual([frame]);
});
