import type { Block, Candidate, Reply } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import type { StreamWriting } from "../../codec/reply-codec.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isForeignSearch } from "../../search/foreign-search.ts";
import { isBroken, type PartWriting, writePart, writeParts } from "../content/block-writer.ts";
import { GroundingWriter } from "../content/grounding-writer.ts";
import { GROUNDING } from "../content/search-unit.ts";
import { spellingOf } from "../spelling.ts";
import { ID } from "../wire.ts";
import { writeLogprobs } from "./logprobs.ts";
import { formatCreated } from "./reader.ts";
import { writeFinish } from "./stop.ts";
import { writeUsage } from "./usage.ts";

/** Settings for writing the parts of a reply. Notes are dropped, because the account reports losses of replies. */
export const replyParts: PartWriting = {
  names: new Map(),
  forward: (id) => id,
  note: () => undefined,
  isReply: true,
};

/** Writes a `GenerateContentResponse`; ids and names that the reply lacks are not required and not made up. */
export function writeReply(reply: Reply, _writing: StreamWriting): Members {
  const own = ownMembers(reply, ID);
  const candidates = reply.candidates.filter((candidate) => !isBlocked(candidate, own));
  const body: Members = {
    ...(candidates.length === 0 ? {} : { candidates: candidates.map(writeCandidate) }),
    ...(reply.usage === undefined ? {} : { usageMetadata: writeUsage(reply.usage) }),
    ...(reply.model === undefined ? {} : { modelVersion: reply.model }),
    ...(reply.created === undefined || "createTime" in own
      ? {}
      : { createTime: formatCreated(reply.created) }),
    ...(reply.id === undefined ? {} : { responseId: reply.id }),
  };
  return restoreOwn(body, own);
}

/** Whether a candidate only stands for a prompt that was blocked. */
export function isBlocked(candidate: Pick<Candidate, "content" | "stop">, own: Members): boolean {
  const feedback = own["promptFeedback"] as Members | undefined;
  return (
    candidate.content.length === 0 &&
    feedback?.["blockReason"] !== undefined &&
    candidate.stop?.raw === textOfJson(feedback["blockReason"])
  );
}

function writeCandidate(candidate: Candidate): Members {
  const own = ownMembers(candidate, ID);
  const parts = writeParts(candidate.content, replyParts);
  const spelling = spellingOf(candidate.content);
  const content =
    parts.length === 0 && "emptyContent" in spelling
      ? spelling.emptyContent
      : { ...(parts.length === 0 ? {} : { parts }), ...(spelling.role === "" ? {} : { role: "model" }) };
  return restoreOwn(
    {
      ...(content === undefined ? {} : { content: isMembers(content) ? { ...content } : content }),
      ...writeEnd(candidate, own),
      ...(spelling.hasNoIndex === true ? {} : { index: candidate.index }),
    },
    own,
  );
}

function writeGrounding(content: readonly Block[], own: Members): Members | undefined {
  const unit = content.find((block) => block.type === "opaque" && block.kind === GROUNDING);
  if (unit?.type === "opaque" && unit.dialect === ID) return { ...(unit.value as Members) };
  if (own[GROUNDING] !== undefined || !content.some(isGrounded)) return undefined;
  const grounding = new GroundingWriter();
  for (const block of content) {
    if (block.type === "text") grounding.addText(block.text, block.citations ?? []);
    else if (block.type === "refusal") grounding.addText(block.text, []);
    else if (isForeignSearch(block, ID)) grounding.addSearch(block.search);
    else if (writePart(block, replyParts) !== undefined) grounding.breakText();
  }
  return grounding.metadata();
}

function isGrounded(block: Block): boolean {
  if (block.type === "text") return (block.citations?.length ?? 0) > 0;
  return isForeignSearch(block, ID);
}

/** The members that end a candidate. */
function writeEnd(candidate: Candidate, own: Members): Members {
  const groundingMetadata = writeGrounding(candidate.content, own);
  const logprobsResult = writeLogprobs(candidate.logprobs);
  return {
    ...(candidate.stop === undefined || own["finishReason"] !== undefined
      ? {}
      : { finishReason: writeFinish(candidate.stop, candidate.content.some(isBroken)) }),
    ...(groundingMetadata === undefined ? {} : { groundingMetadata }),
    ...(logprobsResult === undefined ? {} : { logprobsResult }),
  };
}
