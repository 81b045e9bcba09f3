import {
  AbpError,
  type Block,
  type Candidate,
  type Reply,
  type TokenUsage,
} from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import { Cursor, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, nest, ownMembers } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { withSearches } from "../../search/search-count.ts";
import { readPart } from "../content/block-reader.ts";
import { Calls } from "../content/calls.ts";
import { supportsOf } from "../content/citations.ts";
import { GROUNDING, groundingBlock, isSearchCall, ungrounded } from "../content/search-unit.ts";
import { readError } from "../errors.ts";
import { rememberSpelling, spellingOf } from "../spelling.ts";
import { ID } from "../wire.ts";
import { readLogprobs } from "./logprobs.ts";
import { countSearches, groundingsOf } from "./searches.ts";
import { readFinish, unknownFinish } from "./stop.ts";
import { takeUsage } from "./usage.ts";

/** Reads a `GenerateContentResponse`. */
export function readReply(value: unknown, origins: Origins, otherwise = ""): Reply {
  const body = new Cursor(value, "$");
  if (isMembers(body.peek("error"))) {
    const failure = readError(500, value);
    throw new AbpError(failure.code, failure.message, { where: "$.error" });
  }
  const id = body.text("responseId");
  const model = body.text("modelVersion");
  const created = takeCreated(body);
  const plain: TokenUsage | undefined = takeUsage(body);
  const usage = plain && withSearches(plain, countSearches(groundingsOf(body.value["candidates"]), model));
  if (usage !== undefined) origins.mark(usage, "$.usageMetadata");
  const candidates = body.list("candidates", (item, path, index) =>
    readCandidate(item, path, index, id ?? otherwise, origins),
  );
  const blocked = blockedCandidate(body.peek("promptFeedback"));
  return {
    ...(id === undefined ? {} : { id }),
    ...(model === undefined ? {} : { model }),
    ...(created === undefined ? {} : { created }),
    candidates: candidates === undefined || candidates.length === 0 ? blocked : candidates,
    ...(usage === undefined ? {} : { usage }),
    ...asVendor(ID, leftover(body)),
  };
}

/** The whole seconds of `createTime`. A time with fractions stays among the own members, because no other dialect has them. */
export function takeCreated(body: Cursor): number | undefined {
  const time = body.peek("createTime");
  if (typeof time !== "string") return undefined;
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) return undefined;
  const created = Math.floor(milliseconds / 1000);
  if (formatCreated(created) === time) body.take("createTime");
  return created;
}

/** Seconds as the API writes a time. */
export function formatCreated(seconds: number): string {
  return new Date(Math.floor(seconds) * 1000).toISOString().replace(".000Z", "Z");
}

/** A prompt that was blocked has no candidate; the reply still has one, which says why it is empty. */
export function blockedCandidate(feedback: unknown): Candidate[] {
  const reason = isMembers(feedback) ? feedback["blockReason"] : undefined;
  if (typeof reason !== "string" && typeof reason !== "number") return [];
  return [{ index: 0, content: [], stop: { reason: "content_filter", raw: textOfJson(reason) } }];
}

function readCandidate(
  value: unknown,
  path: string,
  position: number,
  seed: string,
  origins: Origins,
): Candidate {
  const candidate = new Cursor(value, path);
  const ownIndex = candidate.number("index");
  const index = ownIndex ?? position;
  const calls = new Calls(candidateSeed(seed, index));
  const content = candidate.object("content");
  const blocks = content === undefined ? [] : readParts(content, origins, calls);
  const finish = candidate.take("finishReason");
  const stop =
    finish === undefined ? undefined : readFinish(finish, candidate.at("finishReason"), calls.isWaiting);
  cite(blocks, candidate.peek(GROUNDING));
  const isSilent = blocks.length === 0;
  const grounding = takeGrounding(candidate, blocks, origins);
  const { logprobs, left } = takeLogprobs(candidate);
  const vendor = nest(
    nest(nest(leftover(candidate), "content", content && leftover(content)), "logprobsResult", left),
    GROUNDING,
    grounding,
  );
  const read: Candidate = {
    index,
    content: blocks,
    ...(stop === undefined ? {} : { stop }),
    ...(logprobs === undefined ? {} : { logprobs }),
    ...asVendor(ID, stop === undefined ? vendor : { ...vendor, ...unknownFinish(finish) }),
  };
  if (ownIndex === undefined) rememberSpelling(blocks, { hasNoIndex: true });
  if (isSilent) rememberSpelling(blocks, { emptyContent: candidate.value["content"] });
  else if (content?.peek("role") === undefined) rememberSpelling(blocks, { role: "" });
  return origins.mark(read, path);
}

