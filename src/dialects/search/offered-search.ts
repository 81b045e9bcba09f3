import type { Conversation, HostedTool, LossEntry, Tool, ToolChoice } from "../../contract/index.ts";
import { accountRequest } from "../features/account.ts";
import type { FeatureDialect } from "../features/feature-set.ts";
import { listUsedFeatures } from "../features/used-features.ts";
import { hostedPlacement } from "../hosted/hosted-placement.ts";
import type { VendorTools } from "../hosted/placement.ts";
import type { Origins } from "../origins.ts";
import type { EchoedSearch } from "./echoed-search.ts";
import { searchFunction } from "./search-function.ts";
import type { VendorSearch } from "./vendor-search.ts";

/** The emulator of a web search: the gateway asks a search provider and gives the model the results. */
export const GATEWAY_SEARCH = "web_search.gateway";

/** The emulator of a search that the vendor runs in a round of its own, which the gateway makes. */
export const ECHOED_SEARCH = "web_search.echo";

/** What the gateway's own search can do. */
export interface GatewaySearch {
  /** Whether the model may search once the conversation holds results of the caller's tools. */
  readonly afterToolResults: boolean;
  /** Whether the provider keeps a time range, and a country. */
  readonly dates: boolean;
  readonly country: boolean;
}

export type WebSearch = Extract<HostedTool, { kind: "web_search" }>;

/** A search that the gateway runs in the vendor's place. */
export interface OfferedSearch {
  /** The name of the function that the model calls. */
  readonly name: string;
  /** The restrictions of the caller. */
  readonly search: WebSearch;
  /** Set if the vendor searches, in rounds that the gateway makes. */
  readonly echo?: EchoedSearch;
}

/** A conversation in which a function stands for the vendor's search. */
export interface SearchOffer {
  readonly conversation: Conversation;
  readonly offered: OfferedSearch;
  readonly entries: readonly LossEntry[];
}

/** Where a request says something of thinking. */
type ReasoningPath = Pick<LossEntry, "path" | "feature">;

const NO_THINKING = "thinking is switched off, because the vendor does not search while it thinks";

type ServerTool = Extract<Tool, { kind: "server" }>;

/** The part of the target that decides who searches. */
type SearchDialect = FeatureDialect & VendorTools & Pick<VendorSearch, "echoedSearch">;

/**
 * Puts a function in the place of a vendor's web search that the target has not, or cannot restrict as the caller does.
 * Undefined if the target searches itself, nothing is to be searched, or the gateway may not or cannot search.
 */
export function offerSearch(
  conversation: Conversation,
  source: FeatureDialect,
  target: SearchDialect,
  origins: Origins,
  gateway: GatewaySearch | undefined,
): SearchOffer | undefined {
  const tool = conversation.tools.find((one): one is ServerTool => isForeignSearch(one, target));
  const search = tool?.hosted;
  if (tool === undefined || search?.kind !== "web_search") return undefined;
  if (conversation.toolChoice?.mode === "none" || (conversation.sampling.candidates ?? 1) > 1)
    return undefined;
  if (searchesItself(tool, conversation, source, target, origins)) return undefined;
  const others = conversation.tools.filter((one) => one !== tool);
  const path = origins.of(tool) ?? "$.tools";
  const { echoedSearch } = target;
  if (echoedSearch !== undefined && isFree(search))
    return offerEcho(choosing(conversation, tool.name, echoedSearch.name), others, search, echoedSearch, {
      search: path,
      reasoning: reasoningPaths(conversation, source, target, origins),
    });
  if (gateway === undefined || !maySearch(search, conversation, gateway)) return undefined;
  const stand = searchFunction(others);
  return {
    conversation: { ...choosing(conversation, tool.name, stand.name), tools: [...others, stand] },
    offered: { name: stand.name, search },
    entries: entriesOf(search, path, gateway),
  };
}

// The vendor's search has no settings, so that nothing may be restricted.
function isFree({ allowedDomains, blockedDomains, live, after, before, restrictions }: WebSearch): boolean {
  const lists = [allowedDomains, blockedDomains, after, before].every((one) => one === undefined);
  return lists && live !== false && (restrictions?.length ?? 0) === 0;
}

