import { describe, expect, it } from "vitest";
import { digestBody } from "../../bytes/body-digest.ts";
import { fakeEngine } from "../../fixtures/engines.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { admissionTo, bodyOf, testContext } from "../../fixtures/test-context.ts";
import { CallRequest } from "../../request/call-request.ts";
import { translateAttempt } from "../mapped/translate-attempt.ts";
import { type CountQuestion, openEstimate, openMappedCount, openPassedCount } from "./open-count.ts";
import type { TokenCount } from "./token-count.ts";

const PATH = "/v1/messages/count_tokens";
const messages = [{ role: "user", content: "count these words" }];

function questionOf(dialect: string, { model, body = { model: "m", messages }, ...more }: Options = {}) {
  const base = testContext({ engines: [] });
  const owner = Object.assign(new RecordingOwner(), { canFallBack: more.canFallBack ?? false });
  const request = new CallRequest(admissionTo(PATH), bodyOf(body));
  request.scan(64);
  const limits = { ...base.limits, estimateTokens: more.estimateTokens ?? true };
  return {
    owner,
    context: { ...base, limits },
    request,
    target: { engine: fakeEngine("e", dialect), model, getsCallerKey: true },
    plan: { compatibility: "best_effort" as const, waived: [] },
    ledger: base.ledger,
  };
}

interface Options {
  readonly model?: string;
  readonly body?: object;
  readonly canFallBack?: boolean;
  readonly estimateTokens?: boolean;
}

function answer(response: TokenCount, question: CountQuestion & { readonly owner: RecordingOwner }) {
  response.onHead(200, ["content-type", "application/json"]);
  response.onData(bodyOf({ input_tokens: 7 }));
  response.onEnd();
  return question.owner.json;
}

describe("an estimate", () => {
  it("is made for an engine without a counter, if the configuration allows it", () => {
    expect(openEstimate(questionOf("claude"))).toBeUndefined();
    expect(openEstimate(questionOf("openai", { estimateTokens: false }))).toBeUndefined();
    const question = questionOf("openai");
    const response = openEstimate(question)!;
    expect([response.request, response.upstreamModel]).toEqual([undefined, "m"]);
    expect(openEstimate(questionOf("openai", { model: "n" }))!.upstreamModel).toBe("n");
    response.onEnd();
    expect(question.owner.json).toEqual({ input_tokens: expect.any(Number) });
    expect(response.facts().mapping).toEqual([]);
  });

  it("is made of a long body that was parsed before, without parsing it again", () => {
    const body = { model: "m", messages: [{ role: "user", content: "x ".repeat(200_000) }] };
    const question = questionOf("openai", { body });
    const response = openEstimate(question)!;
    Object.defineProperty(question.request, "value", { get: () => expect.unreachable("parsed already") });
    response.onEnd();
    expect(question.owner.json["input_tokens"]).toBeGreaterThan(10_000);
  });
});

describe("a count by an engine", () => {
  it("of the caller's dialect passes through, with a note of the model that was replaced", () => {
    const question = questionOf("claude", { model: "n" });
    const response = openPassedCount(question);
    const body = Buffer.from(JSON.stringify({ model: "n", messages }));
    expect(response.request).toMatchObject({ method: "POST", path: PATH });
    expect(Buffer.from(response.request!.body!).equals(body)).toBe(true);
    expect(response.upstreamRequest).toEqual(digestBody(body));
    expect([response.mode, response.upstreamModel]).toEqual(["passthrough", "n"]);
    expect(answer(response, question)).toEqual({ input_tokens: 7 });
    const { mapping, warnings, negotiation } = response.facts();
    expect([mapping, warnings]).toEqual([[], ['the model "m" was replaced by "n"']]);
    expect(negotiation).toMatchObject({ mode: "best_effort" });
    expect(openPassedCount(questionOf("claude")).upstreamModel).toBe("m");
  });

  it("of another dialect gets a translated request", () => {
    for (const canFallBack of [false, true]) {
      const question = questionOf("gemini", { canFallBack });
      const translation = translateAttempt(question);
      const response = openMappedCount(question, translation);
      expect(response.request?.path).toMatch(/\/models\/m:countTokens$/);
      expect(response.request?.hasFallback).toBe(canFallBack ? true : undefined);
      expect(response.upstreamRequest).toEqual(digestBody(response.request!.body!));
      expect([response.mode, response.upstreamModel]).toEqual(["mapped", "m"]);
      const { mapping, negotiation } = response.facts();
      expect(mapping.map(({ from, to }) => [from, to])).toEqual([["claude", "gemini"]]);
      expect(negotiation).toBe(translation.negotiation);
    }
  });
});
