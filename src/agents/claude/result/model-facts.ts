import { isJsonObject } from "../../host/agent-line.ts";
import type { ModelFacts } from "../../model-facts.ts";

/** Claude Code names the context window and the output limit of each model in `modelUsage` of its result. */
export function readModelFacts(usageRaw: unknown): Readonly<Record<string, ModelFacts>> {
  const models = isJsonObject(usageRaw) ? usageRaw["modelUsage"] : undefined;
  if (!isJsonObject(models)) return {};
  const rows = Object.entries(models).flatMap(([name, row]) => (isJsonObject(row) ? [{ name, row }] : []));
  return Object.fromEntries(
    rows.map(({ name, row }) => [
      name,
      { ...fact("contextWindow", row["contextWindow"]), ...fact("maxOutputTokens", row["maxOutputTokens"]) },
    ]),
  );
}

function fact(name: keyof ModelFacts, value: unknown): ModelFacts {
  return typeof value === "number" && value > 0 ? { [name]: value } : {};
}
