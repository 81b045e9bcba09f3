import { describe, expect, it } from "vitest";
import type { Reasoning } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import { applying, conversation } from "../fixtures/applying.ts";
import { thinkingMode } from "./mode.ts";

type Limits = NonNullable<ModelLimits["reasoning"]>;
type Said = [disposition: string, reason: string];

/** The settings that a rule leaves, and what it says of the feature. */
function adapt(reasoning: Reasoning, limits: Limits, maxOutputTokens?: number) {
  const parts = { reasoning, ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }) };
  const { after, notes } = applying(thinkingMode, parts, { reasoning: limits });
  for (const note of notes) expect(note).toMatchObject({ node: undefined, at: "$" });
  return { after, notes };
}

describe("thinking", () => {
  const always = "m always thinks";
  it.each<[Reasoning, Limits, Reasoning | undefined, Said[]]>([
    [{ mode: "off" }, { modes: ["off"] }, { mode: "off" }, []],
    [{ mode: "off", effort: "low" }, { modes: ["off"] }, { mode: "off", effort: "low" }, []],
    [
      { budgetTokens: 0, effort: "low", display: "omitted" },
      { modes: ["off"] },
      { mode: "off", display: "omitted" },
      [],
    ],
    [{ mode: "off" }, { modes: ["adaptive"], efforts: ["none", "low"] }, { effort: "none" }, []],
    [
      { mode: "off", display: "omitted" },
      { modes: ["budget"], budget: { min: 128 } },
      { mode: "on", budgetTokens: 128, display: "omitted" },
      [["disclosed", `${always}; the least budget, 128 tokens, is requested`]],
    ],
    [
      { mode: "off" },
      { modes: ["budget"], efforts: ["low", "high"] },
      { effort: "low" },
      [["disclosed", `${always}; the least effort, low, is requested`]],
    ],
    [
      { mode: "off" },
      { modes: ["adaptive"], budget: { min: 128 }, efforts: ["low"] },
      { effort: "low" },
      [["disclosed", `${always}; the least effort, low, is requested`]],
    ],
    [{ mode: "off" }, { modes: [] }, undefined, [["disclosed", `${always}, so thinking stays on`]]],
    [
      { mode: "off", display: "omitted" },
      { modes: [] },
      { display: "omitted" },
      [["disclosed", `${always}, so thinking stays on`]],
    ],
  ])("that is off, %j with the limits %j, becomes %j", (reasoning, limits, changed, said) => {
    const { after, notes } = adapt(reasoning, limits);
    expect(after).toStrictEqual(conversation(changed === undefined ? {} : { reasoning: changed }));
    expect(notes).toMatchObject(
      said.map(([disposition, reason]) => ({ disposition, reason, feature: "reasoning.mode" })),
    );
    expect(notes).toHaveLength(said.length);
  });

  const noBudget = "m takes no budget (2000 tokens)";
  it.each<[Reasoning, Limits, Reasoning | undefined, string]>([
    [{ budgetTokens: 2000 }, { modes: [] }, undefined, "thinking is on without one"],
    [{ budgetTokens: 2000 }, { modes: ["adaptive"] }, { mode: "adaptive" }, "thinking is on without one"],
    [
      { budgetTokens: 2000, mode: "on" },
      { modes: ["adaptive"], efforts: ["low", "high"] },
      { mode: "on", effort: "low" },
      "the effort low stands in for it",
    ],
    [
      { budgetTokens: 2000, effort: "high" },
      { modes: ["adaptive"], efforts: ["low"] },
      { effort: "high" },
      "the effort high stands in for it",
    ],
    [
      { budgetTokens: 2000, mode: "on" },
      { modes: ["off"], efforts: ["low"] },
      { effort: "low" },
      "the effort low stands in for it",
    ],
    [
      { budgetTokens: 2000 },
      { modes: ["adaptive"], efforts: ["low"], effortApart: true },
      { mode: "adaptive", effort: "low" },
      "the effort low stands in for it",
    ],
    [
      { budgetTokens: 2000 },
      { modes: ["adaptive"], efforts: ["low"], effortApart: true, byDefault: true },
      { effort: "low" },
      "the effort low stands in for it",
    ],
    [
      { budgetTokens: 2000, display: "omitted" },
      { modes: ["adaptive"], efforts: ["low"], effortApart: true, byDefault: true },
      { display: "omitted", mode: "adaptive", effort: "low" },
      "the effort low stands in for it",
    ],
    [
      { budgetTokens: 2000, display: "omitted" },
      { modes: ["adaptive"], efforts: ["low"] },
      { display: "omitted", effort: "low" },
      "the effort low stands in for it",
    ],
  ])("with a budget, %j with the limits %j, becomes %j", (reasoning, limits, changed, instead) => {
    const { after, notes } = adapt(reasoning, limits);
    expect(after).toStrictEqual(conversation(changed === undefined ? {} : { reasoning: changed }));
    const reason = `${noBudget}; ${instead}`;
    expect(notes).toEqual([
      { node: undefined, at: "$", disposition: "disclosed", reason, feature: "reasoning.budget" },
    ]);
  });

  it.each<[Reasoning, Limits, Reasoning | undefined, Said[]]>([
    [
      { mode: "on", effort: "low" },
      { modes: ["budget"] },
      { mode: "on", budgetTokens: 1024 },
      [["disclosed", "m thinks by a budget alone; it is 1024 tokens"]],
    ],
    [
      { mode: "adaptive", effort: "low", display: "omitted" },
      { modes: ["budget"], efforts: ["low"] },
      { mode: "on", effort: "low", budgetTokens: 1024, display: "omitted" },
      [["disclosed", "m thinks by a budget alone; it is 1024 tokens"]],
    ],
    [
      { mode: "adaptive" },
      { modes: ["budget"], efforts: ["low"] },
      { mode: "on", budgetTokens: 3999 },
      [["disclosed", "m thinks by a budget alone; it is 3999 tokens"]],
    ],
    [{ mode: "on", effort: "low" }, { modes: ["off"] }, { effort: "low" }, []],
    [
      { mode: "on" },
      { modes: ["off"], efforts: ["low", "high"] },
      { effort: "high" },
      [["mapped", "thinking is switched on by the effort high"]],
    ],
    [
      { mode: "on" },
      { modes: ["off"], efforts: ["low"], byDefault: true },
      undefined,
      [["mapped", "m thinks without being told to"]],
    ],
    [
      { mode: "on", display: "omitted" },
      { modes: ["off"] },
      { display: "omitted" },
      [["mapped", "m thinks without being told to"]],
    ],
  ])("that is on, %j with the limits %j, becomes %j", (reasoning, limits, changed, said) => {
    const { after, notes } = adapt(reasoning, limits, 4000);
    const parts = { maxOutputTokens: 4000, ...(changed === undefined ? {} : { reasoning: changed }) };
    expect(after).toStrictEqual(conversation(parts));
    expect(notes).toEqual(
      said.map(([disposition, reason]) => ({
        node: undefined,
        at: "$",
        disposition,
        reason,
        feature: "reasoning.mode",
      })),
    );
  });

  it.each<[Reasoning | undefined, Limits | undefined]>([
    [undefined, { modes: ["off"] }],
    [{ mode: "on" }, undefined],
    [{ mode: "on" }, {}],
    [{ mode: "on" }, { modes: ["off"], supported: false }],
    [{ mode: "on" }, { modes: ["adaptive"] }],
    [{ budgetTokens: 5 }, { modes: ["budget"] }],
    [{ mode: "off" }, { modes: ["off"] }],
    [{ effort: "low" }, { modes: ["off"] }],
    [{}, { modes: ["off"] }],
  ])("stays as it is with the settings %j and the limits %j", (reasoning, limits) => {
    const { before, after, notes } = applying(
      thinkingMode,
      reasoning === undefined ? {} : { reasoning },
      limits === undefined ? {} : { reasoning: limits },
    );
    expect(after).toBe(before);
    expect(notes).toEqual([]);
  });
});
