import { expect, it } from "vitest";
import { readSettings } from "./settings.ts";

it("the settings of a host come from a variable", () => {
  const read = (ABP_ENGINE_SETTINGS: string | undefined) => readSettings({ ABP_ENGINE_SETTINGS });
  for (const nothing of [undefined, "", " ", "{}"]) expect(read(nothing)).toEqual({ max_turns: 100 });
  const all = { system: "s", tools: ["read"], max_turns: 1 };
  expect(read(JSON.stringify(all))).toEqual(all);
  for (const wrong of ["{", '{"max_turns":0}', '{"max_turns":1.5}', '{"odd":1}', '{"tools":"read"}'])
    expect(() => read(wrong)).toThrow("ABP_ENGINE_SETTINGS holds no settings of an engine backend");
});
