import { expect, it } from "vitest";
import { preferFlags } from "./stand-in-choice.ts";

it("the flags of a command count more than the choice of the environment, each on its own", () => {
  const choice = { backend: "b", engine: "e", model: "m" };
  expect(preferFlags({}, choice)).toEqual(choice);
  expect(preferFlags({ backend: "x", other: "o" }, choice)).toEqual({ ...choice, backend: "x" });
  expect(preferFlags({ engine: "y" }, choice)).toEqual({ ...choice, engine: "y" });
  expect(preferFlags({ model: "z" }, choice)).toEqual({ ...choice, model: "z" });
});
