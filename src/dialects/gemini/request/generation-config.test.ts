import { describe, expect, it } from "vitest";
import type { Conversation, Reasoning } from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import { IdMap } from "../../index.ts";
import { Cursor } from "../../members/cursor.ts";
import { conversationOf } from "../fixtures/calls.ts";
import { readGenerationConfig, writeGenerationConfig } from "./generation-config.ts";

const read = (config: object) => readGenerationConfig(new Cursor(config, "$.generationConfig"));

function write(parts: Partial<Conversation>) {
  const notes: WriterNote[] = [];
  const writing = { ids: new IdMap(), note: (note: WriterNote) => void notes.push(note) };
  return { config: writeGenerationConfig(conversationOf(parts), writing), notes };
}

const json = "application/json";
const sampling = {
  temperature: 0,
  topP: 1,
  topK: 2,
  seed: 3,
  presencePenalty: 4,
  frequencyPenalty: 5,
  candidates: 6,
};

describe("the settings of a request", () => {
  it.each<[object, object, object?]>([
    [{}, {}],
    [
      {
        temperature: 0,
        topP: 1,
        topK: 2,
        seed: 3,
        presencePenalty: 4,
        frequencyPenalty: 5,
        candidateCount: 6,
      },
      { sampling },
    ],
    [
      { stopSequences: ["x"], maxOutputTokens: 9 },
      { stop: ["x"], maxOutputTokens: 9 },
    ],
    [{ responseLogprobs: true }, { sampling: { logprobs: {} } }],
    [{ responseLogprobs: true, logprobs: 2 }, { sampling: { logprobs: { top: 2 } } }],
    [{ responseLogprobs: false, logprobs: 2 }, {}, { responseLogprobs: false, logprobs: 2 }],
    [{ responseMimeType: "text/plain" }, { output: { kind: "text" } }],
    [
      { responseMimeType: "text/plain", responseJsonSchema: {} },
      {},
      { responseMimeType: "text/plain", responseJsonSchema: {} },
    ],
    [{ responseMimeType: "image/png" }, {}, { responseMimeType: "image/png" }],
    [{ responseMimeType: json }, { output: { kind: "json" } }],
    [
      { responseMimeType: json, responseJsonSchema: { type: "STRING" } },
      { output: { kind: "json_schema", schema: { type: "string" }, enforced: true } },
    ],
    [
      { responseMimeType: json, _responseJsonSchema: { type: "string" } },
      { output: { kind: "json_schema", schema: { type: "string" }, enforced: true } },
    ],
    [
      { responseMimeType: json, responseSchema: { type: "STRING" } },
      { output: { kind: "json_schema", schema: { type: "string" }, enforced: true } },
    ],
    [
      { responseMimeType: "text/x.enum", responseSchema: { enum: ["a", 1] } },
      { output: { kind: "enum", values: ["a", "1"] } },
    ],
    [
      { responseMimeType: "text/x.enum", responseJsonSchema: { enum: "a" } },
      { output: { kind: "enum", values: [] } },
    ],
    [{ responseMimeType: "text/x.enum" }, { output: { kind: "enum", values: [] } }],
    [{ responseModalities: ["TEXT", "AUDIO"] }, { modalities: ["text", "audio"] }],
    [{ responseModalities: ["Text"] }, {}, { responseModalities: ["Text"] }],
    [{ responseModalities: ["TEXT", 1] }, {}, { responseModalities: ["TEXT", 1] }],
    [{ responseModalities: "TEXT" }, {}, { responseModalities: "TEXT" }],
    [{ odd: 1 }, {}, { odd: 1 }],
  ])("are read: %j", (config, members, left) => {
    expect(read(config)).toStrictEqual({ members: { sampling: {}, stop: [], ...members }, left });
  });

  it.each<[object, Reasoning | undefined, object?]>([
    [{}, undefined, {}],
    [{ thinkingBudget: 0 }, { mode: "off" }],
    [{ thinkingBudget: -1 }, { mode: "adaptive" }],
    [{ thinkingBudget: 1 }, { budgetTokens: 1 }],
    [{ thinkingBudget: -2 }, undefined, {}],
    [{ thinkingBudget: 1.5 }, undefined, {}],
    [{ thinkingLevel: "LOW" }, { effort: "low" }],
    [{ thinkingLevel: "MINIMAL" }, { effort: "minimal" }],
    [{ thinkingLevel: "MEDIUM" }, { effort: "medium" }],
    [{ thinkingLevel: "high" }, { effort: "high" }, { thinkingLevel: "high" }],
    [{ thinkingLevel: "NOVEL" }, undefined, { thinkingLevel: "NOVEL" }],
    [{ thinkingLevel: 1 }, undefined, { thinkingLevel: 1 }],
    [{ includeThoughts: true }, { display: "summary" }],
    [{ includeThoughts: false, odd: 1 }, { display: "none" }, { odd: 1 }],
  ])("of thinking are read: %j", (thinkingConfig, reasoning, left) => {
    const { members, left: found } = read({ thinkingConfig });
    expect(members).toStrictEqual({ sampling: {}, stop: [], ...(reasoning && { reasoning }) });
    expect(found).toStrictEqual(left && { thinkingConfig: left });
  });

  it.each([
    [{ responseMimeType: 1 }, "$.generationConfig.responseMimeType is number, expected text"],
    [{ thinkingConfig: 1 }, "$.generationConfig.thinkingConfig is number, expected an object"],
    [
      { thinkingConfig: { thinkingBudget: "x" } },
      "$.generationConfig.thinkingConfig.thinkingBudget is string, expected a number",
    ],
  ])("are at fault: %j", (config, message) => expect(() => read(config)).toThrow(message));

  it.each<[Partial<Conversation>, object | undefined]>([
    [{}, undefined],
    [
      { sampling },
      {
        temperature: 0,
        topP: 1,
        topK: 2,
        seed: 3,
        presencePenalty: 4,
        frequencyPenalty: 5,
        candidateCount: 6,
      },
    ],
    [{ sampling: { seed: 2 ** 31 - 1 } }, { seed: 2 ** 31 - 1 }],
    [{ sampling: { seed: -(2 ** 31) } }, { seed: -(2 ** 31) }],
    [
      { stop: ["x"], maxOutputTokens: 0 },
      { stopSequences: ["x"], maxOutputTokens: 0 },
    ],
    [{ sampling: { logprobs: {} } }, { responseLogprobs: true }],
    [{ sampling: { logprobs: { top: 0 } } }, { responseLogprobs: true, logprobs: 0 }],
    [{ modalities: ["text", "audio"] }, { responseModalities: ["TEXT", "AUDIO"] }],
    [{ output: { kind: "text" } }, { responseMimeType: "text/plain" }],
    [{ output: { kind: "json" } }, { responseMimeType: json }],
    [
      { output: { kind: "enum", values: ["a"] } },
      { responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: ["a"] } },
    ],
    [
      { output: { kind: "json_schema", schema: { type: "string" }, name: "n", description: "d" } },
      { responseMimeType: json, responseJsonSchema: { title: "n", description: "d", type: "string" } },
    ],
    [
      {
        output: {
          kind: "json_schema",
          schema: { type: "string", title: "T", description: "D" },
          name: "n",
          description: "d",
        },
      },
      { responseMimeType: json, responseJsonSchema: { type: "string", title: "T", description: "D" } },
    ],
    [
      { output: { kind: "json_schema", schema: true, name: "n" } },
      { responseMimeType: json, responseJsonSchema: true },
    ],
  ])("are written: %j", (parts, config) => {
    const { config: written, notes } = write(parts);
    expect(written).toStrictEqual(config);
    expect(notes).toStrictEqual([]);
  });

  it.each([2 ** 31, -(2 ** 31) - 1])("have no seed like %d", (seed) => {
    const reason = "the seed does not fit in 32 bits, so it is left out";
    const at = { node: undefined, at: "$" };
    expect(write({ sampling: { seed } })).toStrictEqual({
      config: undefined,
      notes: [{ ...at, disposition: "disclosed", reason, feature: "seed" }],
    });
  });

  const effort = (disposition: string, reason: string) => ({
    disposition,
    reason,
    feature: "reasoning.effort",
  });
  it.each<[Reasoning, object | undefined, object?]>([
    [{}, undefined],
    [{ mode: "off" }, { thinkingBudget: 0 }],
    [{ mode: "off", budgetTokens: 5 }, { thinkingBudget: 0 }],
    [{ mode: "on" }, { includeThoughts: true }],
    [{ mode: "on", display: "none" }, { includeThoughts: true }],
    [{ mode: "adaptive" }, { thinkingBudget: -1 }],
    [{ mode: "adaptive", effort: "low" }, { thinkingLevel: "LOW" }],
    [{ budgetTokens: 5 }, { thinkingBudget: 5 }],
    ...["summary", "summarized", "full", "auto"].map((display): [Reasoning, object] => [
      { display },
      { includeThoughts: true },
    ]),
    ...["none", "omitted"].map((display): [Reasoning, object] => [{ display }, { includeThoughts: false }]),
    [
      { display: "novel" },
      { includeThoughts: true },
      {
        disposition: "disclosed",
        reason: "thoughts are shown as summaries, whose detail (novel) cannot be chosen",
        feature: "reasoning.display",
      },
    ],
    ...["minimal", "low", "medium", "high"].map((word): [Reasoning, object] => [
      { effort: word },
      { thinkingLevel: word.toUpperCase() },
    ]),
    ...["xhigh", "max"].map((word): [Reasoning, object, object] => [
      { effort: word },
      { thinkingLevel: "HIGH" },
      effort("disclosed", `${word} is sent as high, the highest level there is`),
    ]),
    [{ effort: "none" }, { thinkingBudget: 0 }, effort("mapped", "no effort is a thinking budget of 0")],
    [{ effort: "novel" }, undefined, effort("refused", 'Gemini knows no effort "novel"')],
    [
      { effort: "low", budgetTokens: 5 },
      { thinkingBudget: 5 },
      effort("disclosed", "the budget is sent, and Gemini takes no effort (low) beside it"),
    ],
  ])("of thinking are written: %j", (reasoning, thinkingConfig, note) => {
    expect(write({ reasoning })).toStrictEqual({
      config: thinkingConfig && { thinkingConfig },
      notes: note === undefined ? [] : [{ node: undefined, at: "$", ...note }],
    });
  });
});
