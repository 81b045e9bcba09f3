import { describe, expect, it } from "vitest";
import type { Block, Message, Tool } from "../../../contract/index.ts";
import { text, write } from "../fixtures/calls.ts";

const call = (id: string, name: string, input: unknown = {}): Block => ({
  type: "tool_use",
  id,
  name,
  kind: "function",
  input,
});
const result = (id: string, ...content: Block[]): Block => ({
  type: "tool_result",
  id,
  kind: "function",
  content,
});
const tool = (parameters: unknown, more: object = {}): Tool => ({
  kind: "function",
  name: "f",
  parameters,
  ...more,
});

describe("an instruction after the first turn", () => {
  const say = (role: Message["role"], text: string): Message => ({ role, content: [{ type: "text", text }] });

  it.each(["system", "developer"] as const)(
    "E1: is a marked text in the turn of the user where it stands, and disclosed (%s)",
    (role) => {
      const image = {
        type: "image",
        source: { kind: "base64", mediaType: "image/png", data: "QQ==" },
      } as const;
      const late: Message = { role, content: [{ type: "text", text: "Be brief." }, image] };
      const { body, notes } = write({
        messages: [say(role, "head"), say("user", "hi"), say("assistant", "yes?"), late, say("user", "go")],
      });
      expect(body["systemInstruction"]).toEqual({ parts: [{ text: "head" }] });
      expect((body["contents"] as object[])[2]).toEqual({
        role: "user",
        parts: [
          { text: "<system>\nBe brief.\n</system>" },
          { inlineData: { mimeType: "image/png", data: "QQ==" } },
          { text: "go" },
        ],
      });
      expect(notes).toMatchObject([{ node: late, disposition: "disclosed", feature: "role.system_midway" }]);
    },
  );
});