function offerEcho(
  conversation: Conversation,
  others: readonly Tool[],
  search: WebSearch,
  echo: EchoedSearch,
  paths: { readonly search: string; readonly reasoning: readonly ReasoningPath[] },
): SearchOffer {
  const { toolChoice, ...rest } = conversation;
  const isForced = toolChoice?.mode === "tool" && !others.some(({ name }) => name === toolChoice.name);
  const { search: path } = paths;
  const feature = "tool.web_search";
  const disclosed = (at: string, reason: string, of: string = feature): LossEntry => ({
    path: at,
    feature: of,
    disposition: "disclosed",
    reason,
  });
  const { location, contextSize } = search;
  return {
    conversation: {
      ...rest,
      tools: [...others, echo.tool],
      ...(toolChoice === undefined || isForced ? {} : { toolChoice }),
      reasoning: { mode: "off" },
    },
    offered: { name: echo.name, search, echo },
    entries: [
      {
        path,
        feature,
        disposition: "emulated",
        emulator: ECHOED_SEARCH,
        reason: "the vendor searches in rounds that the gateway makes",
      },
      ...paths.reasoning.map((one) => disclosed(one.path, NO_THINKING, one.feature)),
      ...(isForced ? [disclosed("$.tool_choice", "this search cannot be forced")] : []),
      ...(location === undefined && contextSize === undefined
        ? []
        : [disclosed(path, "the search has no settings")]),
    ],
  };
}

/** What the caller says of thinking; the request as a whole if it says nothing. */
function reasoningPaths(
  conversation: Conversation,
  source: FeatureDialect,
  target: FeatureDialect,
  origins: Origins,
): ReasoningPath[] {
  const used = listUsedFeatures(conversation).filter(({ feature }) => feature.startsWith("reasoning."));
  const needed = used.map((one) => ({ ...one, optional: false }));
  const found = accountRequest(needed, origins, source, target, {});
  return found.length > 0 ? found : [{ path: "$" }];
}

function isForeignSearch(tool: Tool, target: Pick<FeatureDialect, "id">): boolean {
  return tool.kind === "server" && tool.hosted?.kind === "web_search" && tool.dialect !== target.id;
}

// A search of a stored index, or with a restriction that only its own vendor keeps, is not made a live one.
function maySearch(search: WebSearch, { messages }: Conversation, gateway: GatewaySearch): boolean {
  if (search.live === false || (search.restrictions?.length ?? 0) > 0) return false;
  if (!gateway.dates && (search.after ?? search.before) !== undefined) return false;
  if (gateway.afterToolResults) return true;
  return !messages.some(({ content }) => content.some(({ type }) => type === "tool_result"));
}

function searchesItself(
  tool: ServerTool,
  conversation: Conversation,
  source: FeatureDialect,
  target: SearchDialect,
  origins: Origins,
): boolean {
  // Judged as if it were the only tool: what would be left out beside others is missing all the same.
  const used = listUsedFeatures(conversation).filter(({ node }) => node === tool);
  const needed = used.map((one) => ({ ...one, optional: false }));
  const entries = accountRequest(needed, origins, source, target, {});
  if (entries.some(({ disposition }) => disposition === "refused")) return false;
  const own = hostedPlacement(tool, conversation, target);
  return own !== undefined && !("unable" in own);
}

function choosing(conversation: Conversation, from: string, to: string): Conversation {
  const { toolChoice } = conversation;
  return toolChoice === undefined
    ? conversation
    : { ...conversation, toolChoice: chosen(toolChoice, from, to) };
}

function chosen(choice: ToolChoice, from: string, to: string): ToolChoice {
  const allowed = choice.allowed?.map((name) => (name === from ? to : name));
  const { vendor: _, ...rest } = choice;
  if (choice.mode === "tool" && choice.name === from) return { mode: "tool", name: to };
  return allowed === undefined ? choice : { ...rest, allowed };
}

function entriesOf(search: WebSearch, path: string, { country }: GatewaySearch): LossEntry[] {
  const feature = "tool.web_search";
  const reason = "the gateway searches, because the engine has no such search";
  const entries: LossEntry[] = [{ path, feature, disposition: "emulated", emulator: GATEWAY_SEARCH, reason }];
  const { location, contextSize } = search;
  const places = Object.keys(location ?? {}).filter((name) => name !== "country" || !country);
  if (places.length > 0)
    entries.push({
      path,
      feature,
      disposition: "disclosed",
      reason: `the search knows no ${places.join(", ")}`,
    });
  if (contextSize !== undefined)
    entries.push({
      path,
      feature,
      disposition: "disclosed",
      reason: "the search has a fixed number of results",
    });
  return entries;
}
