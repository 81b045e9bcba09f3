import { kimiContent } from "../content/kimi.ts";
import { kimiModels, kimiReasoning } from "../families/kimi-models.ts";
import { behind } from "./behind.ts";

/** Moonshot's Chat Completions API. */
export const kimiRows = behind("kimi", [
  {
    family: "every model",
    limits: {
      sampling: { temperature: { is: "range", min: 0, max: 1 }, topP: { is: "range", min: 0, max: 1 } },
      output: { min: 1 },
      stop: { count: 5, maxBytes: 32 },
    },
    source: "Moonshot model overview, modelparams.dev, aihubmix guide",
    mark: "F",
  },
  ...kimiContent,
  ...kimiModels,
  ...kimiReasoning,
]);
