import type { SearchResult, SearchUnit } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { readMinted } from "./minted-search.ts";

/** Reads the call or the result of a web search or of a page fetch; undefined for any other unit. */
export function readSearchUnit(kind: string, value: Members): SearchUnit | undefined {
  switch (kind) {
    case "server_tool_use":
      return readCall(value);
    case "web_search_tool_result":
      return readResult(value, readResults);
    case "web_fetch_tool_result": {
      const unit = readResult(value, readPage);
      const url = unit?.results?.[0]?.url;
      return (
        unit && { ...unit, call: { action: "open", queries: [], ...(url === undefined ? {} : { url }) } }
      );
    }
    default:
      return undefined;
  }
}

function readCall({ id, name, input }: Members): SearchUnit | undefined {
  if (typeof id !== "string") return undefined;
  const { query, url } = isMembers(input) ? input : {};
  if (name === "web_search")
    return { id, call: { action: "search", queries: typeof query === "string" ? [query] : [] } };
  if (name !== "web_fetch") return undefined;
  return { id, call: { action: "open", queries: [], ...(typeof url === "string" ? { url } : {}) } };
}

function readResult(value: Members, read: (content: unknown) => SearchResult[]): SearchUnit | undefined {
  const { tool_use_id: id, content } = value;
  if (typeof id !== "string") return undefined;
  const error = isMembers(content) ? content["error_code"] : undefined;
  return typeof error === "string" ? { id, error } : { id, results: read(content) };
}

function readResults(content: unknown): SearchResult[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((one: unknown) => {
    if (!isMembers(one) || typeof one["url"] !== "string") return [];
    const { url, title, page_age: age, encrypted_content: sealed } = one;
    const snippet = readMinted(sealed)?.snippet;
    return [
      {
        url,
        ...(typeof title === "string" ? { title } : {}),
        ...(typeof age === "string" ? { age } : {}),
        ...(snippet === undefined ? {} : { snippet }),
      },
    ];
  });
}

function readPage(content: unknown): SearchResult[] {
  if (!isMembers(content) || typeof content["url"] !== "string") return [];
  const document = isMembers(content["content"]) ? content["content"] : {};
  const { title, source } = document;
  const { type, data } = isMembers(source) ? source : {};
  return [
    {
      url: content["url"],
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof content["retrieved_at"] === "string" ? { age: content["retrieved_at"] } : {}),
      ...(type === "text" && typeof data === "string" ? { snippet: data } : {}),
    },
  ];
}
