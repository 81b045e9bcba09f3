import type { SearchUnit } from "../../../contract/index.ts";
import { parseAsWritten } from "../../../lib/index.ts";
import { isMembers } from "../../members/members.ts";

/** The function of Moonshot that searches the web; the caller only sends its arguments back. */
export const SEARCH_FUNCTION = "$web_search";

/** Reads a call of the vendor's search; undefined for any other call. */
export function readSearchUnit(call: unknown): SearchUnit | undefined {
  if (!isMembers(call) || typeof call["id"] !== "string") return undefined;
  const inner = call["function"];
  if (!isMembers(inner) || inner["name"] !== SEARCH_FUNCTION) return undefined;
  return { id: call["id"], call: { action: "search", queries: queriesOf(inner["arguments"]) } };
}

// The vendor does not document the arguments; a query is given if they show one.
function queriesOf(text: unknown): string[] {
  if (typeof text !== "string") return [];
  try {
    const value: unknown = parseAsWritten(text);
    const query = isMembers(value) ? (value["query"] ?? value["search_query"]) : undefined;
    return typeof query === "string" && query !== "" ? [query] : [];
  } catch {
    return []; // The call was cut off.
  }
}
