import { describe, expect, it } from "vitest";
import { applying, chatRequest, translating } from "../fixtures/applying.ts";
import { exclusiveSampling } from "./exclusive.ts";
import { numberRule } from "./number.ts";

const toClaude = (model: string, sampling: object) =>
  translating("openai", "claude", model, { ...chatRequest, ...sampling });
const toCodex = (model: string, sampling: object) =>
  translating("openai", "codex", model, { ...chatRequest, ...sampling });

describe("sampling", () => {
  it("keeps the temperature and drops top-p if Claude 4 takes one of them", () => {
    const { body, said } = toClaude("claude-sonnet-4-5", { temperature: 0.5, top_p: 0.9 });
    expect(body).toMatchObject({ temperature: 0.5 });
    expect(body).not.toHaveProperty("top_p");
    expect(said).toContain("sampling.exclusive disclosed");
  });

  it("keeps top-p beside the usual temperature, and loses nothing", () => {
    const { body, said } = toClaude("claude-haiku-4-5", { temperature: 1, top_p: 0.9 });
    expect(body).toMatchObject({ top_p: 0.9 });
    expect(body).not.toHaveProperty("temperature");
    expect(said).toContain("sampling.exclusive mapped");
    const both = toClaude("claude-haiku-4-5", { temperature: 0.3, top_p: 1 });
    expect(both.body).toMatchObject({ temperature: 0.3 });
    expect(both.said).toContain("sampling.exclusive mapped");
  });

  it.each(["claude-opus-4-7", "claude-opus-5", "claude-sonnet-5-5", "claude-haiku-5-5", "claude-fable-5"])(
    "is left out for %s, which takes none",
    (model) => {
      const { body, said } = translating("gemini", "claude", model, {
        contents: [{ role: "user", parts: [{ text: "hi" }] }],
        generationConfig: { temperature: 0.2, topP: 0.9, topK: 40 },
      });
      for (const member of ["temperature", "top_p", "top_k"]) expect(body).not.toHaveProperty(member);
      expect(said).toEqual(
        expect.arrayContaining([
          "sampling.temperature disclosed",
          "sampling.top_p disclosed",
          "sampling.top_k disclosed",
        ]),
      );
      expect(toClaude(model, { temperature: 1 }).said).toContain("sampling.temperature mapped");
    },
  );

  it("of a Claude model behind a relay has the model's limits", () => {
    const { body } = translating("codex", "openai", "anthropic/claude-opus-5", {
      input: "hi",
      temperature: 0.2,
      top_p: 0.5,
    });
    expect(body).not.toHaveProperty("temperature");
    expect(body).not.toHaveProperty("top_p");
  });

  it("is set to the bound of its range, and disclosed", () => {
    const { body, said } = toClaude("claude-opus-4-5", { temperature: 1.7 });
    expect(body["temperature"]).toBe(1);
    expect(said).toContain("sampling.temperature disclosed");
    expect(() =>
      translating("openai", "claude", "claude-opus-4-5", { ...chatRequest, temperature: 2 }, true),
    ).toThrow("from 0 to 1");
  });

  it("is fixed on GPT-5, free on 5.4 without effort, and free on 5.5 with effort none alone", () => {
    expect(toCodex("gpt-5", { temperature: 0.2, top_p: 0.5 }).body).not.toHaveProperty("temperature");
    expect(toCodex("gpt-5.4", { temperature: 0.2 }).body["temperature"]).toBe(0.2);
    expect(toCodex("gpt-5.4", { temperature: 0.2, reasoning_effort: "low" }).body).not.toHaveProperty(
      "temperature",
    );
    expect(toCodex("gpt-5.5", { temperature: 0.2 }).body).not.toHaveProperty("temperature");
    expect(toCodex("gpt-5.5", { temperature: 0.2, reasoning_effort: "none" }).body["temperature"]).toBe(0.2);
    expect(toCodex("gpt-6-sol", { temperature: 0.2, reasoning_effort: "none" }).body).not.toHaveProperty(
      "temperature",
    );
    expect(toCodex("gpt-4o", { temperature: 0.2, top_p: 0.5 }).body).toMatchObject({
      temperature: 0.2,
      top_p: 0.5,
    });
  });

  it("is left out for every Kimi model, and its own values lose nothing", () => {
    for (const model of ["kimi-k2.5", "kimi-k2.7-code", "kimi-k3"]) {
      const { body, said } = translating("openai", "kimi", model, {
        ...chatRequest,
        temperature: 0.3,
        top_p: 0.95,
        frequency_penalty: 0.5,
        presence_penalty: 0,
        n: 1,
      });
      for (const member of ["temperature", "top_p", "frequency_penalty", "presence_penalty", "n"])
        expect(body).not.toHaveProperty(member);
      expect(said).toEqual(
        expect.arrayContaining([
          "sampling.temperature disclosed",
          "sampling.top_p mapped",
          "sampling.frequency_penalty disclosed",
          "sampling.presence_penalty mapped",
          "sampling.candidates mapped",
        ]),
      );
    }
  });

  it("follows what Kimi K2.5 takes with thinking and without", () => {
    const said = (mode: string, temperature: number) =>
      translating("claude", "kimi", "kimi-k2.5", {
        max_tokens: 99,
        messages: [{ role: "user", content: "hi" }],
        thinking: { type: mode },
        temperature,
      }).said;
    expect(said("adaptive", 1)).toContain("sampling.temperature mapped");
    expect(said("disabled", 1)).toContain("sampling.temperature disclosed");
    expect(said("disabled", 0.6)).toContain("sampling.temperature mapped");
  });

  it("leaves penalties out for Gemini, and what Gemini 3.6 ignores", () => {
    const { body, said } = translating("openai", "gemini", "gemini-3.8-flash", {
      ...chatRequest,
      temperature: 0.4,
      frequency_penalty: 1,
    });
    expect(body).not.toHaveProperty("generationConfig");
    expect(said).toEqual(["sampling.temperature disclosed", "sampling.frequency_penalty disclosed"]);
    expect(
      translating("openai", "gemini", "gemini-2.5-flash", { ...chatRequest, temperature: 0.4 }).body[
        "generationConfig"
      ],
    ).toEqual({ temperature: 0.4 });
  });

  it("becomes 1 while a Claude 4 model thinks", () => {
    const { body, said } = translating("gemini", "claude", "claude-sonnet-4-5", {
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      generationConfig: { temperature: 0.2, topK: 4, topP: 0.5, thinkingConfig: { thinkingBudget: 2000 } },
    });
    expect(body).not.toHaveProperty("temperature");
    expect(body).not.toHaveProperty("top_k");
    expect(body["top_p"]).toBe(0.95);
    expect(said).toContain("sampling.temperature disclosed");
  });
});

