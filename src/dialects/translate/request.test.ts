import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { findDialect } from "../registry/lookup.ts";
import { continueRequest, explainRequest, type TranslateOptions, translateRequest } from "./request.ts";

const [claude, openai, codex, gemini] = ["claude", "openai", "codex", "gemini"].map(findDialect) as [
  ReturnType<typeof findDialect>,
  ReturnType<typeof findDialect>,
  ReturnType<typeof findDialect>,
  ReturnType<typeof findDialect>,
];

const asked = (more: object = {}) => ({
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: "hi" }],
  ...more,
});

describe("a search that the gateway runs", () => {
  const search = { type: "web_search_20250305", name: "web_search" };
  const options: TranslateOptions = {
    furtherRounds: true,
    gatewaySearch: { afterToolResults: true, dates: true, country: true },
  };
  const reader = { name: "read", input_schema: { type: "object" } };

  it("stands in the request, in its loss, and in an explanation", () => {
    const body = asked({ tools: [search] });
    const { search: offered, report, memory } = translateRequest(claude, openai, body, options);
    expect(offered).toMatchObject({ name: "gateway_web_search", search: { kind: "web_search" } });
    const emulated = expect.objectContaining({ disposition: "emulated", emulator: "web_search.gateway" });
    expect(report.entries).toContainEqual(emulated);
    expect(explainRequest(claude, openai, body, options)).toEqual(report);
    expect(memory.model).toBe("m");
    expect(translateRequest(claude, openai, asked(), options).search).toBeUndefined();
    expect(() => translateRequest(claude, openai, body, { ...options, furtherRounds: false })).toThrow(
      AbpError,
    );
  });

  it("depends on the model that is asked: the target's if it is named, else the caller's", () => {
    const of = (model: string, targetModel?: string) => {
      const body = asked({ model, tools: [search, reader] });
      const named = targetModel === undefined ? options : { ...options, targetModel };
      return translateRequest(claude, gemini, body, named);
    };
    expect(of("gemini-3-pro-preview").search).toBeUndefined();
    expect(of("gemini-2.5-flash").search?.name).toBe("gateway_web_search");
    expect(of("gemini-2.5-flash", "gemini-3-pro-preview").search).toBeUndefined();
    const { search: offered, memory } = of("gemini-3-pro-preview", "gemini-2.5-flash");
    expect([offered?.name, memory.model]).toEqual(["gateway_web_search", "gemini-3-pro-preview"]);
  });
});

describe("what a reply needs to know of its request", () => {
  it("is whether the caller streams, by the body or by the path", () => {
    const streams = (body: object, stream?: boolean) =>
      translateRequest(claude, openai, body, stream === undefined ? {} : { stream }).memory.streams;
    expect([streams(asked()), streams(asked({ stream: true }))]).toEqual([false, true]);
    expect(streams(asked({ stream: false }), true)).toBe(false);
    const contents = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
    const byPath = (stream: boolean) =>
      translateRequest(gemini, claude, contents, { model: "m", stream }).memory.streams;
    expect([byPath(true), byPath(false)]).toEqual([true, false]);
  });

  it("is whether the caller wants usage in a stream", () => {
    const chat = { model: "m", messages: [{ role: "user", content: "hi" }], stream: true };
    const usage = (body: object) => translateRequest(openai, claude, body).memory.streamUsage;
    expect([usage(chat), usage({ ...chat, stream_options: { include_usage: true } })]).toEqual([false, true]);
  });

  it("is what a response repeats, as the caller sent it", () => {
    const body = { model: "m", input: "hi", metadata: { a: "1" } };
    const { memory } = translateRequest(codex, claude, body);
    expect(memory.asked?.echo).toMatchObject({ metadata: { a: "1" } });
    const changed = translateRequest(codex, claude, body, { asSent: { ...body, metadata: { b: "2" } } });
    expect(changed.memory.asked?.echo).toMatchObject({ metadata: { b: "2" } });
    expect(translateRequest(claude, openai, asked()).memory.asked).toBeUndefined();
  });
});

