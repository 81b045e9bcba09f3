import { expect, it } from "vitest";
import { familyOf } from "./families.ts";

it.each<[string, ReturnType<typeof familyOf>]>([
  [
    "kimi-k3.1-pro kimi-k3.9",
    {
      maySwitchOff: false,
      efforts: ["low", "medium", "high", "xhigh", "max"],
      takesRequired: true,
      outputLimit: 1_048_576,
    },
  ],
  [
    "kimi-k3 kimi-k3.0",
    { maySwitchOff: false, efforts: ["low", "high", "max"], takesRequired: true, outputLimit: 1_048_576 },
  ],
  ["kimi-k2.7-code", { maySwitchOff: false, takesRequired: false }],
  ["kimi-k2.5 kimi-k2.6", { maySwitchOff: true, takesRequired: false }],
  ["kimi-k2.4 kimi-k2-thinking my-kimi-k3 m", undefined],
])("a model of Moonshot of the family of %s has its limits", (models, family) => {
  for (const model of models.split(" ")) expect([model, familyOf(model)]).toEqual([model, family]);
});
