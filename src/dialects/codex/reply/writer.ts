import type { Reply } from "../../../contract/index.ts";
import type { StreamWriting } from "../../codec/reply-codec.ts";
import { type ContentSummary, summarizeContent } from "../../content-summary.ts";
import type { Members } from "../../members/members.ts";
import { ownMembers } from "../../members/own-members.ts";
import { type ItemWriting, idMint, writeModelItems } from "../content/item-writer.ts";
import { SearchWriter } from "../content/search-writer.ts";
import { ID } from "../wire.ts";
import { attachLogprobs } from "./logprobs.ts";
import { writeFrame } from "./response-frame.ts";
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
    ...(asked?.reasoningSummary === true ? { summarises: true } : {}),
  };
}

/** The parts of a reply that the response object holds beside its output. */
export type ResponseFacts = Omit<Reply, "candidates"> & {
  candidates: readonly Pick<Reply["candidates"][number], "stop">[];
};

/** Writes the response object around finished items. */
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
    ...(reply.usage === undefined ? {} : { usage: writeUsage(reply.usage) }),
  };
  if (response["status"] === "completed" && own["completed_at"] === undefined)
    response["completed_at"] = writing.now === undefined ? response["created_at"] : seconds(writing.now());
  if (TIERS.has(reply.serviceTier)) response["service_tier"] = reply.serviceTier;
  return writeFrame(response, writing.asked?.echo ?? {}, own);
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** The tiers of the API. The tier of another vendor is none of them, so the response gets the default. */
const TIERS: ReadonlySet<string | undefined> = new Set([
  "auto",
  "default",
  "flex",
  "scale",
  "priority",
  "fast",
  "ultrafast",
]);