describe("writing a request", () => {
  it("E2, E9: adjacent turns of one role become one, with every block", () => {
    const { contents } = write({
      messages: [
        { role: "user", content: [text("a"), text("b")] },
        { role: "system", content: [text("note")] },
        { role: "user", content: [text("c")] },
        { role: "assistant", content: [text("d")] },
        { role: "assistant", content: [call("1", "f")] },
      ],
    });
    expect(contents).toEqual([
      {
        role: "user",
        parts: [{ text: "a" }, { text: "b" }, { text: "<system>\nnote\n</system>" }, { text: "c" }],
      },
      { role: "model", parts: [{ text: "d" }, { functionCall: { id: "1", name: "f", args: {} } }] },
    ]);
  });

  it("E1, E3: only the leading instructions are hoisted, and later ones are never the model's", () => {
    const { body, contents } = write({
      system: [text("first")],
      messages: [
        { role: "developer", content: [text("second")] },
        { role: "user", content: [text("hi")] },
        { role: "assistant", content: [text("yes")] },
        { role: "system", content: [text("later")] },
      ],
    });
    expect(body["systemInstruction"]).toEqual({ parts: [{ text: "first" }, { text: "second" }] });
    expect(contents.at(-1)).toEqual({ role: "user", parts: [{ text: "<system>\nlater\n</system>" }] });
  });

  it("E6: empty texts leave no part and no turn", () => {
    const { contents } = write({
      messages: [
        { role: "user", content: [text("hi")] },
        { role: "assistant", content: [text(""), { type: "thinking", text: "" }] },
        { role: "user", content: [text("")] },
      ],
    });
    expect(contents).toEqual([{ role: "user", parts: [{ text: "hi" }] }]);
  });

  it("D12, D21: results come first, in call order, by the function's name, and once", () => {
    const { contents, notes } = write({
      messages: [
        { role: "assistant", content: [call("1", "f"), call("2", "g")] },
        { role: "user", content: [text("also")] },
        { role: "tool", content: [result("2", text("two"))] },
        { role: "tool", content: [result("1", text("one"))] },
        { role: "tool", content: [result("1", text("one"))] },
      ],
    });
    expect(contents[1]!.parts).toEqual([
      { functionResponse: { id: "1", name: "f", response: { output: "one" } } },
      { functionResponse: { id: "2", name: "g", response: { output: "two" } } },
      { text: "also" },
    ]);
    expect(notes.map((note) => note.disposition)).toEqual(["mapped"]);
  });

  it("D21: two different results of one call, and a result of no call, are refused", () => {
    const twice = write({
      messages: [
        { role: "assistant", content: [call("1", "f")] },
        { role: "tool", content: [result("1", text("one")), result("1", text("other"))] },
      ],
    });
    expect(twice.notes.map((note) => note.disposition)).toEqual(["refused"]);
    const orphan = write({ messages: [{ role: "tool", content: [result("9", text("one"))] }] });
    expect(orphan.notes.map((note) => note.disposition)).toEqual(["refused"]);
  });

  it("D19: images in results stay in them", () => {
    const image: Block = { type: "image", source: { kind: "base64", mediaType: "image/png", data: "AA==" } };
    const { contents } = write({
      messages: [
        { role: "assistant", content: [call("1", "f")] },
        { role: "tool", content: [result("1", text("see"), image)] },
      ],
    });
    expect(contents[1]!.parts[0]).toEqual({
      functionResponse: {
        id: "1",
        name: "f",
        response: { output: "see" },
        parts: [{ inlineData: { mimeType: "image/png", data: "AA==" } }],
      },
    });
  });

  it("E8: an image by address keeps its address, and another vendor's file is refused", () => {
    const { contents } = write({
      messages: [
        {
          role: "user",
          content: [{ type: "image", source: { kind: "url", url: "https://example.org/a.jpg?x=1" } }],
        },
      ],
    });
    expect(contents[0]!.parts).toEqual([
      { fileData: { mimeType: "image/jpeg", fileUri: "https://example.org/a.jpg?x=1" } },
    ]);
    const { notes } = write({
      messages: [{ role: "user", content: [{ type: "image", source: { kind: "file", id: "file-1" } }] }],
    });
    expect(notes).toMatchObject([{ disposition: "refused", feature: "image.file" }]);
  });

  it.each([
    [{ mode: "auto" as const }, { mode: "AUTO" }],
    [{ mode: "none" as const }, { mode: "NONE" }],
    [{ mode: "required" as const }, { mode: "ANY" }],
    [
      { mode: "tool" as const, name: "f" },
      { mode: "ANY", allowedFunctionNames: ["f"] },
    ],
    [
      { mode: "auto" as const, allowed: ["f"] },
      { mode: "VALIDATED", allowedFunctionNames: ["f"] },
    ],
  ])("D2: the choice %j", (toolChoice, expected) => {
    expect(write({ toolChoice }).body["toolConfig"]).toEqual({ functionCallingConfig: expected });
  });

  it("D3, D4: parallel calls cannot be switched off, and strict tools are held to their schema", () => {
    expect(write({ parallelToolCalls: true }).notes).toEqual([]);
    expect(write({ parallelToolCalls: true }).body["toolConfig"]).toBeUndefined();
    // An emulator hands on one call at a time; the wire has no word for it.
    expect(write({ parallelToolCalls: false }).body["toolConfig"]).toBeUndefined();
    const { body } = write({ tools: [tool({ type: "object" }, { strict: true })] });
    expect(body["toolConfig"]).toEqual({ functionCallingConfig: { mode: "VALIDATED" } });
  });

  it("D18: another vendor's tool is not sent, Google's own goes back", () => {
    const search: Tool = {
      kind: "server",
      name: "googleSearch",
      dialect: "gemini",
      value: { googleSearch: {} },
    };
    expect(write({ tools: [search, tool({ type: "object" })] }).body["tools"]).toEqual([
      { googleSearch: {} },
      { functionDeclarations: [{ name: "f", parametersJsonSchema: { type: "object" } }] },
    ]);
    expect(write({ tools: [{ ...search, dialect: "claude" }] }).body).not.toHaveProperty("tools");
  });

  it.each([
    ["gemini-3-pro", { effort: "low" }, { thinkingLevel: "LOW" }, []],
    ["gemini-3-pro", { effort: "xhigh" }, { thinkingLevel: "HIGH" }, ["disclosed"]],
    ["gemini-3-pro", { effort: "wild" }, undefined, ["refused"]],
    ["gemini-3-pro", { effort: "none" }, { thinkingBudget: 0 }, ["mapped"]],
    ["gemini-3-pro", { mode: "on" as const }, { includeThoughts: true }, []],
    ["gemini-3-pro", { mode: "off" as const }, { thinkingBudget: 0 }, []],
    ["gemini-3-pro", { mode: "adaptive" as const }, { thinkingBudget: -1 }, []],
    ["gemini-3-pro", { mode: "adaptive" as const, effort: "high" }, { thinkingLevel: "HIGH" }, []],
    ["gemini-3-pro", { budgetTokens: 7, effort: "high" }, { thinkingBudget: 7 }, ["disclosed"]],
    ["gemini-3-pro", { display: "none" }, { includeThoughts: false }, []],
    ["gemini-3-pro", { display: "detailed" }, { includeThoughts: true }, ["disclosed"]],
  ])("F4: for %s the reasoning %j", (model, reasoning, expected, dispositions) => {
    const { body, notes } = write({ model, reasoning });
    expect(body["generationConfig"]).toEqual(
      expected === undefined ? undefined : { thinkingConfig: expected },
    );
    expect(notes.map((note) => note.disposition)).toEqual(dispositions);
  });

  it("F1, F7, F8: what was asked is sent, and nothing else", () => {
    expect(write({}).body).toEqual({ contents: [] });
    const { body } = write({
      stop: ["END"],
      sampling: { topK: 4, candidates: 2, logprobs: { top: 3 }, seed: 5 },
      output: { kind: "json" },
    });
    expect(body["generationConfig"]).toEqual({
      topK: 4,
      seed: 5,
      candidateCount: 2,
      stopSequences: ["END"],
      responseLogprobs: true,
      logprobs: 3,
      responseMimeType: "application/json",
    });
    expect(write({ sampling: { seed: 2 ** 40 } })).toMatchObject({
      body: { contents: [] },
      notes: [{ disposition: "disclosed", feature: "seed" }],
    });
  });

  it("G6, G7: equal conversations give equal bytes, with the prefix first", () => {
    const given = {
      system: [text("s")],
      tools: [tool({ type: "object" })],
      messages: [{ role: "user" as const, content: [text("u")] }],
      sampling: { temperature: 1 },
    };
    const first = JSON.stringify(write(given).body);
    expect(JSON.stringify(write(structuredClone(given)).body)).toBe(first);
    expect(Object.keys(write(given).body)).toEqual([
      "systemInstruction",
      "tools",
      "contents",
      "generationConfig",
    ]);
  });

  it("keeps a model's name inside its path", () => {
    expect(write({ model: "tunedModels/a b" }).path).toBe("/v1beta/tunedModels/a%20b:generateContent");
    expect(() => write({ model: "x/../../secret" })).toThrow("$.model");
  });
});