describe("what the caller waits for", () => {
  it("is refused if the model has no log probabilities", () => {
    const ask = (model: string, more = {}) => toCodex(model, { logprobs: true, ...more });
    expect(() => ask("gpt-5")).toThrow("log probabilities");
    expect(() => ask("gpt-5.4", { reasoning_effort: "high" })).toThrow("log probabilities");
    expect(ask("gpt-5.4").body["include"]).toContain("message.output_text.logprobs");
    expect(ask("gpt-4o").body["include"]).toEqual(["message.output_text.logprobs"]);
  });

  it("is refused if tokens cannot be weighed, unless no token is", () => {
    const ask = (logit_bias: object) =>
      translating("openai", "copilot", "gpt-5.4", { ...chatRequest, logit_bias });
    expect(() => ask({ 50256: -100 })).toThrow("weights of tokens");
    expect(ask({}).body).not.toHaveProperty("logit_bias");
  });

  it("is refused if several answers are wanted of a model that gives one", () => {
    expect(() => translating("openai", "kimi", "kimi-k3", { ...chatRequest, n: 2 })).toThrow(
      "several answers",
    );
  });
});

describe("a rule for sampling", () => {
  const limits = { sampling: { topK: { is: "rejected" as const } } };

  it("leaves a conversation alone that does not use it", () => {
    for (const [rule, sampling] of [
      [numberRule("topK", "top_k", "top-k"), { temperature: 1 }],
      [exclusiveSampling, { temperature: 1, topP: 1 }],
      [numberRule("topP", "top_p", "top-p"), { topP: 0.5 }],
    ] as const) {
      const { before, after, notes } = applying(rule, { sampling }, limits);
      expect(after).toBe(before);
      expect(notes).toEqual([]);
    }
    const { before, after } = applying(numberRule("topK", "top_k", "top-k"), { sampling: { topK: 1 } }, {});
    expect(after).toBe(before);
  });
});
