import { expect, it } from "vitest";
import { dialects } from "../dialects/index.ts";
import { presets } from "../models/presets/index.ts";

it.each(presets)("the preset $name names a dialect that is there: $dialect", ({ dialect }) => {
  expect(dialects.map(({ id }) => id)).toContain(dialect);
});
