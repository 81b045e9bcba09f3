import { describe, expect, it } from "vitest";
import type { Conversation, Reasoning, Tool } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import { applying, conversation } from "../fixtures/applying.ts";
import { thinkingSwitch } from "./switch.ts";

const apart = { effortApart: true, modes: ["off", "adaptive", "budget"] } as const;
const effort: Reasoning = { effort: "low" };
const tool: Tool = { kind: "function", name: "f", parameters: {} };
const call: Conversation["messages"][number] = {
  role: "assistant",
  content: [{ type: "tool_use", id: "c", name: "f", kind: "function", input: {} }],
};

function apply(parts: Partial<Conversation>, limits: ModelLimits) {
  const { before, after, notes } = applying(thinkingSwitch, parts, limits);
  return { isSame: before === after, after, notes };
}

describe("an effort alone", () => {
  it("switches thinking on beside it", () => {
    const { after, notes } = apply({ reasoning: effort }, { reasoning: apart });
    expect(after).toStrictEqual(conversation({ reasoning: { effort: "low", mode: "adaptive" } }));
    expect(notes).toEqual([]);
  });

  it("is a budget beside it if the model is not adaptive", () => {
    const parts = { reasoning: effort, maxOutputTokens: 1000 };
    const { after, notes } = apply(parts, { reasoning: { ...apart, modes: ["off", "budget"] } });
    const reasoning: Reasoning = { effort: "low", mode: "on", budgetTokens: 999 };
    expect(after).toStrictEqual(conversation({ maxOutputTokens: 1000, reasoning }));
    const reason = "m thinks by a budget; it is 999 tokens";
    expect(notes).toEqual([
      { node: undefined, at: "$", disposition: "mapped", reason, feature: "reasoning.mode" },
    ]);
  });

  const forced = { choice: { forced: "without thinking" } } as const;
  const range = { is: "range", min: 0, max: 2 } as const;
  const one = { is: "only", value: 1 } as const;
  it.each<[Partial<Conversation>, ModelLimits, string]>([
    [{ tools: [tool], toolChoice: { mode: "required" } }, forced, "a forced tool call"],
    [{ tools: [tool], toolChoice: { mode: "tool", name: "f" } }, forced, "a forced tool call"],
    [
      { messages: [call] },
      { reasoning: { ...apart, opensToolTurns: true } },
      "a turn whose thinking is not there",
    ],
    [{ sampling: { temperature: 0 } }, { sampling: { thinking: { temperature: one } } }, "the temperature 0"],
    [
      { sampling: { temperature: 2, topP: 2 } },
      { sampling: { temperature: range, topP: range, thinking: { topP: one } } },
      "the top-p 2",
    ],
    [
      { sampling: { topK: 5 } },
      { sampling: { thinking: { topK: { is: "range", min: 6, max: 9 } } } },
      "the top-k 5",
    ],
    [
      { sampling: { topK: 10 } },
      { sampling: { thinking: { topK: { is: "range", min: 6, max: 9 } } } },
      "the top-k 10",
    ],
    [
      { sampling: { topK: 5 } },
      { sampling: { thinking: { topK: { is: "rejected" } } } } as ModelLimits,
      "the top-k 5",
    ],
  ])("is sent alone beside an obstacle: %j with the limits %j", (parts, limits, obstacle) => {
    const { isSame, notes } = apply({ ...parts, reasoning: effort }, { reasoning: apart, ...limits });
    expect(isSame).toBe(true);
    const reason = `m does not think beside ${obstacle}, so the effort is sent alone`;
    expect(notes).toEqual([
      { node: undefined, at: "$", disposition: "disclosed", reason, feature: "reasoning.mode" },
    ]);
  });

  it("names the first of two obstacles", () => {
    const sampling = { temperature: 0, topP: 0, topK: 0 };
    const limits: ModelLimits = { reasoning: apart, sampling: { thinking: { temperature: one, topP: one } } };
    const [said] = apply({ reasoning: effort, sampling }, limits).notes;
    expect(said?.reason).toContain("beside the temperature 0,");
  });

  it.each<[Partial<Conversation>, ModelLimits]>([
    [{ sampling: { temperature: 0 } }, {}],
    [{ sampling: { temperature: 0 } }, { sampling: {} }],
    [{}, { sampling: { thinking: { temperature: one } } }],
    [{ tools: [], toolChoice: { mode: "required" } }, forced],
    [{ tools: [tool], toolChoice: { mode: "auto" } }, forced],
    [{ tools: [tool] }, forced],
    [{ tools: [tool], toolChoice: { mode: "required" } }, {}],
    [{ messages: [call] }, {}],
    [
      { messages: [{ ...call, content: [{ type: "text", text: "x" }] }] },
      { reasoning: { ...apart, opensToolTurns: true } },
    ],
    [{ sampling: { temperature: 1 } }, { sampling: { thinking: { temperature: one } } }],
    [{ sampling: { temperature: 5 } }, { sampling: { temperature: range, thinking: { temperature: one } } }],
    [{ sampling: { temperature: 0 } }, { sampling: { thinking: { temperature: range } } }],
    [{ sampling: { temperature: 2 } }, { sampling: { thinking: { temperature: range } } }],
    [{ sampling: { temperature: 0 } }, { sampling: { thinking: {} } }],
  ])("has no obstacle in %j with the limits %j", (parts, limits) => {
    const { after, notes } = apply({ ...parts, reasoning: effort }, { reasoning: apart, ...limits });
    expect(after.reasoning).toEqual({ effort: "low", mode: "adaptive" });
    expect(notes).toEqual([]);
  });
});

describe("a model that thinks by itself", () => {
  const byDefault = { ...apart, byDefault: true };
  it.each<[Reasoning]>([[{ display: "omitted" }], [{ display: "omitted", effort: "low" }]])(
    "is switched on to show its thinking: %j",
    (reasoning) => {
      const { after } = apply({ reasoning }, { reasoning: byDefault });
      expect(after).toStrictEqual(conversation({ reasoning: { ...reasoning, mode: "adaptive" } }));
    },
  );

  it.each<[Reasoning, ModelLimits["reasoning"]]>([
    [{ effort: "low" }, byDefault],
    [{ display: "omitted", mode: "off" }, byDefault],
    [{ display: "omitted", budgetTokens: 5 }, byDefault],
    [
      { display: "omitted", effort: "low" },
      { ...byDefault, modes: ["budget"] },
    ],
  ])("is left alone with %j and the limits %j", (reasoning, limits) => {
    expect(apply({ reasoning }, { reasoning: limits! })).toMatchObject({ isSame: true, notes: [] });
  });
});

it.each<[Reasoning | undefined, ModelLimits["reasoning"] | undefined]>([
  [undefined, apart],
  [effort, undefined],
  [effort, {}],
  [effort, { ...apart, effortApart: false }],
  [effort, { effortApart: true }],
  [effort, { ...apart, supported: false }],
  [effort, { ...apart, efforts: [] }],
  [effort, { ...apart, modes: ["off"] }],
  [{ mode: "on" }, apart],
  [{}, apart],
])("nothing is switched with %j and the limits %j", (reasoning, limits) => {
  const parts = reasoning === undefined ? {} : { reasoning };
  const { isSame, notes } = apply(parts, limits === undefined ? {} : { reasoning: limits });
  expect(isSame).toBe(true);
  expect(notes).toEqual([]);
});
