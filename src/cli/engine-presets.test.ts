import { expect, it } from "vitest";
import { z } from "zod";
import { ConfigSchema } from "../config/index.ts";
import { presets } from "../engines/index.ts";

// `config` and `engines` are in the same layer and cannot import each other, so each has the list.
it("the configuration accepts exactly the presets that the engines have", () => {
  const schema = z.toJSONSchema(ConfigSchema, { io: "input" });
  const engine = schema.$defs!["EngineConfig"] as { properties: { preset: { enum: string[] } } };
  expect(engine.properties.preset.enum).toEqual(presets.map((preset) => preset.name));
});
