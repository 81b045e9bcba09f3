import type { HostedTool, LossEntry } from "../../contract/index.ts";

/** The emulator of a web search: the gateway asks a search provider and gives the model the results. */
export const GATEWAY_SEARCH = "web_search.gateway";

type SearchTool = Extract<HostedTool, { kind: "web_search" }>;

/** The web search that a node of the conversation offers; undefined where it is anything else. */
export function searchOf(node: object | undefined): SearchTool | undefined {
  if (node === undefined || !("hosted" in node)) return undefined;
  const hosted = node.hosted as HostedTool | undefined;
  return hosted?.kind === "web_search" ? hosted : undefined;
}

/**
 * Turns the loss of a web search into an emulation where the gateway searches by itself. A search of a stored index, or
 * with a restriction that only its own vendor can keep, stays a loss.
 */
export function searchHere(
  entry: LossEntry,
  node: object | undefined,
  rules: { readonly emulators?: readonly string[] | undefined },
): LossEntry {
  if (entry.disposition === "mapped" || entry.disposition === "emulated") return entry;
  if (rules.emulators?.includes(GATEWAY_SEARCH) !== true) return entry;
  const search = searchOf(node);
  if (search === undefined || search.live === false || (search.restrictions?.length ?? 0) > 0) return entry;
  const reason = "the gateway searches, because the engine has no such search";
  return { ...entry, disposition: "emulated", emulator: GATEWAY_SEARCH, reason };
}
