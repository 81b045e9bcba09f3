import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import { applying, conversation } from "../fixtures/applying.ts";
import { numberRule, without } from "./number.ts";

const rule = numberRule("temperature", "temperature", "temperature", 1);
type Sampled = NonNullable<ModelLimits["sampling"]>;

function apply(value: number | undefined, sampling?: Sampled, parts: Partial<Conversation> = {}) {
  const given = { ...(value === undefined ? {} : { temperature: value }), topP: 0.5 };
  const limits = sampling === undefined ? {} : { sampling };
  return applying(rule, { ...parts, sampling: given }, limits);
}

describe("a number of sampling", () => {
  const range: Sampled = { temperature: { is: "range", min: 0.5, max: 1.5 } };

  it("has a rule of its own", () => {
    const { apply: _, ...facts } = rule;
    expect(facts).toStrictEqual({
      id: "sampling.temperature",
      title:
        "A temperature outside the model's range is set to its bound, and one that the model does not take is left out.",
      feature: "temperature",
      remedies: ["clamp", "drop"],
      limit: "sampling",
      about: ["sampling"],
    });
  });

  it.each([
    [0, 0.5],
    [2, 1.5],
  ])("outside the range is set to its bound: %j to %j", (value, fitted) => {
    const { after, notes } = apply(value, range);
    expect(after).toStrictEqual(conversation({ sampling: { temperature: fitted, topP: 0.5 } }));
    const reason = `the temperature goes from 0.5 to 1.5 here; ${fitted} is used in place of ${value}`;
    expect(notes).toEqual([
      { node: undefined, at: "$", disposition: "disclosed", reason, feature: "temperature" },
    ]);
  });

  it.each<[number | undefined, Sampled | undefined]>([
    [0.5, range],
    [1, range],
    [1.5, range],
    [undefined, range],
    [undefined, { temperature: { is: "only", value: 1 } }],
    [2, undefined],
    [2, {}],
    [2, { topP: { is: "range", min: 0, max: 1 } }],
    [2, { thinking: { temperature: { is: "only", value: 1 } } }],
  ])("stays as it is: %j with the limits %j", (value, limits) => {
    const { before, after, notes } = apply(value, limits);
    expect(after).toBe(before);
    expect(notes).toEqual([]);
  });

  it.each([
    [2, { is: "ignored" }, "disclosed", "m takes a temperature without effect, so it is left out"],
    [1, { is: "ignored" }, "mapped", "1 is what m uses anyway"],
    [2, { is: "only", value: 0 }, "disclosed", "m takes no other temperature than 0, so it is left out"],
    [1, { is: "only", value: 0 }, "disclosed", "m takes no other temperature than 0, so it is left out"],
    [0, { is: "only", value: 0 }, "mapped", "0 is what m uses anyway"],
    [2, { is: "rejected" }, "disclosed", "m takes no temperature, so it is left out"],
    [1, { is: "rejected" }, "mapped", "1 is what m uses anyway"],
  ])(
    "that the model does not take is left out: %j with %j is %s",
    (value, temperature, disposition, reason) => {
      const { after, notes } = apply(value, { temperature } as Sampled);
      expect(after).toStrictEqual(conversation({ sampling: { topP: 0.5 } }));
      expect(notes).toEqual([{ node: undefined, at: "$", disposition, reason, feature: "temperature" }]);
    },
  );

  it("has other limits while the model thinks", () => {
    const limits: Sampled = { ...range, thinking: { temperature: { is: "only", value: 1 } } };
    const thinking = { reasoning: { mode: "on" } } as const;
    expect(apply(1.5, limits, thinking).after.sampling).toEqual({ topP: 0.5 });
    expect(apply(1.5, limits).after.sampling).toEqual({ temperature: 1.5, topP: 0.5 });
    expect(apply(2, { ...range, thinking: {} }, thinking).after.sampling.temperature).toBe(1.5);
    expect(apply(2, range, thinking).after.sampling.temperature).toBe(1.5);
  });
});

it("sampling without a member keeps the others", () => {
  expect(without({ temperature: 1, topP: 0.5 }, "topP")).toStrictEqual({ temperature: 1 });
});
