import { describe, expect, it } from "vitest";
import { limitsFor } from "../../../models/index.ts";
import { findDialect } from "../../registry/lookup.ts";
import { memoryCustody } from "../../translate/custody.ts";
import { translateRequest } from "../../translate/request.ts";
import { codex } from "../index.ts";

const text = [{ role: "user", content: "hi" }];
const bodies = {
  claude: { model: "gpt-5.4", max_tokens: 9, messages: text },
  openai: { model: "gpt-5.4", messages: text },
  kimi: { model: "gpt-5.4", messages: text },
  gemini: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
} as const;

const write = (from: keyof typeof bodies, more: object = {}, model = "gpt-5.4") =>
  translateRequest(findDialect(from), codex, { ...bodies[from], ...more }, { model, targetModel: model })
    .request.body;

describe("a request of an API that stores nothing", () => {
  it.each(["claude", "openai", "kimi", "gemini"] as const)(
    "is not stored, and asks for sealed reasoning: %s",
    (from) => {
      expect(write(from)).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
    },
  );

  it("is stored if it asks for it", () => {
    const body = write("openai", { store: true });
    expect(body["store"]).toBe(true);
    expect(body).not.toHaveProperty("include");
  });

  it("asks a model that does not think for no reasoning", () => {
    expect(limitsFor("codex", "gpt-4o").reasoning?.supported).toBe(false);
    const body = write("openai", {}, "gpt-4o");
    expect(body["store"]).toBe(false);
    expect(body).not.toHaveProperty("include");
  });

  it("asks for logprobs and reasoning at once", () => {
    const { include } = write("openai", { logprobs: true }, "gpt-5.4");
    expect(include).toContain("reasoning.encrypted_content");
  });

  it("keeps sealed reasoning in custody, and leaves out what is an id alone", () => {
    const custody = memoryCustody();
    const thinking = (id: string, sealed?: string) => ({
      type: "thinking" as const,
      text: "",
      id,
      ...(sealed === undefined ? {} : { sealed }),
      vendor: { codex: { id }, "codex:reasoning": {} },
    });
    custody.hold("call_1", { dialect: "codex", thinking: [thinking("rs_1")] });
    custody.hold("call_2", { dialect: "codex", thinking: [thinking("rs_2", "gAAAAAsealedsealedsealed")] });
    const call = (id: string) => ({
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }],
    });
    const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "ok" });
    const messages = [...text, call("call_1"), result("call_1"), call("call_2"), result("call_2")];
    const { body } = translateRequest(
      findDialect("openai"),
      codex,
      { model: "gpt-5.4", messages },
      { custody },
    ).request;
    const reasoning = (body["input"] as { type?: string }[]).filter(({ type }) => type === "reasoning");
    expect(reasoning).toMatchObject([{ encrypted_content: "gAAAAAsealedsealedsealed" }]);
  });
});

describe("a request of the Responses API itself", () => {
  it("says by itself what is stored", () => {
    const { body } = translateRequest(codex, codex, { model: "gpt-5.4", input: "hi" }).request;
    expect(body).toEqual({ model: "gpt-5.4", input: "hi" });
  });
});
