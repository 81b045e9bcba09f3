import { describe, expect, it } from "vitest";
import type { Conversation } from "../../contract/index.ts";
import type { Members } from "../members/members.ts";
import { findDialect } from "../registry/lookup.ts";
import { allEmulators } from "../rules/fixtures/applying.ts";
import { type TranslateOptions, translateRequest } from "./request.ts";

function send(from: string, to: string, body: object, options: TranslateOptions = {}) {
  const { request, report } = translateRequest(findDialect(from), findDialect(to), body, {
    model: "m",
    ...options,
  });
  return { body: request.body, entries: report.entries };
}

describe("a message that holds nothing", () => {
  it.each([[""], [[]]])("has a part for Responses, which rejects an empty list (%j)", (content) => {
    const { body } = send("openai", "codex", { model: "m", messages: [{ role: "user", content }] });
    expect(body["input"]).toEqual([
      { type: "message", role: "user", content: [{ type: "input_text", text: "" }] },
    ]);
  });

  it.each([
    ["openai", "messages"],
    ["kimi", "messages"],
    ["copilot", "messages"],
    ["codex", "input"],
    ["claude", "messages"],
  ] as const)("or a prompt without any message, is a text of the user for %s, and disclosed", (to, list) => {
    for (const more of [{}, { systemInstruction: { parts: [{ text: "s" }] } }]) {
      const { body, entries } = send("gemini", to, { contents: [], ...more });
      expect(JSON.stringify((body[list] as Members[]).at(-1))).toContain("(The conversation begins.)");
      expect(entries).toContainEqual(
        expect.objectContaining({ rule: "messages.first", disposition: "disclosed" }),
      );
    }
  });
});

describe("the refusal of an assistant in the history", () => {
  const messages = [
    { role: "user", content: "q" },
    { role: "assistant", content: null, refusal: "I won't" },
    { role: "user", content: "q2" },
  ];

  it.each(["kimi", "copilot"])("is the text of its message for %s, which has no refusals", (to) => {
    const { body } = send("openai", to, { model: "m", messages });
    expect((body["messages"] as Members[])[1]).toEqual({ role: "assistant", content: "I won't" });
    const parts = [{ type: "refusal", refusal: "no" }];
    const listed = send("openai", to, { model: "m", messages: [{ role: "assistant", content: parts }] });
    expect((listed.body["messages"] as Members[])[0]!["content"]).toEqual("no");
  });
});

describe("the error of a tool", () => {
  const failed = (content: unknown) => ({
    model: "m",
    max_tokens: 50,
    messages: [
      { role: "user", content: "q" },
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", is_error: true, content }] },
    ],
  });
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "QQ==" } };
  const lost = (entries: readonly { feature?: string | undefined; disposition: string }[]) =>
    entries.filter((one) => one.feature === "tool_result.error" && one.disposition !== "mapped");

  it("begins the text of the result for Responses", () => {
    const outputOf = (content: unknown) => {
      const { body, entries } = send("claude", "codex", failed(content));
      expect(lost(entries)).toEqual([]);
      return (body["input"] as Members[]).at(-1)!["output"];
    };
    expect(outputOf("boom")).toBe("Error: boom");
    expect(outputOf("Error 5")).toBe("Error 5");
    expect(outputOf("Errors: none")).toBe("Error: Errors: none");
    expect(outputOf([])).toBe("Error");
    expect(outputOf([image])).toMatchObject([{ type: "input_text", text: "Error" }, { type: "input_image" }]);
  });

  it("is not lost for Chat if the result is an image alone", () => {
    const { body } = send("claude", "openai", failed([image]));
    expect((body["messages"] as Members[])[2]).toMatchObject({ role: "tool", content: "Error" });
  });
});

