import { describe, expect, it } from "vitest";
import { Origins } from "../../index.ts";
import { readParts, writing } from "../fixtures/calls.ts";
import { gemini } from "../index.ts";

const readReply = (body: unknown) => gemini.readReply(body, new Origins());

describe("a reply", () => {
  it.each([
    ["STOP", [], "end_turn"],
    ["STOP", [{ functionCall: { name: "f" } }], "tool_use"],
    [1, [{ functionCall: { name: "f" } }], "tool_use"],
    [2, [], "max_tokens"],
    ["MAX_TOKENS", [{ functionCall: { name: "f" } }], "max_tokens"],
    ["SAFETY", [], "content_filter"],
    ["RECITATION", [], "content_filter"],
    ["PROHIBITED_CONTENT", [], "content_filter"],
    ["MALFORMED_FUNCTION_CALL", [], "malformed"],
    ["CONTINUATION", [], "pause_turn"],
    ["SOMETHING_NEW", [], "other"],
  ])("C1, C4, C5, C6: that ends with %s after %j stopped for %s", (finishReason, parts, reason) => {
    const { reply, candidate } = readParts(parts, finishReason);
    expect(candidate.stop).toEqual({ reason, raw: String(finishReason) });
    expect(gemini.writeReply(reply, writing)).toMatchObject({ candidates: [{ finishReason }] });
  });

  it.each([
    ["tool_use", "tool_calls", "STOP"],
    ["end_turn", "end_turn", "STOP"],
    ["refusal", "refusal", "SAFETY"],
    ["context_window", undefined, "MAX_TOKENS"],
    ["error", "weird", "OTHER"],
  ] as const)("of another vendor that stopped for %s (%s) ends with %s", (reason, raw, word) => {
    const stop = raw === undefined ? { reason } : { reason, raw };
    const reply = { candidates: [{ index: 0, content: [], stop }] };
    expect(gemini.writeReply(reply, writing)).toMatchObject({ candidates: [{ finishReason: word }] });
  });

  it.each([[{}], [{ content: {} }], [{ content: { role: "model" } }], [{ content: { parts: [] } }]])(
    "whose candidate says nothing (%j) is read and comes back",
    (candidate) => {
      const body = { candidates: [{ ...candidate, finishReason: "MAX_TOKENS", finishMessage: "why" }] };
      const reply = readReply(body);
      expect(reply.candidates[0]).toMatchObject({ content: [], stop: { reason: "max_tokens" } });
      expect(gemini.writeReply(reply, writing)).toEqual(body);
    },
  );

  it("C6: to a prompt that was blocked is a content filter, not an empty answer", () => {
    const body = { promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 3 } };
    const reply = readReply(body);
    expect(reply.candidates).toEqual([
      { index: 0, content: [], stop: { reason: "content_filter", raw: "SAFETY" } },
    ]);
    expect(gemini.writeReply(reply, writing)).toEqual(body);
  });

  it("B18: without call ids gets ids that are the same each time and differ between replies", () => {
    const ids = (responseId: string) =>
      readReply({
        candidates: [
          { content: { parts: [{ functionCall: { name: "f" } }, { functionCall: { name: "f" } }] } },
        ],
        responseId,
      }).candidates[0]!.content.map((block) => (block.type === "tool_use" ? block.id : ""));
    expect(ids("a")).toEqual(ids("a"));
    expect(new Set([...ids("a"), ...ids("b")]).size).toBe(4);
    const body = {
      candidates: [{ content: { parts: [{ functionCall: { name: "f", args: {} } }], role: "model" } }],
    };
    expect(gemini.writeReply(readReply(body), writing)).toEqual(body);
  });

  it("G2, G4: counts tools in the prompt as input, and thoughts as output", () => {
    const usageMetadata = {
      promptTokenCount: 10,
      toolUsePromptTokenCount: 5,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 7,
      thoughtsTokenCount: 3,
      totalTokenCount: 25,
      promptTokensDetails: [{ modality: "AUDIO", tokenCount: 6 }],
    };
    const reply = readReply({ usageMetadata });
    expect(reply.usage).toMatchObject({
      input: 15,
      output: 10,
      total: 25,
      cacheRead: 4,
      reasoning: 3,
      inputAudio: 6,
    });
    expect(gemini.writeReply(reply, writing)).toEqual({ usageMetadata });
    expect(
      gemini.writeReply({ candidates: [], usage: { input: 9, output: 5, reasoning: 2 } }, writing),
    ).toEqual({
      usageMetadata: {
        promptTokenCount: 9,
        candidatesTokenCount: 3,
        thoughtsTokenCount: 2,
        totalTokenCount: 14,
      },
    });
  });

  it("D17: with a call that the vendor answered itself waits for nobody", () => {
    const { candidate } = readParts([
      { functionCall: { name: "f", args: {} } },
      { functionResponse: { name: "f", response: { a: 1 } } },
      { text: "done" },
    ]);
    expect(candidate.stop?.reason).toBe("end_turn");
    expect(candidate.content.map((block) => block.type)).toEqual(["tool_use", "opaque", "text"]);
  });

  it("with grounding has citations at the text's own positions", () => {
    const answer = "Zürich ist schön. Bern auch.";
    const quoted = "Bern auch.";
    const start = Buffer.byteLength(answer) - Buffer.byteLength(quoted);
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: "https://example.org", title: "example" } }],
      groundingSupports: [
        { segment: { startIndex: start, endIndex: start + 10, text: quoted }, groundingChunkIndices: [0] },
      ],
    };
    const body = {
      candidates: [{ content: { parts: [{ text: answer }], role: "model" }, groundingMetadata }],
    };
    const reply = readReply(body);
    const [block] = reply.candidates[0]!.content;
    const citation = block?.type === "text" ? block.citations?.[0] : undefined;
    expect(citation).toMatchObject({ url: "https://example.org", title: "example" });
    expect(answer.slice(citation?.answer?.start, citation?.answer?.end)).toBe(quoted);
    expect(citation?.text).toBeUndefined();
    expect(gemini.writeReply(reply, writing)).toEqual(body);
  });

  it("of another vendor with citations has grounding", () => {
    const answer = { start: 3, end: 7 };
    const citations = [{ kind: "url_citation", url: "https://example.org", title: "t", answer }];
    const reply = {
      candidates: [{ index: 0, content: [{ type: "text" as const, text: "Das über mich", citations }] }],
    };
    expect(gemini.writeReply(reply, writing)).toMatchObject({
      candidates: [
        {
          groundingMetadata: {
            groundingChunks: [{ web: { uri: "https://example.org", title: "t" } }],
            groundingSupports: [
              { segment: { startIndex: 3, endIndex: 8, text: " übe" }, groundingChunkIndices: [0] },
            ],
          },
        },
      ],
    });
  });

  it("with log probabilities gives them as a list of tokens", () => {
    const logprobsResult = {
      chosenCandidates: [{ token: "a", tokenId: 1, logProbability: -0.5 }],
      topCandidates: [{ candidates: [{ token: "b", tokenId: 2, logProbability: -1 }] }],
      logProbabilitySum: -0.5,
    };
    const body = { candidates: [{ content: { parts: [{ text: "a" }], role: "model" }, logprobsResult }] };
    const reply = readReply(body);
    expect(reply.candidates[0]!.logprobs).toEqual([
      { token: "a", logprob: -0.5, token_id: 1, top_logprobs: [{ token: "b", logprob: -1, token_id: 2 }] },
    ]);
    expect(gemini.writeReply(reply, writing)).toEqual(body);
  });

  it("C7: keeps what came of a call that was cut off, and marks it", () => {
    const block = {
      type: "tool_use" as const,
      id: "1",
      name: "f",
      kind: "function" as const,
      input: undefined,
    };
    const parts = (inputText: string) => {
      const content = [{ ...block, inputText }];
      const reply = { candidates: [{ index: 0, content, stop: { reason: "max_tokens" as const } }] };
      const body = gemini.writeReply(reply, writing) as { candidates: { content: { parts: object[] } }[] };
      return { part: body.candidates[0]!.content.parts[0], again: readReply(body).candidates[0]! };
    };
    expect(parts('{"city":"Ber').part).toEqual({
      functionCall: { id: "1", name: "f", args: { city: "Ber" }, willContinue: true },
    });
    expect(parts('{"a":[1,2],"b":{"c":tr').part).toMatchObject({
      functionCall: { args: { a: [1, 2], b: {} } },
    });
    expect(parts('{"a":"x\\u00').part).toMatchObject({ functionCall: { args: { a: "x" } } });
    expect(parts("no json").part).toMatchObject({ functionCall: { args: { input: "no json" } } });
    const { again } = parts('{"city":"Ber');
    expect(again.stop?.reason).toBe("max_tokens");
    expect(again.content[0]).toMatchObject({ input: undefined, inputText: '{"city":"Ber"' });
  });

  it("refuses an error in the place of a reply", () => {
    expect(() => readReply({ error: { code: 503, message: "busy", status: "UNAVAILABLE" } })).toThrow("busy");
    expect(() => readReply({ candidates: 5 })).toThrow("$.candidates is number");
    expect(() => readReply({ usageMetadata: { promptTokenCount: "x" } })).toThrow(
      "$.usageMetadata.promptTokenCount",
    );
  });
});

