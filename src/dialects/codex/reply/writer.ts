import type { Reply } from "../../../contract/index.ts";
import { type ContentSummary, summarizeContent } from "../../content-summary.ts";
import type { StreamWriting } from "../../dialect.ts";
import type { Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { type ItemWriting, idMint, writeModelItems } from "../content/item-writer.ts";
import { SearchWriter } from "../content/search-writer.ts";
import { ID } from "../wire.ts";
import { attachLogprobs } from "./logprobs.ts";
import { writeStop } from "./stop.ts";
import { writeUsage } from "./usage.ts";

/** Writes a reply as a response object. */
export function writeReply(reply: Reply, writing: StreamWriting): Members {
  const [candidate] = reply.candidates;
  const content = candidate?.content ?? [];
  const items: ItemWriting = { ...replyItems(reply.id ?? writing.id, writing), stop: candidate?.stop };
  const output = writeModelItems(content, items);
  attachLogprobs(output, candidate?.logprobs);
  return writeResponse(reply, output, summarizeContent(content), writing);
}

/** How the items of a reply are written. */
export function replyItems(replyId: string, { asked }: Pick<StreamWriting, "asked">): ItemWriting {
  return {
    place: "reply",
    callId: (id) => id,
    mint: idMint(replyId),
    note: () => undefined,
    searches: new SearchWriter(asked?.searchSources === true),
  };
}

/** The parts of a reply that the response object holds beside its output. */
export type ResponseFacts = Omit<Reply, "candidates"> & {
  candidates: readonly Pick<Reply["candidates"][number], "stop">[];
};

/**
 * Writes the response object around finished items.
 * Members that the API always sends get its default values, because strict clients require them.
 */
export function writeResponse(
  reply: ResponseFacts,
  output: readonly Members[],
  summary: ContentSummary,
  writing: StreamWriting,
): Members {
  const own = ownMembers(reply, ID);
  const stop = reply.candidates[0]?.stop;
  const { status, incomplete_details, error } = writeStop(stop, summary);
  const isOpen = stop === undefined && own["status"] !== undefined;
  const response: Members = {
    id: reply.id ?? writing.id,
    object: "response",
    created_at: reply.created ?? writing.created,
    status: isOpen ? own["status"] : status,
    error: own["error"] ?? error,
    incomplete_details: own["incomplete_details"] ?? incomplete_details,
    model: reply.model ?? writing.model,
    output,
    usage: reply.usage === undefined ? null : writeUsage(reply.usage),
  };
  if (reply.serviceTier !== undefined) response["service_tier"] = reply.serviceTier;
  restoreOwn(response, own);
  return restoreOwn(response, REQUIRED);
}

const REQUIRED: Members = {
  access_programs: null,
  instructions: null,
  metadata: null,
  parallel_tool_calls: true,
  temperature: null,
  tool_choice: "auto",
  tools: [],
  top_p: null,
};
