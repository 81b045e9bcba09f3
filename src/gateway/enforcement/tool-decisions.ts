import type { NamedTool, OfferedTool } from "../../dialects/index.ts";
import { needsApproval, type ToolReference } from "../../policy/index.ts";
import type { BoundServers, CallPolicy } from "./call-policy.ts";
import type { Judgement } from "./judgement.ts";

/** What a policy says to tools that are offered. */
export interface OfferJudgements {
  readonly denied: readonly Judgement[];
  /** Each subject once. */
  readonly toAsk: readonly Judgement[];
}

/** Judges the tools that a request offers. */
export function judgeOffers({ policy, servers }: CallPolicy, tools: readonly OfferedTool[]): OfferJudgements {
  const denied: Judgement[] = [];
  const toAsk = new Map<string, Judgement>();
  for (const tool of tools) {
    const { verdict, subject, rule, reason } = needsApproval(policy, boundTo(servers, tool));
    if (verdict === "allow") continue;
    const judgement: Judgement = {
      operation: "offer_tool",
      subject,
      rule,
      reason,
      where: tool.where,
      riskLevel: tool.runsElsewhere ? "high" : "medium",
    };
    if (verdict === "deny") denied.push(judgement);
    else if (!toAsk.has(subject)) toAsk.set(subject, judgement);
  }
  return { denied, toAsk: [...toAsk.values()] };
}

/** The same policy without its lists of allowed tools. */
export function withoutAllowLists(callPolicy: CallPolicy): CallPolicy {
  const { policy } = callPolicy;
  const layers = policy.layers.map((layer) => ({ ...layer, allowedTools: undefined }));
  return { ...callPolicy, policy: { ...policy, layers } };
}

/** What a policy says to a tool that the model calls: undefined if it allows the call. */
export function judgeCall(
  { policy, servers }: CallPolicy,
  tool: NamedTool,
): { readonly verdict: "deny" | "ask"; readonly judgement: Judgement } | undefined {
  const { verdict, subject, rule, reason } = needsApproval(policy, boundTo(servers, tool));
  if (verdict === "allow") return undefined;
  const riskLevel = tool.server === undefined ? "medium" : "high";
  return {
    verdict,
    judgement: { operation: "call_tool", subject, rule, reason, where: undefined, riskLevel },
  };
}

// A name that the caller chose counts only for the hosts that the configuration gives to it.
function boundTo(servers: BoundServers | undefined, tool: NamedTool): ToolReference {
  const { server, hosts } = tool;
  const known =
    server === undefined || servers === undefined || !Object.hasOwn(servers, server) ? [] : servers[server]!;
  if (hosts === undefined || hosts.length === 0 || known.length === 0) return tool;
  return hosts.every((host) => known.includes(host)) ? { ...tool, isBound: true } : tool;
}

/** The judgement of a request that cannot be read, or whose tools cannot all be seen. What cannot be judged is denied. */
export function unreadableOffer(where: string, why: string): Judgement {
  return {
    operation: "offer_tool",
    subject: where,
    rule: { id: "request.unreadable" },
    reason: `the request cannot be judged: ${why}`,
    where,
    riskLevel: "medium",
  };
}