describe("a request that is written", () => {
  it("asks for the target's model if one is named", () => {
    expect(translateRequest(claude, openai, asked()).request.body["model"]).toBe("m");
    const named = translateRequest(claude, openai, asked(), { targetModel: "gpt-4o" });
    expect(named.request.body["model"]).toBe("gpt-4o");
    expect(named.memory.model).toBe("m");
  });

  it("stores nothing for a caller whose API stores nothing", () => {
    expect(translateRequest(claude, codex, asked()).request.body["store"]).toBe(false);
    const own = translateRequest(codex, codex, { model: "m", input: "hi" });
    expect(own.request.body).not.toHaveProperty("store");
  });

  it("keeps the limits of the target's model, but not for a caller of the target's own dialect", () => {
    const chat = { model: "m", messages: [{ role: "user", content: "hi" }], max_completion_tokens: 900 };
    const limits = { output: { max: 500 } };
    const own = translateRequest(openai, openai, chat, { limits });
    expect([own.request.body["max_completion_tokens"], own.report.entries.some(({ rule }) => rule)]).toEqual([
      900,
      false,
    ]);
    const mapped = translateRequest(openai, claude, chat, { limits });
    expect(mapped.request.body["max_tokens"]).toBe(500);
    expect(mapped.report.entries.some(({ rule }) => rule)).toBe(true);
    const known = translateRequest(
      openai,
      claude,
      { ...chat, max_completion_tokens: 10_000_000 },
      {
        targetModel: "claude-sonnet-4-5",
      },
    );
    expect(known.request.body["max_tokens"]).toBe(64_000);
  });

  it("is changed between reading and writing, with the account so far", () => {
    let seen = 0;
    const { request } = translateRequest(claude, openai, asked(), {
      rewrite: (conversation, entries) => {
        seen = entries.length;
        return { ...conversation, stop: ["halt"] };
      },
    });
    expect(request.body["stop"]).toEqual(["halt"]);
    expect(seen).toBeGreaterThan(0);
  });

  it("is refused before it is written, and explained all the same", () => {
    const body = asked({ top_k: 5 });
    let isWritten = false;
    const rewrite: TranslateOptions["rewrite"] = (conversation) => {
      isWritten = true;
      return conversation;
    };
    expect(() => translateRequest(claude, openai, body, { strict: true, rewrite })).toThrow(AbpError);
    expect(isWritten).toBe(false);
    const { entries, from, to, direction } = explainRequest(claude, openai, body, { strict: true });
    expect([from, to, direction]).toEqual(["claude", "openai", "request"]);
    expect(entries).toContainEqual(expect.objectContaining({ path: "$.top_k", disposition: "refused" }));
  });

  it("is explained with what the writer refuses", () => {
    const failing: TranslateOptions = {
      rewrite: () => {
        throw new AbpError("validation_failed", "no such thing", { where: "$.messages" });
      },
    };
    expect(explainRequest(claude, openai, asked(), failing).entries.at(-1)).toEqual({
      path: "$.messages",
      disposition: "refused",
      reason: "no such thing",
    });
    const broken: TranslateOptions = {
      rewrite: () => {
        throw new TypeError("a defect");
      },
    };
    expect(() => explainRequest(claude, openai, asked(), broken)).toThrow("a defect");
  });
});

it("continues a conversation with the same bytes as its first request", () => {
  const conversation = {
    model: "gpt-4o",
    system: [],
    tools: [],
    messages: [{ role: "user" as const, content: [{ type: "text" as const, text: "hi" }] }],
    sampling: {},
    stop: [],
  };
  expect(continueRequest(conversation, openai).body).toMatchObject({
    model: "gpt-4o",
    messages: [{ role: "user", content: "hi" }],
  });
});
