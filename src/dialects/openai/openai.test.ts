import { describe, expect, it } from "vitest";
import { copilot } from "../copilot/index.ts";
import { kimi } from "../kimi/index.ts";
import { openai } from "./index.ts";

function likeliest(
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
  path = "/v1/chat/completions",
): string {
  const scores = [openai, kimi, copilot].map((one) => [one.id, one.detect(body, { path, headers })] as const);
  return scores.sort((one, other) => other[1] - one[1])[0]![0];
}

describe("detection", () => {
  const messages = [{ role: "user", content: "hi" }];

  it("takes a plain body for OpenAI's", () => {
    expect(likeliest({ model: "gpt-5", messages })).toBe("openai");
    expect(likeliest({ model: "fake", messages, max_tokens: 5 })).toBe("openai");
  });

  it("knows Moonshot's callers by header or member, and never by the model", () => {
    expect(likeliest({ model: "x", messages }, { "x-msh-platform": "kimi_code_cli" })).toBe("kimi");
    expect(likeliest({ model: "kimi-k3", messages })).toBe("openai");
    expect(likeliest({ model: "gpt-5", messages, thinking: { type: "disabled" } })).toBe("kimi");
    expect(likeliest({ model: "x", messages: [{ role: "assistant", content: "{", partial: true }] })).toBe(
      "kimi",
    );
  });

  it("knows Copilot's callers by header or path", () => {
    expect(likeliest({ model: "gpt-5", messages }, { "Copilot-Integration-Id": "vscode-chat" })).toBe(
      "copilot",
    );
    expect(likeliest({ model: "x", messages }, {}, "/chat/completions")).toBe("copilot");
  });

  it("does not take a body of another format for its own", () => {
    const anthropic = {
      model: "claude",
      max_tokens: 5,
      system: "s",
      messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "t" }] }],
      tools: [{ name: "f", input_schema: {} }],
    };
    expect(openai.detect(anthropic, {})).toBeLessThan(0.4);
    expect(openai.detect({ model: "claude", messages }, { path: "/v1/messages" })).toBe(0);
    expect(openai.detect({ contents: [] }, {})).toBe(0);
    expect(openai.detect({ model: "gpt-5", input: "x" }, {})).toBe(0);
  });
});

describe("side endpoints", () => {
  it("counts tokens as the Responses API does", () => {
    expect(openai.writeTokenCount(5)).toEqual({ input_tokens: 5 });
    expect(openai.readTokenCount({ input_tokens: 5 })).toBe(5);
  });

  it("H18: lists models in its own form", () => {
    const list = openai.writeModels([{ id: "a", created: 4, owner: "o" }]);
    expect(list).toEqual({ object: "list", data: [{ id: "a", object: "model", created: 4, owned_by: "o" }] });
    expect(openai.readModels(list)).toEqual([{ id: "a", created: 4, owner: "o" }]);
    expect(() => openai.readModels({ data: [{}] })).toThrow(/\$\.data\[0\]\.id/);
  });
});