// The unit holds all of it; what no other dialect knows of it also stays with the candidate, so that it is accounted for.
function takeGrounding(candidate: Cursor, blocks: Block[], origins: Origins): Members | undefined {
  const metadata = candidate.peek(GROUNDING);
  const call = blocks.filter((block) => block.type === "opaque").findLast(isSearchCall);
  const unit = groundingBlock(metadata, call?.id);
  if (unit === undefined) return undefined;
  candidate.take(GROUNDING);
  blocks.push(origins.mark(unit, candidate.at(GROUNDING)));
  return ungrounded(metadata as Members);
}

/** The seed that makes the call ids of one candidate different from those of others. */
export function candidateSeed(responseId: string, index: number): string {
  return responseId === "" && index === 0 ? "" : `${responseId}#${index}`;
}

function readParts(content: Cursor, origins: Origins, calls: Calls): Block[] {
  if (content.peek("role") === "model") content.take("role");
  const value = content.take("parts");
  const path = content.at("parts");
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrongType(path, value, "a list");
  const blocks: Block[] = [];
  const parts: Members[][] = [];
  for (const [index, part] of value.entries())
    for (const block of readPart(part, `${path}[${index}]`, { origins, calls, isModel: true })) {
      if (block.type === "text" && block.text === "" && block.vendor === undefined) continue;
      // A text may go on after the piece that carries its signature.
      const isSigned = spellingOf(blocks.at(-1)).isAttached === true && block.type === "text";
      const place = blocks.length - (isSigned ? 2 : 1);
      const last = blocks[place];
      const joined = last === undefined ? undefined : join(last, block);
      if (last === undefined || joined === undefined) {
        blocks.push(block);
        parts.push([part]);
      } else {
        blocks[place] = origins.mark(joined, origins.of(last) ?? path);
        parts[place]!.push(part);
      }
    }
  for (const [place, block] of blocks.entries())
    if (parts[place]!.length > 1) rememberSpelling(block, { parts: parts[place]! });
  return blocks;
}

/** Joins two texts or thoughts in a row, as a stream does; a signature ends a thought. */
function join(left: Block, right: Block): Block | undefined {
  if (left.vendor !== undefined) return undefined;
  if (left.type === "text" && right.type === "text" && right.vendor === undefined)
    return { ...left, text: left.text + right.text };
  if (left.type !== "thinking" || right.type !== "thinking" || left.signature !== undefined) return undefined;
  // A thought without text only signs the one before it; a signature without a thought stands for itself.
  if (right.text === "" ? ownMembers(right, ID)["thought"] !== true : right.vendor !== undefined)
    return undefined;
  return {
    ...left,
    text: left.text + right.text,
    ...(right.signature === undefined ? {} : { signature: right.signature }),
  };
}

/** Gives each text the citations that quote it; a statement is cited once. */
function cite(blocks: readonly Block[], metadata: unknown): void {
  const seen = new Set<string>();
  for (const block of blocks) {
    if (block.type !== "text") continue;
    const supports = supportsOf(metadata, block.text).filter(({ key }) => !seen.has(key));
    for (const { key } of supports) seen.add(key);
    if (supports.length > 0) block.citations = supports.flatMap(({ citations }) => citations);
  }
}

/** The log probabilities of a candidate, and their leftover. */
export function takeLogprobs(candidate: Cursor): { logprobs?: unknown[]; left?: Members } {
  const result = candidate.peek("logprobsResult");
  const logprobs = isMembers(result) ? readLogprobs(result) : undefined;
  if (!isMembers(result) || logprobs === undefined) return {};
  candidate.take("logprobsResult");
  const { chosenCandidates: _, topCandidates: __, ...left } = result;
  return Object.keys(left).length === 0 ? { logprobs } : { logprobs, left };
}
