import { expect, it } from "vitest";
import type { ModelName } from "../names/model-name.ts";
import { limitRows } from "./limit-rows.ts";

/** The makers, by the words for their models in the names of families. */
const words: readonly (readonly [maker: string, word: RegExp])[] = [
  ["Claude", /Claude|Opus|Sonnet|Haiku|Fable|Mythos/],
  ["GPT", /GPT|chat variants/],
  ["o", /\bo[- ]series|^before GPT-5$/],
  ["Gemini", /Gemini/],
  ["Kimi", /Kimi/],
  ["Moonshot", /Moonshot/],
];
const lines = ["opus", "sonnet", "haiku", "fable", "mythos", "k", "o", "v", ""];
const variants = [
  "",
  "chat",
  "codex",
  "codex-max",
  "pro",
  "mini",
  "sol",
  "terra",
  "flash",
  "flash-lite-image",
];
const versions = [0, 1, 2, 3, 4, 5, 6].flatMap((major) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8].map((minor) => major * 100 + minor),
);
const models: readonly Omit<ModelName, "maker">[] = lines.flatMap((line) =>
  versions.flatMap((version) => variants.map((variant) => ({ line, version, variant }))),
);

it("each family has models of the makers that it names, and no others", () => {
  const families = limitRows.flatMap(({ family, includes }) => (includes ? [{ family, includes }] : []));
  for (const { family, includes } of families) {
    const makers = [...words.map(([maker]) => maker), ""];
    const found = makers.filter((maker) => models.some((model) => includes({ ...model, maker })));
    const named = words.filter(([, word]) => word.test(family)).map(([maker]) => maker);
    expect({ family, makers: found }).toEqual({ family, makers: named });
  }
});