describe("an answer that Gemini keeps to one of several words", () => {
  const generationConfig = {
    responseMimeType: "text/x.enum",
    responseSchema: { type: "STRING", enum: ["yes", "no"] },
  };
  const body = { contents: [{ parts: [{ text: "well?" }] }], generationConfig };
  const snake = { contents: body.contents, generation_config: { response_mime_type: "text/x.enum" } };
  const options = {
    emulators: allEmulators,
    rewrite: ({ output: _, ...rest }: Conversation) => rest,
  };

  it.each(["claude", "openai", "codex", "kimi", "copilot"])(
    "is asked of %s by an emulator, which the account names",
    (to) => {
      const { entries } = send("gemini", to, body, options);
      expect(entries).toContainEqual(
        expect.objectContaining({
          path: "$.generationConfig.responseMimeType",
          feature: "output.enum",
          disposition: "emulated",
          emulator: "enum_output.instruct",
        }),
      );
      expect(entries.filter(({ disposition }) => disposition === "refused")).toEqual([]);
    },
  );

  it("is refused without the emulator in either spelling, and other members of its own are not", () => {
    expect(() => send("gemini", "claude", body)).toThrow(
      expect.objectContaining({
        code: "mapping_unsupported_capability",
        where: "$.generationConfig.responseMimeType",
        message: expect.stringContaining("one of several words"),
      }),
    );
    expect(() => send("gemini", "openai", snake)).toThrow("one of several words");
    const other = { contents: body.contents, generationConfig: { mediaResolution: "LOW" } };
    expect(send("gemini", "openai", other).body).toHaveProperty("messages");
  });
});

describe("strict arguments that refer to themselves", () => {
  const parameters = {
    type: "object",
    properties: { child: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
    required: ["child"],
    additionalProperties: false,
  };
  const ask = (from: "openai" | "codex", options: TranslateOptions = {}) => {
    const fn = { name: "f", parameters, strict: true };
    const body =
      from === "codex"
        ? { model: "m", input: "x", tools: [{ type: "function", ...fn }] }
        : {
            model: "m",
            messages: [{ role: "user", content: "x" }],
            tools: [{ type: "function", function: fn }],
          };
    return send(from, "claude", body, options);
  };

  it.each(["openai", "codex"] as const)(
    "go from %s to Claude, which rejects them, without strict",
    (from) => {
      const { body, entries } = ask(from);
      const [sent] = body["tools"] as Members[];
      expect(sent).toEqual({ name: "f", input_schema: parameters });
      expect(entries.filter(({ disposition }) => disposition === "disclosed")).toMatchObject([
        {
          feature: "tool.strict",
          rule: "schema.strict",
          reason: expect.stringContaining("refers to itself"),
        },
      ]);
      expect(() => ask(from, { strict: true })).toThrow("refers to itself");
    },
  );
});

describe("a schema that refers to itself", () => {
  const schema = {
    type: "object",
    properties: { child: { $ref: "#" }, name: { type: "string" } },
    required: ["child", "name"],
    additionalProperties: false,
  };
  const asked = (strict?: boolean) => ({
    model: "m",
    messages: [{ role: "user", content: "x" }],
    response_format: { type: "json_schema", json_schema: { name: "n", schema, strict } },
  });

  it.each([
    ["claude", true],
    ["claude", undefined],
    ["gemini", true],
  ] as const)("is asked of %s by the JSON emulator (strict: %s)", (to, strict) => {
    const { entries } = send("openai", to, asked(strict), {
      emulators: allEmulators,
      rewrite: ({ output: _, ...rest }) => rest,
    });
    expect(entries).toContainEqual(
      expect.objectContaining({
        path: "$.response_format.json_schema",
        disposition: "emulated",
        emulator: "structured_output_json_schema.instruct",
        reason: expect.stringContaining("refers to itself"),
      }),
    );
    expect(entries.filter(({ disposition }) => disposition === "refused")).toEqual([]);
    expect(() => send("openai", to, asked(strict))).toThrow("is not in use");
  });
});
