import { describe, expect, it } from "vitest";
import { messagesRequest, translating } from "../fixtures/applying.ts";

const history = [
  { role: "user", content: "Name a fruit." },
  { role: "assistant", content: "An ap" },
];

describe("a last message of the assistant", () => {
  it.each(["claude-opus-4-6", "claude-haiku-5-5", "claude-fable-5"])(
    "is followed by the user's for %s",
    (model) => {
      const { body, said } = translating("openai", "claude", model, { max_tokens: 9, messages: history });
      expect(body["messages"]).toEqual([...history, { role: "user", content: "Continue." }]);
      expect(said).toEqual(["turns.last disclosed"]);
    },
  );

  it("stays last if the model takes it", () => {
    const { body, said } = translating("openai", "claude", "claude-opus-4-5", {
      max_tokens: 9,
      messages: history,
    });
    expect(body["messages"]).toEqual(history);
    expect(said).toEqual([]);
    expect(translating("copilot", "openai", "gpt-5", { messages: history }).said).toEqual([]);
  });

  it("is followed by the user's for Gemini 3.6 and later", () => {
    const { body } = translating("openai", "gemini", "gemini-3.8-flash", { messages: history });
    expect(body["contents"]).toMatchObject([{ role: "user" }, { role: "model" }, { role: "user" }]);
    const before = translating("openai", "gemini", "gemini-3.5-flash", { messages: history });
    expect(before.body["contents"]).toHaveLength(2);
  });

  it.each([
    ["openai", "gpt-5"],
    ["codex", "gpt-5"],
    ["gemini", "gemini-2.5-flash"],
    ["copilot", "gpt-4.1"],
  ])("that is to be continued is so by the user's words at %s", (to, model) => {
    const { body, said } = translating("claude", to, model, { ...messagesRequest, messages: history });
    expect(JSON.stringify(body)).toContain("Continue your last message from exactly where it ends.");
    expect(said).toEqual(["turns.last disclosed"]);
    expect(() => translating("claude", to, model, { ...messagesRequest, messages: history }, true)).toThrow(
      "continu",
    );
  });

  it("that is to be continued is so by Kimi itself", () => {
    const { body, said } = translating("claude", "kimi", "kimi-k3", {
      ...messagesRequest,
      messages: history,
    });
    expect(body["messages"]).toMatchObject([{}, { partial: true }]);
    expect(said).toEqual([]);
  });
});

describe("a system message between turns", () => {
  const messages = [...history, { role: "user", content: "x" }, { role: "system", content: "Be brief." }];

  it.each([
    ["claude-opus-4-7", "user"],
    ["claude-sonnet-5", "user"],
    ["claude-opus-4.8", "system"],
    ["claude-opus-5-5", "system"],
  ])("is for %s a message of role %s", (model, role) => {
    const { body } = translating("openai", "claude", model, { max_tokens: 9, messages });
    expect((body["messages"] as { role: string }[]).at(-1)?.role).toBe(role);
  });
});