describe("models, counts and errors", () => {
  it("H18: the list of models has Google's shape", () => {
    const models = [{ id: "gemini-3-pro", name: "Gemini 3 Pro", contextWindow: 9, maxOutput: 5 }];
    expect(gemini.writeModels(models)).toEqual({
      models: [
        {
          name: "models/gemini-3-pro",
          displayName: "Gemini 3 Pro",
          inputTokenLimit: 9,
          outputTokenLimit: 5,
          supportedGenerationMethods: ["generateContent", "countTokens"],
        },
      ],
    });
    expect(gemini.readModels(gemini.writeModels(models))).toEqual(models);
  });

  it("G10: a count is a count", () => {
    expect(gemini.readTokenCount(gemini.writeTokenCount(7))).toBe(7);
    expect(() => gemini.readTokenCount({ totalTokens: "7" })).toThrow("$.totalTokens");
  });

  it.each([
    [429, { error: { code: 429, message: "quota", status: "RESOURCE_EXHAUSTED" } }, "backend_rate_limited"],
    [400, [{ error: { code: 400, message: "bad", status: "INVALID_ARGUMENT" } }], "validation_failed"],
    [
      400,
      { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT" } },
      "backend_auth_failed",
    ],
    [
      400,
      {
        error: {
          code: 400,
          message: "The input token count (9) exceeds the maximum number of tokens allowed (8).",
        },
      },
      "backend_context_length",
    ],
    [503, "<html>busy</html>", "backend_unavailable"],
    [500, null, "backend_unavailable"],
    [418, { error: "text" }, "validation_failed"],
  ])("reads the error %i %j", (status, body, code) => {
    expect(gemini.readError(status, body)).toMatchObject({ status, code });
  });

  it("names the field of what we refuse, in a 400 that nobody tries again", () => {
    const { status, body } = gemini.writeError({
      code: "mapping_unsupported_capability",
      status: 501,
      message: "no",
      param: "$.logit_bias",
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 400, status: "INVALID_ARGUMENT", message: "no" } });
    expect(gemini.readError(400, body).param).toBe("$.logit_bias");
  });

  it.each([
    [{ contents: [{ parts: [] }] }, {}, 0.9],
    [{}, { path: "/v1beta/models/x:generateContent" }, 0.99],
    [{ messages: [{ role: "user", content: "x" }] }, {}, -1],
  ])("tells its own requests: %j", (body, hint, least) => {
    expect(gemini.detect(body, hint)).toBeGreaterThan(least);
    if (least < 0) expect(gemini.detect(body, hint)).toBe(0);
  });
});
