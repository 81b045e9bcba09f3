import { geminiContent } from "../content/gemini.ts";
import { geminiModels, geminiReasoning } from "../families/gemini-models.ts";
import { behind } from "./behind.ts";

/** Google's generateContent API. */
export const geminiRows = behind("gemini", [
  {
    family: "every model",
    limits: { stop: { count: 5 }, output: { min: 1 }, turns: { continues: false } },
    source: "Google API reference, recorded answers",
    mark: "F",
  },
  ...geminiContent,
  ...geminiModels,
  ...geminiReasoning,
]);
