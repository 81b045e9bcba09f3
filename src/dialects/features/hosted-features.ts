import type { HostedTool } from "../../contract/index.ts";
import { hasPath } from "../domain-list.ts";
import type { FeatureId } from "./feature.ts";

/** The features that a vendor-run tool uses: itself, and each of its settings. */
export function hostedFeatures(hosted: HostedTool): FeatureId[] {
  const found: FeatureId[] = [`tool.${hosted.kind}`];
  const add = (feature: FeatureId, isUsed: boolean) => {
    if (isUsed) found.push(feature);
  };
  const isSet = (value: unknown) => value !== undefined;
  switch (hosted.kind) {
    case "web_search": {
      const { allowedDomains: allowed, blockedDomains: blocked } = hosted;
      add("tool.web_search.allowed_domains", isSet(allowed));
      add("tool.web_search.blocked_domains", isSet(blocked));
      add("tool.web_search.both_lists", isSet(allowed) && isSet(blocked));
      add("tool.web_search.paths", [...(allowed ?? []), ...(blocked ?? [])].some(hasPath));
      add("tool.web_search.stored", hosted.live === false);
      add("tool.web_search.time_range", isSet(hosted.after) || isSet(hosted.before));
      add("tool.web_search.max_uses", isSet(hosted.maxUses));
      add("tool.web_search.location", isSet(hosted.location));
      add("tool.web_search.context_size", isSet(hosted.contextSize));
      break;
    }
    case "web_fetch":
      add("tool.web_fetch.domains", isSet(hosted.allowedDomains) || isSet(hosted.blockedDomains));
      add(
        "tool.web_fetch.settings",
        isSet(hosted.maxUses) || isSet(hosted.maxContentTokens) || isSet(hosted.citations),
      );
      break;
    case "mcp":
      add("tool.mcp.authorization", isSet(hosted.authorization));
      add("tool.mcp.headers", isSet(hosted.headers));
      add("tool.mcp.approval", hosted.needsApproval === true);
      add("tool.mcp.allowed_tools", isSet(hosted.allowedTools));
      break;
    case "code_execution":
      add("tool.code_execution.kept", hosted.usesKept === true);
  }
  add("tool.limit", (hosted.restrictions?.length ?? 0) > 0);
  return found;
}

/** Whether a feature belongs to a tool that the vendor runs. */
export function isVendorRun(feature: string | undefined): boolean {
  return feature !== undefined && /^tool\.(?:server|web_search|web_fetch|code_execution|mcp)$/.test(feature);
}
