import type { Conversation, Tool } from "../../contract/index.ts";
import type { Dialect } from "../dialect.ts";
import { type FeatureId, featureOf } from "../features/feature.ts";
import { hostedFeatures } from "./hosted-features.ts";
import type { PlacedTool, UnplacedTool } from "./placement.ts";

/**
 * A vendor-run tool in the target's own words, for the model of the conversation, or why the target cannot offer it so.
 * Undefined where the target has no tool of the kind, which its feature table says.
 */
export function hostedPlacement(
  { hosted }: Extract<Tool, { kind: "server" }>,
  { model, tools }: Conversation,
  target: Dialect,
): PlacedTool | UnplacedTool | undefined {
  if (hosted === undefined || target.features[`tool.${hosted.kind}`].is === "none") return undefined;
  if (hostedFeatures(hosted).some((feature) => isRefused(feature, target)))
    return { unable: "one of its limits cannot be kept", feature: `tool.${hosted.kind}` };
  return target.placeHosted?.(hosted, {
    model,
    hasFunctions: tools.some(({ kind }) => kind !== "server"),
    isOnlyHosted: tools.filter(({ kind }) => kind === "server").length === 1,
  });
}

function isRefused(feature: FeatureId, target: Dialect): boolean {
  const support = target.features[feature];
  if (support.is !== "none") return false;
  return (support.disposition ?? (featureOf(feature).class === "contract" ? "refused" : "")) === "refused";
}
