import { expect, test } from "vitest";
import { listModelsWithin } from "./named-models.ts";

const places = [["models"], ["tools", "model"]];

test.each([
  [{ model: "m" }, []],
  [
    { models: ["a", "b"] },
    [
      { model: "a", where: "$.models[0]" },
      { model: "b", where: "$.models[1]" },
    ],
  ],
  [{ models: [1, null] }, [{ model: "", where: "$.models[0]" }]],
  [{ tools: [{ model: "a" }] }, [{ model: "a", where: "$.tools[0].model" }]],
  [{ x: [{ tools: { model: "a" } }] }, [{ model: "a", where: "$.x[0].tools.model" }]],
  [{ tools: [{ parameters: { tools: { model: "a" } } }] }, []],
  [{ tools: [{ x: { model: "a" } }] }, []],
])("the models within %j are %j", (body, found) => {
  expect(listModelsWithin(body, places)).toEqual(found);
});

test("nothing is looked for if a dialect has no such places", () => {
  expect(listModelsWithin({ models: ["a"] }, [])).toEqual([]);
});
