import type { ModelFacts } from "../../agents/index.ts";
import { addUsage, type ModelCallsRecord, type Usage } from "../../contract/index.ts";
import { findModel, modelCatalogue } from "../../models/index.ts";
import type { ModelUse } from "../../stand-in/index.ts";

/** What a run used of each model, under the name that the agent asked for. `said` is what the agent says of its models. */
export function modelUses(
  { models, usage }: Pick<ModelCallsRecord, "models" | "usage">,
  said: Readonly<Record<string, ModelFacts>>,
): readonly ModelUse[] {
  const uses = new Map<string, Usage>();
  for (const { requested, upstream, reported, usage: own } of models) {
    const name = requested ?? upstream ?? reported;
    // A single model used everything.
    const used = own ?? (models.length === 1 ? usage : undefined);
    if (name === null || used === undefined) continue;
    const before = uses.get(name);
    uses.set(name, before === undefined ? used : addUsage(before, used));
  }
  return [...uses].map(([name, used]) => ({ name, usage: used, ...listed(name), ...said[name] }));
}

/** What the catalogue says of a model, whichever vendor lists it first. */
function listed(name: string): ModelFacts {
  const providers = new Set(modelCatalogue.models.map(({ provider }) => provider));
  for (const provider of providers) {
    const entry = findModel(provider, name)?.entry;
    if (entry === undefined) continue;
    const { contextWindow, maxOutput: maxOutputTokens } = entry;
    return {
      ...(contextWindow === undefined ? {} : { contextWindow }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    };
  }
  return {};
}
