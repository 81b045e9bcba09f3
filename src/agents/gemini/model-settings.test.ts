import { describe, expect, it } from "vitest";
import { modelSettings, replacingModels } from "./model-settings.ts";

const names = [
  "auto",
  "pro",
  "flash",
  "flash-lite",
  "gemini-3.8-flash",
  "gemini-3.5-flash",
  "gemini-3.5-flash-lite",
  "gemini-3.1-pro-preview",
  "gemini-3.1-pro-preview-customtools",
  "gemini-3.1-flash-lite",
  "gemini-3.1-flash-lite-preview",
  "gemini-3-pro-preview",
  "gemini-3-flash-preview",
  "gemini-2.5-pro",
  "gemini-2.5-flash",
  "gemini-2.5-flash-lite",
];

describe("the models of Gemini CLI", () => {
  const pro = [
    "gemini-3.1-pro-preview",
    "gemini-3.1-pro-preview-customtools",
    "gemini-3-pro-preview",
    "gemini-2.5-pro",
  ];
  it.each([
    ["pro", pro],
    ["gemini-2.5-pro", pro.slice(0, 3)],
    ["flash", ["gemini-3.8-flash", "gemini-3.5-flash", "gemini-3-flash-preview", "gemini-2.5-flash"]],
    [
      "gemini-2.5-flash-lite",
      ["gemini-3.5-flash-lite", "gemini-3.1-flash-lite", "gemini-3.1-flash-lite-preview"],
    ],
    ["auto", names.slice(4)],
    ["gemini-9-pro", []],
    ["gpt-5", []],
  ])("are named in place of %s: %j", (model, replacing) => {
    expect(replacingModels(model)).toEqual(replacing);
  });

  it("are all replaced by the one that is asked for", () => {
    const modelConfig = { model: "m" };
    expect(modelSettings("m")).toEqual({
      modelConfigs: {
        customOverrides: [
          { match: { overrideScope: "core" }, modelConfig },
          ...names.map((model) => ({ match: { model }, modelConfig })),
        ],
      },
    });
    expect(modelSettings(undefined)).toEqual({});
  });
});
