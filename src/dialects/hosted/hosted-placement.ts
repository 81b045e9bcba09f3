import type { Conversation, HostedTool, Tool } from "../../contract/index.ts";
import { type FeatureId, featureOf } from "../features/feature.ts";
import type { FeatureSet } from "../features/feature-set.ts";
import { hostedFeatures } from "../features/hosted-features.ts";
import { hostedChoice } from "../features/used-features.ts";
import type { PlacedTool, UnplacedTool, VendorTools } from "./placement.ts";

type ServerTool = Extract<Tool, { kind: "server" }>;
type RemoteMcp = Extract<HostedTool, { kind: "mcp" }>;

/**
 * A vendor-run tool in the target's own words, for the model of the conversation, or why the target cannot offer it so.
 * Undefined if the target has no tool of the kind, which its feature table says, and for a further entry of an MCP server,
 * because the first one stands for all.
 */
export function hostedPlacement(
  tool: ServerTool,
  conversation: Conversation,
  target: FeatureSet & VendorTools,
): PlacedTool | UnplacedTool | undefined {
  if (tool.hosted === undefined || target.features[`tool.${tool.hosted.kind}`].is === "none")
    return undefined;
  const { model, tools } = conversation;
  const hosted = tool.hosted.kind === "mcp" ? wholeServer(tool, tools) : tool.hosted;
  if (hosted === undefined) return undefined;
  if (hostedFeatures(hosted).some((feature) => isRefused(feature, target)))
    return { unable: "one of its limits cannot be kept", feature: `tool.${hosted.kind}` };
  return target.placeHosted?.(hosted, {
    model,
    isForced: hostedChoice(conversation) === tool,
    hasFunctions: tools.some(({ kind }) => kind !== "server"),
    isOnlyHosted: tools.filter(({ kind }) => kind === "server").length === 1,
  });
}

// Some APIs define a server in one place and choose its tools in another.
function wholeServer(tool: ServerTool, tools: readonly Tool[]): RemoteMcp | undefined {
  const parts = tools.filter(
    (one): one is ServerTool & { hosted: RemoteMcp } =>
      one.kind === "server" &&
      one.dialect === tool.dialect &&
      one.hosted?.kind === "mcp" &&
      tool.hosted?.kind === "mcp" &&
      one.hosted.server === tool.hosted.server &&
      one.hosted.url === tool.hosted.url,
  );
  if (parts[0] !== tool) return undefined;
  return parts.map(({ hosted }) => hosted).reduce(join);
}

function join(one: RemoteMcp, other: RemoteMcp): RemoteMcp {
  const { allowedTools: allowed = other.allowedTools } = one;
  const both = allowed?.filter((name) => other.allowedTools?.includes(name) ?? true);
  const restrictions = [...(one.restrictions ?? []), ...(other.restrictions ?? [])];
  return {
    ...one,
    ...other,
    ...(both === undefined ? {} : { allowedTools: both }),
    ...(restrictions.length === 0 ? {} : { restrictions }),
  };
}

function isRefused(feature: FeatureId, target: FeatureSet): boolean {
  const support = target.features[feature];
  if (support.is !== "none") return false;
  return (support.disposition ?? (featureOf(feature).class === "contract" ? "refused" : "")) === "refused";
}
