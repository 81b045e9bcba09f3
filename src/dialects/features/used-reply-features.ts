import type { Block, Candidate, Citation, Reply, Stop, TokenUsage } from "../../contract/index.ts";
import { isMembers } from "../members/members.ts";
import type { ReplyFeatureId } from "./reply-feature.ts";
import { addVendor, memberSuffix, type UsedFeature } from "./used-features.ts";

type UsedReplyFeature = UsedFeature<ReplyFeatureId>;

// Written out, because a name that is put together anew in every call is looked up slowly in the tables of features.
const stopFeatures: Readonly<Record<Stop["reason"], ReplyFeatureId>> = {
  end_turn: "stop.end_turn",
  stop_sequence: "stop.stop_sequence",
  max_tokens: "stop.max_tokens",
  context_window: "stop.context_window",
  tool_use: "stop.tool_use",
  pause_turn: "stop.pause_turn",
  refusal: "stop.refusal",
  content_filter: "stop.content_filter",
  malformed: "stop.malformed",
  error: "stop.error",
  other: "stop.other",
};
const usageFeatures: Readonly<Record<Exclude<keyof TokenUsage, "vendor">, ReplyFeatureId>> = {
  input: "usage.input",
  output: "usage.output",
  total: "usage.total",
  cacheRead: "usage.cacheRead",
  cacheWrite: "usage.cacheWrite",
  cacheWriteByTtl: "usage.cacheWriteByTtl",
  reasoning: "usage.reasoning",
  inputAudio: "usage.inputAudio",
  outputAudio: "usage.outputAudio",
  serverTools: "usage.serverTools",
};

/**
 * Every feature that a reply uses.
 *
 * @example
 * import { listUsedReplyFeatures } from "agent-backplane/dialects";
 * for (const { feature } of listUsedReplyFeatures(reply)) console.log(feature);
 */
export function listUsedReplyFeatures(reply: Reply): UsedReplyFeature[] {
  const found: UsedReplyFeature[] = [];
  const add = (feature: ReplyFeatureId, node?: object) => found.push({ feature, node });
  if (reply.id !== undefined) add("id");
  if (reply.model !== undefined) add("model");
  if (reply.created !== undefined) add("created");
  if (reply.serviceTier !== undefined) add("service_tier");
  reply.candidates.forEach((candidate, place) => {
    if (place > 0) found.push({ feature: "candidates", node: candidate, isPlace: true });
    addCandidate(found, candidate);
  });
  if (reply.usage !== undefined) addUsage(found, reply.usage);
  addVendor(found, undefined, reply.vendor);
  return found;
}

function addCandidate(found: UsedReplyFeature[], candidate: Candidate): void {
  for (const block of candidate.content) addReplyBlock(found, block);
  if (candidate.stop !== undefined) {
    found.push({ feature: stopFeatures[candidate.stop.reason], node: candidate });
    if (candidate.stop.sequence !== undefined) found.push({ feature: "stop.sequence", node: candidate });
  }
  if (candidate.logprobs !== undefined) found.push({ feature: "logprobs", node: candidate });
  addCandidateMembers(found, candidate);
}

// What is left of an inner object, such as the message, is named by its own members.
function addCandidateMembers(found: UsedReplyFeature[], candidate: Candidate): void {
  if (candidate.vendor === undefined) return;
  for (const [dialect, members] of Object.entries(candidate.vendor)) {
    for (const [member, value] of Object.entries(members)) {
      const inner = isMembers(value) ? Object.keys(value) : [];
      if (inner.length === 0) found.push({ feature: "vendor", node: candidate, vendor: { dialect, member } });
      for (const name of inner) {
        const vendor = { dialect, member: name, path: `${memberSuffix(member)}${memberSuffix(name)}` };
        found.push({ feature: "vendor", node: candidate, vendor });
      }
    }
  }
}

/** A citation. Other vendors know sources by their address only. */
export function usedCitation(citation: Citation, node: object | undefined): UsedReplyFeature {
  if (citation.url !== undefined) return { feature: "citation", node };
  const issuer = Object.keys(citation.vendor ?? {})[0];
  return {
    feature: "citation",
    node,
    foreign: "a citation without a URL has no form in another dialect",
    ...(issuer === undefined ? {} : { issuer }),
  };
}

// One entry for all citations of a block that have the same fate.
function addCitation(found: UsedReplyFeature[], used: UsedReplyFeature): void {
  const isNoted = found.some(
    (one) =>
      one.feature === "citation" &&
      one.node === used.node &&
      one.foreign === used.foreign &&
      one.issuer === used.issuer,
  );
  if (!isNoted) found.push(used);
}

function addReplyBlock(found: UsedReplyFeature[], block: Block): void {
  const add = (feature: ReplyFeatureId) => found.push({ feature, node: block });
  switch (block.type) {
    case "text":
      add("text");
      for (const citation of block.citations ?? []) addCitation(found, usedCitation(citation, block));
      if (block.citations?.some(({ answer }) => answer !== undefined) === true) add("citation.range");
      break;
    case "tool_use":
      add(block.kind === "custom" ? "tool_use.custom" : "tool_use");
      if (block.signature !== undefined) add("tool_use.signature");
      break;
    case "thinking":
      if (block.text !== "") add("thinking.text");
      if (block.signature !== undefined) add("thinking.signature");
      if (block.sealed !== undefined) add("thinking.sealed");
      break;
    case "redacted_thinking":
      add("thinking.redacted");
      break;
    case "opaque":
      if (block.isRun === true) add("run");
      else if (block.search === undefined) add("opaque");
      else add((block.search.call?.action ?? "search") === "search" ? "search" : "search.page");
      break;
    case "image":
    case "audio":
    case "refusal":
      add(block.type);
      break;
    default:
      // A model's answer holds no documents, videos or tool results of the caller: a vendor's own ones are opaque.
      add("opaque");
  }
  addVendor(found, block, block.vendor);
}

function addUsage(found: UsedReplyFeature[], usage: TokenUsage): void {
  for (const name in usage) {
    const member = name as keyof TokenUsage;
    if (member === "vendor" || usage[member] === undefined) continue;
    found.push({ feature: usageFeatures[member], node: usage });
  }
  addVendor(found, usage, usage.vendor);
}
