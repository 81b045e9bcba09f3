import { describe, expect, it } from "vitest";
import type { Block } from "../../../contract/index.ts";
import { read, readContents, text, write } from "../fixtures/calls.ts";

describe("reading a request", () => {
  it("takes either spelling of a member and writes camelCase", () => {
    const body = {
      system_instruction: { parts: [{ text: "be brief" }] },
      contents: [{ role: "user", parts: [{ inline_data: { mime_type: "image/png", data: "AA==" } }] }],
      generation_config: {
        max_output_tokens: 5,
        thinking_config: { thinking_budget: 9, include_thoughts: true },
      },
    };
    const conversation = read(body);
    expect(conversation.maxOutputTokens).toBe(5);
    expect(conversation.reasoning).toEqual({ budgetTokens: 9, display: "summary" });
    expect(write(conversation).body).toEqual({
      systemInstruction: { parts: [{ text: "be brief" }] },
      contents: [{ role: "user", parts: [{ inlineData: { mimeType: "image/png", data: "AA==" } }] }],
      generationConfig: { maxOutputTokens: 5, thinkingConfig: { includeThoughts: true, thinkingBudget: 9 } },
    });
  });

  it("takes the model and streaming from the path, and a bare text for a turn", () => {
    const conversation = read({ contents: "hi" }, { model: "gemini-2.5-pro", stream: true });
    expect(conversation.messages).toEqual([{ role: "user", content: [text("hi")] }]);
    expect(write(conversation).path).toBe("/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse");
  });

  it("E5: every part of systemInstruction is kept", () => {
    const { system } = read({
      contents: [],
      systemInstruction: { role: "user", parts: [{ text: "a" }, { text: "b" }, { text: "c" }] },
    });
    expect(system).toEqual([text("a"), text("b"), text("c")]);
  });

  it("sorts media by their type and addresses by who keeps the file", () => {
    const [message] = readContents({
      role: "user",
      parts: [
        { inlineData: { mimeType: "application/pdf", data: "AA==" } },
        { inlineData: { mimeType: "audio/wav", data: "AA==" } },
        { inlineData: { mimeType: "video/mp4", data: "AA==" } },
        {
          fileData: {
            fileUri: "https://generativelanguage.googleapis.com/v1beta/files/x",
            mimeType: "image/png",
          },
        },
        { fileData: { fileUri: "https://example.org/cat.png", mimeType: "image/png" } },
        { fileData: { fileUri: "https://youtu.be/abc" } },
      ],
    });
    expect(message!.content.map((block) => [block.type, "source" in block ? block.source.kind : ""])).toEqual(
      [
        ["document", "base64"],
        ["audio", "base64"],
        ["video", "base64"],
        ["image", "file"],
        ["image", "url"],
        ["video", "url"],
      ],
    );
  });

  it("D14: a call without args has empty ones, and D12: results find their calls by name and order", () => {
    const messages = readContents(
      { role: "user", parts: [{ text: "go" }] },
      {
        role: "model",
        parts: [{ functionCall: { name: "a" } }, { functionCall: { name: "a", args: { n: 2 } } }],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "a", response: { output: "first" } } },
          { functionResponse: { name: "a", response: { output: "second" } } },
        ],
      },
    );
    const calls = messages[1]!.content as Extract<Block, { type: "tool_use" }>[];
    expect(calls.map(({ input }) => input)).toEqual([{}, { n: 2 }]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(messages[2]!.content).toMatchObject([
      { id: calls[0]!.id, content: [text("first")] },
      { id: calls[1]!.id, content: [text("second")] },
    ]);
  });

  it.each([
    [{ output: "plain" }, "plain", undefined],
    [{ error: "bad" }, "bad", true],
    [{ error: { code: 1 } }, '{"code":1}', true],
    [{ result: [1, 2] }, '{"result":[1,2]}', undefined],
    [{ output: '{"a":1}' }, '{"output":"{\\"a\\":1}"}', undefined],
    [{ error: '{"a":1}' }, '{"error":"{\\"a\\":1}"}', true],
    [{ error: { error: "x" } }, '{"error":{"error":"x"}}', true],
    [{}, "{}", undefined],
  ])("D15: the response %j is a text and comes back", (response, expected, isError) => {
    const contents = [
      { role: "model", parts: [{ functionCall: { id: "1", name: "f", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { id: "1", name: "f", response } }] },
    ];
    const conversation = read({ contents });
    const [block] = conversation.messages[1]!.content as Extract<Block, { type: "tool_result" }>[];
    expect(block!.content).toEqual([text(expected)]);
    expect(block!.isError).toBe(isError);
    expect(write(conversation).contents).toEqual(contents);
  });

  it("A8: signatures on thoughts, on text and on nothing come back on their own part", () => {
    const parts = [
      { text: "hm", thought: true, thoughtSignature: "UQ==" },
      { text: "visible", thoughtSignature: "Ug==" },
      { text: "", thoughtSignature: "Uw==" },
      { functionCall: { name: "f", args: {} }, thoughtSignature: "VA==" },
      { text: "", thought: true, thoughtSignature: "VQ==" },
    ];
    const contents = [
      { role: "user", parts: [{ text: "q" }] },
      { role: "model", parts },
    ];
    const conversation = read({ contents });
    expect(
      conversation.messages[1]!.content.map((block) => ("signature" in block ? block.signature : "")),
    ).toEqual(["UQ==", "", "Ug==", "Uw==", "VA==", "VQ=="]);
    expect(write(conversation).contents).toEqual(contents);
    expect(
      write(structuredClone(conversation)).contents[1]!.parts.map((part) => part["thoughtSignature"]),
    ).toEqual(["UQ==", undefined, "Ug==", "Uw==", "VA==", "VQ=="]);
  });

  it("D17: what the vendor ran stays a unit, in order", () => {
    const parts = [
      { executableCode: { language: "PYTHON", code: "1" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } },
      { toolCall: { id: "t", toolType: "URL_CONTEXT" } },
      { toolResponse: { id: "t", toolType: "URL_CONTEXT" }, thoughtSignature: "UQ==" },
      { neverSeen: { a: 1 } },
    ];
    const conversation = read({ contents: [{ role: "model", parts }] });
    expect(
      conversation.messages[0]!.content.map((block) => (block.type === "opaque" ? block.kind : "")),
    ).toEqual(["executableCode", "codeExecutionResult", "toolCall", "toolResponse", "part"]);
    expect(write(conversation).contents[0]!.parts).toEqual(parts);
  });

  it.each([
    [{ mode: "AUTO" }, { mode: "auto" }],
    [{ mode: "NONE" }, { mode: "none" }],
    [{ mode: "ANY" }, { mode: "required" }],
    [
      { mode: "ANY", allowedFunctionNames: ["f"] },
      { mode: "tool", name: "f" },
    ],
    [
      { mode: "ANY", allowedFunctionNames: ["f", "g"] },
      { mode: "required", allowed: ["f", "g"] },
    ],
    [{ mode: "VALIDATED" }, { mode: "auto", vendor: { gemini: { mode: "VALIDATED" } } }],
    [{ mode: "any" }, { mode: "required", vendor: { gemini: { mode: "any" } } }],
  ])("D1, D2: the calling config %j is read and comes back", (config, choice) => {
    const body = {
      contents: [],
      toolConfig: { functionCallingConfig: config, includeServerSideToolInvocations: true },
    };
    const conversation = read(body);
    expect(conversation.toolChoice).toEqual(choice);
    expect(write(conversation).body["toolConfig"]).toEqual(body.toolConfig);
  });

  it.each([
    [{}, "$.contents is required"],
    [{ contents: 5 }, "$.contents is number, expected a list"],
    [{ contents: [{ role: "user", parts: 5 }] }, "$.contents[0].parts is number"],
    [{ contents: [{ role: "user", parts: [5] }] }, "$.contents[0].parts[0] is number"],
    [{ contents: [{ role: "robot", parts: [] }] }, "$.contents[0].role"],
    [{ contents: [{ parts: [{ text: 5 }] }] }, "$.contents[0].parts[0].text is number"],
    [{ contents: [{ parts: [{ inlineData: { data: "" } }] }] }, "$.contents[0].parts[0].inlineData.mimeType"],
    [{ contents: [{ parts: [{ functionCall: {} }] }] }, "$.contents[0].parts[0].functionCall.name"],
    [{ contents: [{ parts: [{ functionCall: { name: "f", args: [] } }] }] }, "functionCall.args is a list"],
    [
      { contents: [{ parts: [{ functionResponse: { response: {} } }] }] },
      "functionResponse.name is required",
    ],
    [{ contents: [], generationConfig: { topP: "x" } }, "$.generationConfig.topP is string"],
    [{ contents: [], tools: 5 }, "$.tools is number"],
    [{ contents: [], tools: [{ functionDeclarations: [{}] }] }, "$.tools[0].functionDeclarations[0].name"],
    [{ contents: [], systemInstruction: { parts: [{ text: [] }] } }, "$.systemInstruction.parts[0].text"],
  ])("names the place of what it cannot read: %j", (body, message) => {
    expect(() => read(body)).toThrow(message);
  });
});
