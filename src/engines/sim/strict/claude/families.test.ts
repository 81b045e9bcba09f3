import { describe, expect, it } from "vitest";
import {
  alwaysThinks,
  effortsOf,
  excludesTopP,
  familyOf,
  fixesSampling,
  forcesOnlyWithoutThinking,
  neverForcesTools,
  outputLimitOf,
  refusesAdaptive,
  refusesBudget,
  takesOutputFormat,
  takesPrefill,
  takesSystemTurns,
  thinksAtHighEffort,
  thinksBetweenTools,
  wantsThinkingFirst,
} from "./families.ts";

const VERSIONS = ["3", "4", "4-1", "4-4", "4-5", "4-6", "4-7", "4-8", "5", "5-4", "5-5", "6"];
const LATE_VERSIONS = ["5", "5-1", "6"];
const LINES = [
  ["opus", VERSIONS],
  ["sonnet", VERSIONS],
  ["haiku", VERSIONS],
  ["fable", LATE_VERSIONS],
  ["mythos", LATE_VERSIONS],
] as const;

/** The models for which a rule holds: a plus for each version, line by line, and last for a name that is not one of Claude's. */
function marks(holds: (model: string) => boolean): string[] {
  const mark = (model: string) => (holds(model) ? "+" : ".");
  return [
    ...LINES.map(([line, versions]) => versions.map((one) => mark(`claude-${line}-${one}`)).join("")),
    mark("m"),
  ];
}

it.each<[string, (model: string) => boolean, string, string, string, string, string, string]>([
  ["fixesSampling", fixesSampling, "......++++++", "........++++", "........++++", "+++", "+++", "."],
  ["excludesTopP", excludesTopP, "..++++++++++", "....++++++++", "....++++++++", "...", "...", "."],
  ["neverForcesTools", neverForcesTools, "..........++", "..........++", "............", ".++", ".++", "."],
  [
    "forcesOnlyWithoutThinking",
    forcesOnlyWithoutThinking,
    "+++++++++...",
    "+++++++++...",
    "+++++.......",
    "...",
    "...",
    ".",
  ],
  ["takesPrefill", takesPrefill, "+++++.......", "+++++.......", "+++++.......", "...", "...", "+"],
  ["alwaysThinks", alwaysThinks, "..........++", "..........++", "............", "+++", "+++", "."],
  ["refusesBudget", refusesBudget, "......++..++", "........++++", "........++++", "+++", "+++", "."],
  ["refusesAdaptive", refusesAdaptive, "+++++.......", "++++........", "+++++.......", "...", "...", "."],
  [
    "thinksBetweenTools",
    thinksBetweenTools,
    "............",
    "..........++",
    "............",
    "...",
    "...",
    ".",
  ],
  [
    "wantsThinkingFirst",
    wantsThinkingFirst,
    "+++++.......",
    "+++++.......",
    "+++++.......",
    "...",
    "...",
    ".",
  ],
  [
    "thinksAtHighEffort",
    thinksAtHighEffort,
    "........++..",
    "............",
    "..........++",
    "...",
    "...",
    ".",
  ],
  ["takesSystemTurns", takesSystemTurns, ".......+++++", "........++++", "........++++", "+++", "+++", "+"],
  ["takesOutputFormat", takesOutputFormat, "..++++++++++", "....++++++++", "....++++++++", "+++", "+++", "+"],
])("%s holds of the versions that it is known for", (_, rule, ...expected) => {
  expect(marks(rule)).toEqual(expected);
});

const ALL = ["low", "medium", "high", "xhigh", "max"];
const models = (versions: string) => versions.split(" ").map((one) => `claude-${one}`);

describe("a Claude model", () => {
  it.each<[string, readonly string[] | undefined]>([
    ["3-opus 3-5-sonnet opus-4 opus-4-4 sonnet-4-5 haiku-4-5", []],
    ["opus-4-5", ["low", "medium", "high"]],
    ["opus-4-6 sonnet-4-6 sonnet-4-8", ["low", "medium", "high", "max"]],
    ["opus-4-7 opus-5 opus-6 sonnet-5 haiku-5 fable-5 mythos-6", ALL],
    ["haiku-4-6 nova-5", undefined],
  ])("of %s has the efforts %j", (versions, efforts) => {
    for (const model of models(versions)) expect([model, effortsOf(model)]).toEqual([model, efforts]);
  });

  it.each<[string, number | undefined]>([
    ["opus-4 opus-4-4 sonnet-4-1 haiku-4-4 nova-5", undefined],
    ["opus-4-1", 32_000],
    ["opus-4-5 sonnet-4-5 haiku-4-5", 64_000],
    ["opus-4-6 sonnet-4-6 haiku-4-6 fable-5 mythos-5", 128_000],
  ])("of %s writes at most %j tokens", (versions, tokens) => {
    for (const model of models(versions)) expect([model, outputLimitOf(model)]).toEqual([model, tokens]);
  });

  it.each([
    ["claude-opus-4-5-20251101", "opus", 405],
    ["claude-sonnet-4-20250514", "sonnet", 400],
    ["anthropic/claude-haiku-4.5", "haiku", 405],
    ["claude-3-5-sonnet-latest", "sonnet", 305],
    ["claude-3.7-sonnet", "sonnet", 307],
    ["claude-3-opus", "opus", 300],
    ["claude-fable-5-10", "fable", 510],
  ])("%s is of the line %s and the version %i", (model, line, version) => {
    expect(familyOf(model)).toEqual({ line, version });
  });

  it.each(["m", "claude-nova-5", "claude-opus", "claude-opus-123", "opus-4"])("%s is of no line", (model) => {
    expect(familyOf(model)).toBeUndefined();
  });
});
