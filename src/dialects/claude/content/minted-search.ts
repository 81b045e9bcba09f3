import type { OpaqueBlock, SearchResult } from "../../../contract/index.ts";
import { isMembers } from "../../members/members.ts";

/** The beginning of the sealed content that we write in the vendor's place; the digit is the version of its form. */
const MARK = "abp-search-1.";

/** The most UTF-16 units of an address, a title or a snippet that are kept in sealed content. */
const LIMIT = 2000;

/** What the sealed content of a result that we wrote says. */
export interface MintedContent {
  readonly snippet?: string;
}

/**
 * The sealed content of a search result of another vendor. The vendor's own is a cipher that nobody else can make and
 * that it checks; ours is marked, so that it is recognised when the caller sends it back.
 */
export function mintContent({ url, title, snippet }: SearchResult): string {
  const source = {
    url: cut(url),
    ...(title === undefined ? {} : { title: cut(title) }),
    ...(snippet === undefined ? {} : { snippet: cut(snippet) }),
  };
  return MARK + Buffer.from(JSON.stringify(source)).toString("base64url");
}

// A surrogate pair is not cut apart.
function cut(text: string): string {
  if (text.length <= LIMIT) return text;
  const last = text.charCodeAt(LIMIT - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? LIMIT - 1 : LIMIT);
}

/** What sealed content of ours says; undefined for the vendor's own. */
export function readMinted(sealed: unknown): MintedContent | undefined {
  if (typeof sealed !== "string" || !sealed.startsWith(MARK)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(sealed.slice(MARK.length), "base64url").toString());
    const snippet = isMembers(value) ? value["snippet"] : undefined;
    return typeof snippet === "string" ? { snippet } : {};
  } catch {
    return {}; // It has our mark and was changed on the way: it is still not the vendor's.
  }
}

/** The beginning of the ids of calls that we wrote. The vendor's own have letters and digits after `srvtoolu_`. */
const ID_MARK = "srvtoolu_abp_";

/** The id of a call that we write, from the digits that tell it from others. */
export function mintedCallId(digits: string): string {
  return ID_MARK + digits;
}

/**
 * Whether a search call or its result was written by us for another vendor's search. The vendor refuses such a unit, so
 * it must never be sent to it as it stands.
 */
export function isMintedSearch({ kind, value }: Pick<OpaqueBlock, "kind" | "value">): boolean {
  if (!isMembers(value)) return false;
  const id = kind === "server_tool_use" ? value["id"] : value["tool_use_id"];
  if (typeof id === "string" && id.startsWith(ID_MARK)) return true;
  const { content } = value;
  return (
    Array.isArray(content) &&
    content.some((one) => isMembers(one) && readMinted(one["encrypted_content"]) !== undefined)
  );
}
