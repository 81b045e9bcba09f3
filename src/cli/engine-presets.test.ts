import { expect, it, vi } from "vitest";
import { z } from "zod";
import { ConfigSchema } from "../config/index.ts";
import { presets } from "../models/presets/index.ts";
import { useMachine } from "./fixtures/console.ts";

// A row that only this file has. Everything else that knows presets reads the table.
vi.mock(import("../models/presets/index.ts"), async (original) => {
  const real = await original();
  const toy = {
    ...{ name: "toy", title: "A vendor of toys", dialect: "kimi", baseUrl: "https://api.toys.example" },
    ...{ keyVariables: ["TOY_API_KEY"], models: ["toy-*"], keepsResponses: false },
  };
  return { ...real, presets: [...real.presets, toy as unknown as (typeof real.presets)[number]] };
});

const machine = useMachine();
const TOML = '[engines.shop]\npreset = "toy"\n';

it("the configuration and its schema take the presets of the table, a new row included", () => {
  const schema = z.toJSONSchema(ConfigSchema, { io: "input" });
  const engine = schema.$defs!["EngineConfig"] as { properties: { preset: { enum: string[] } } };
  expect(engine.properties.preset.enum).toEqual(presets.map((preset) => preset.name));
  expect(engine.properties.preset.enum.at(-1)).toBe("toy");
});

it("an engine of a new preset has its dialect, address and models", async () => {
  await machine.configure(TOML);
  const listed = await machine.run(["engines", "--json"]);
  expect(JSON.parse(listed.out)).toContainEqual(
    expect.objectContaining({
      name: "shop",
      dialect: "kimi",
      place: "https://api.toys.example",
      models: ["toy-*"],
    }),
  );
});

it("a name that is no preset is refused with the names that are", async () => {
  await machine.configure(TOML.replace("toy", "tay")).catch(() => undefined);
  const { error } = await machine.run(["config", "check"]);
  expect(error).toContain('"toy"');
});
