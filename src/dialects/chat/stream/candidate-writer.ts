import type { Block, Citation } from "../../../contract/index.ts";
import type { Members } from "../../members/members.ts";
import { ownMembers } from "../../members/own-members.ts";
import { isSpelled } from "../../members/spelling.ts";
import { PART, sealedMemberOf, textMemberOf } from "../content/thinking.ts";
import { LEGACY } from "../content/tool-call.ts";
import type { ChatProfile } from "../profile.ts";

/** One answer as it is being written. */
export interface WrittenCandidate {
  readonly index: number;
  /** From the start of the event to the delta's first member. */
  readonly head: string;
  hasRole: boolean;
  calls: number;
  legacyCall: boolean;
  refused: boolean;
  /** The answer's text so far. */
  said: string;
  /** The JSON before and after the next piece of the open block; undefined when the block is not written. */
  before: string | undefined;
  after: string;
  isSent: boolean;
  content: Block | undefined;
  citations: Citation[];
  /** Where the open block begins in the text, in UTF-16 units. */
  citedFrom: number;
}

/** An answer of which nothing is written yet; `chunk` is how its chunks begin. */
export function newCandidate(index: number, chunk: string): WrittenCandidate {
  return {
    index,
    head: `${chunk},"choices":[{"index":${index},"delta":{`,
    hasRole: false,
    calls: 0,
    legacyCall: false,
    refused: false,
    said: "",
    before: undefined,
    after: "",
    isSent: false,
    content: undefined,
    citations: [],
    citedFrom: 0,
  };
}

/** The first output of a block: whole deltas, and the text that it had at its start. */
interface Beginning {
  readonly deltas: readonly string[];
  readonly text?: string | undefined;
}

const nothing: Beginning = { deltas: [] };

/** Prepares the JSON around the pieces of a block, and returns the first output. */
export function beginBlock(candidate: WrittenCandidate, content: Block, profile: ChatProfile): Beginning {
  candidate.content = content;
  candidate.isSent = false;
  candidate.before = undefined;
  candidate.after = "";
  candidate.citations = [];
  candidate.citedFrom = candidate.said.length;
  switch (content.type) {
    case "text":
      candidate.before = '"content":';
      if (content.citations !== undefined) candidate.citations.push(...content.citations);
      return { deltas: [], text: content.text };
    case "refusal":
      candidate.refused = true;
      candidate.before = '"refusal":';
      return { deltas: [], text: content.text };
    case "thinking":
      return beginThinking(candidate, content, profile);
    case "tool_use":
      return beginCall(candidate, content, profile);
    case "audio":
      return profile.replyFeatures.audio.is === "none" ? nothing : { deltas: [audioText(content, profile)] };
    case "opaque":
      if (content.dialect !== profile.id) return nothing;
      return { deltas: [`"content":[${JSON.stringify(content.value)}]`] };
    default:
      return nothing;
  }
}

function beginThinking(
  candidate: WrittenCandidate,
  content: Extract<Block, { type: "thinking" }>,
  profile: ChatProfile,
): Beginning {
  if (isSpelled(content, profile.id, PART)) {
    candidate.before = '"content":[{"type":"thinking","thinking":[{"type":"text","text":';
    candidate.after = "}]}]";
  } else candidate.before = `${JSON.stringify(textMemberOf(content, profile))}:`;
  const sealed = sealedMemberOf(content, profile);
  const isSealed = sealed !== undefined && content.sealed !== undefined;
  return {
    deltas: isSealed ? [`${JSON.stringify(sealed)}:${JSON.stringify(content.sealed)}`] : [],
    text: content.text,
  };
}

// The id and the name stand in the first delta of a call and in no other (B10).
function beginCall(
  candidate: WrittenCandidate,
  content: Extract<Block, { type: "tool_use" }>,
  profile: ChatProfile,
): Beginning {
  const name = JSON.stringify(content.name);
  const text = content.inputText;
  if (isSpelled(content, profile.id, LEGACY)) {
    candidate.legacyCall = true;
    candidate.before = '"function_call":{"arguments":';
    candidate.after = "}";
    return { deltas: [`"function_call":{"name":${name},"arguments":""}`], text };
  }
  const place = candidate.calls++;
  const [kind, member] = content.kind === "custom" ? ["custom", "input"] : ["function", "arguments"];
  candidate.before = `"tool_calls":[{"index":${place},"${kind}":{"${member}":`;
  candidate.after = "}}]";
  const own = ownMembers(content, profile.id);
  const more = membersText(own, ["function", "custom", "index", "type", "id"]);
  const first =
    `"tool_calls":[{"index":${place},"id":${JSON.stringify(content.id)},"type":"${kind}",` +
    `"${kind}":{"name":${name},"${member}":""}${more}}]`;
  return { deltas: [first], text };
}

function audioText(content: Extract<Block, { type: "audio" }>, profile: ChatProfile): string {
  const audio: Members = {};
  if (content.id !== undefined) audio["id"] = content.id;
  if (content.source.kind === "base64" && content.source.data !== "") audio["data"] = content.source.data;
  if (content.transcript !== undefined) audio["transcript"] = content.transcript;
  return `"audio":${JSON.stringify(Object.assign(audio, ownMembers(content, profile.id)))}`;
}

const chunkMembers = ["id", "object", "created", "model", "choices", "usage"];

/** Members as they follow others in an object, but for those that are written already. */
export function membersText(members: Members, written: readonly string[] = chunkMembers): string {
  let text = "";
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || written.includes(name)) continue;
    text += `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  return text;
}
