import { describe, expect, it } from "vitest";
import type { Reasoning } from "../../../contract/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { profile } from "../../openai/profile.ts";
import { conversation } from "../../rules/fixtures/applying.ts";
import type { ChatProfile } from "../profile.ts";
import { putReasoning, takeReasoning } from "./reasoning.ts";

const plain: ChatProfile = {
  ...profile,
  efforts: ["low", "high"],
  effortOff: undefined,
  thinkingSwitch: undefined,
  thinkingBudget: undefined,
};
const withOff: ChatProfile = { ...plain, effortOff: "none" };
const switched: ChatProfile = { ...plain, thinkingSwitch: "thinking" };
const budgeted: ChatProfile = { ...plain, thinkingBudget: "thinking_budget" };

describe("the settings of thinking", () => {
  it.each<[ChatProfile, Members, Reasoning | undefined, Members | undefined]>([
    [plain, {}, undefined, undefined],
    [plain, { reasoning_effort: "low" }, { effort: "low" }, undefined],
    [plain, { reasoning_effort: "none" }, { effort: "none" }, undefined],
    [withOff, { reasoning_effort: "none" }, { mode: "off" }, undefined],
    [withOff, { reasoning_effort: "low" }, { effort: "low" }, undefined],
    [plain, { thinking: { type: "enabled" }, thinking_budget: 5 }, undefined, undefined],
    [switched, { thinking: { type: "enabled" } }, { mode: "on" }, undefined],
    [switched, { thinking: { type: "disabled", a: 1 } }, { mode: "off" }, { thinking: { a: 1 } }],
    [switched, { thinking: { type: "other" } }, undefined, undefined],
    [switched, { thinking: "enabled" }, undefined, undefined],
    [switched, { thinking: null }, undefined, undefined],
    [budgeted, { thinking_budget: 5 }, { budgetTokens: 5 }, undefined],
    [budgeted, {}, undefined, undefined],
  ])("are read by the profile %#: %j", (one, body, reasoning, left) => {
    const cursor = new Cursor(body, "$");
    expect(takeReasoning(cursor, one)).toStrictEqual({ reasoning, left });
    const isRead = reasoning !== undefined && "mode" in reasoning && "thinking" in body;
    if (isRead) expect(cursor.unread()).toBeUndefined();
  });

  type Told = [feature: string, disposition: string, reason: string];
  const became = (budget: number, effort: string): Told[] => [
    ["reasoning.budget", "disclosed", `a budget of ${budget} tokens became the effort ${effort}`],
  ];
  it.each<[ChatProfile, Reasoning | undefined, Members, Told[]]>([
    [plain, undefined, {}, []],
    [plain, {}, {}, []],
    [plain, { effort: "low" }, { reasoning_effort: "low" }, []],
    [
      plain,
      { effort: "medium" },
      { reasoning_effort: "low" },
      [["reasoning.effort", "disclosed", "medium is not a level here; low is used"]],
    ],
    [
      plain,
      { effort: "minimal" },
      { reasoning_effort: "low" },
      [["reasoning.effort", "disclosed", "minimal is not a level here; low is used"]],
    ],
    [
      plain,
      { effort: "max" },
      { reasoning_effort: "high" },
      [["reasoning.effort", "disclosed", "max is not a level here; high is used"]],
    ],
    [
      plain,
      { effort: "none" },
      { reasoning_effort: "low" },
      [["reasoning.effort", "disclosed", "none is not a level here; low is used"]],
    ],
    [plain, { effort: "great" }, {}, [["reasoning.effort", "refused", "great is not one of low, high"]]],
    [
      { ...plain, efforts: [] },
      { effort: "low" },
      {},
      [["reasoning.effort", "refused", "low is not one of "]],
    ],
    [plain, { mode: "off" }, {}, [["reasoning.mode", "refused", "thinking cannot be switched off here"]]],
    [
      plain,
      { mode: "on" },
      {},
      [["reasoning.mode", "mapped", "a reasoning model thinks unless it is told not to"]],
    ],
    [plain, { mode: "on", effort: "low" }, { reasoning_effort: "low" }, []],
    [withOff, { mode: "off", effort: "low" }, { reasoning_effort: "none" }, []],
    [withOff, { mode: "on", effort: "low" }, { reasoning_effort: "low" }, []],
    [switched, { mode: "off" }, { thinking: { type: "disabled" } }, []],
    [switched, { mode: "on" }, { thinking: { type: "enabled" } }, []],
    [switched, { effort: "low" }, { reasoning_effort: "low" }, []],
    [{ ...switched, effortOff: "none" }, { mode: "off" }, { thinking: { type: "disabled" } }, []],
    [
      switched,
      { mode: "adaptive", budgetTokens: 5 },
      { thinking: { type: "enabled" } },
      [["reasoning.budget", "disclosed", "a budget of 5 tokens cannot be set; the switch alone is"]],
    ],
    [budgeted, { budgetTokens: 5 }, { thinking_budget: 5 }, []],
    [budgeted, { effort: "low" }, { reasoning_effort: "low" }, []],
    [plain, { budgetTokens: 4096 }, { reasoning_effort: "low" }, became(4096, "low")],
    [plain, { budgetTokens: 16_385 }, { reasoning_effort: "high" }, became(16_385, "high")],
    [
      { ...plain, efforts: ["low", "medium", "high"] },
      { budgetTokens: 4097 },
      { reasoning_effort: "medium" },
      became(4097, "medium"),
    ],
    [
      { ...plain, efforts: ["low", "medium", "high"] },
      { budgetTokens: 16_384 },
      { reasoning_effort: "medium" },
      became(16_384, "medium"),
    ],
  ])("are written by the profile %#", (one, reasoning, written, told) => {
    const body: Members = {};
    const notes: WriterNote[] = [];
    const writing = { note: (note: WriterNote) => notes.push(note) } as unknown as Writing;
    putReasoning(body, conversation(reasoning === undefined ? {} : { reasoning }), one, writing);
    expect(body).toStrictEqual(written);
    expect(notes).toStrictEqual(
      told.map(([feature, disposition, reason]) => ({
        node: undefined,
        at: `$.${feature}`,
        disposition,
        reason,
        feature,
      })),
    );
  });
});
