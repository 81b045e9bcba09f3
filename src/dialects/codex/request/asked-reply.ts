import type { Conversation } from "../../../contract/index.ts";
import type { AskedReply } from "../../dialect.ts";
import { ownMembers } from "../../members/own-members.ts";
import { ID } from "../wire.ts";

/** The entry of `include` that asks for the pages that a search found. */
const SOURCES = "web_search_call.action.sources";

/** What a request asked of its answer, by `include`. */
export function askedReply(conversation: Conversation): AskedReply {
  const { include } = ownMembers(conversation, ID);
  return Array.isArray(include) && include.includes(SOURCES) ? { searchSources: true } : {};
}
