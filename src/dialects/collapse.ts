import type { Block, Candidate, Reply, StreamEvent, TokenUsage, VendorMembers } from "../contract/index.ts";
import { parseAsWritten } from "../lib/index.ts";

/** A stream as one reply, and the error it ended in if it did. */
export interface Collapsed {
  readonly reply: Reply;
  readonly error: Extract<StreamEvent, { type: "error" }> | undefined;
}

/**
 * Puts a stream together as the reply that would have been sent at once.
 *
 * @example
 * import { collapse, expand } from "agent-backplane/dialects";
 * const { reply: whole } = collapse(expand(reply));
 */
export function collapse(events: Iterable<StreamEvent>): Collapsed {
  const reply: Reply = { candidates: [] };
  let error: Collapsed["error"];
  for (const event of events) {
    if (event.type === "error") error ??= event;
    else applyEvent(reply, event);
  }
  return { reply, error };
}

/** Adds one event to a reply; cost is linear in the event, not in the reply. */
export function applyEvent(reply: Reply, event: StreamEvent): void {
  switch (event.type) {
    case "reply_start": {
      const { type: _, usage, vendor, ...facts } = event;
      Object.assign(reply, facts);
      if (usage !== undefined) reply.usage = mergeUsage(reply.usage, usage);
      addVendor(reply, vendor);
      break;
    }
    case "block_start": {
      const { content } = candidateAt(reply, event.candidate);
      content[event.block] = { ...event.content };
      addVendor(content[event.block]!, event.vendor);
      break;
    }
    case "block_stop": {
      const candidate = candidateAt(reply, event.candidate);
      if (event.content !== undefined) candidate.content[event.block] = { ...event.content };
      finishBlock(candidate.content[event.block]);
      break;
    }
    case "logprobs":
      addLogprobs(candidateAt(reply, event.candidate), event.value);
      break;
    case "candidate_stop": {
      const candidate = candidateAt(reply, event.candidate);
      candidate.stop = event.stop;
      addVendor(candidate, event.vendor);
      break;
    }
    case "usage":
      reply.usage = mergeUsage(reply.usage, event.usage);
      break;
    case "reply_stop":
      addVendor(reply, event.vendor);
      break;
    case "ping":
    case "opaque":
    case "error":
      break;
    default:
      applyDelta(candidateAt(reply, event.candidate).content[event.block], event);
  }
}

type Delta = Extract<
  StreamEvent,
  { type: "text_delta" | "thinking_delta" | "input_delta" | "audio_delta" | "signature" | "citation" }
>;

function applyDelta(block: Block | undefined, event: Delta): void {
  if (block === undefined) return;
  switch (event.type) {
    case "text_delta":
      if (block.type === "text" || block.type === "refusal") block.text += event.text;
      break;
    case "thinking_delta":
      if (block.type === "thinking") block.text += event.text;
      break;
    case "input_delta":
      if (block.type === "tool_use") block.inputText = (block.inputText ?? "") + event.text;
      break;
    case "audio_delta":
      if (block.type === "audio") {
        if (block.source.kind === "base64")
          block.source = { ...block.source, data: block.source.data + event.data };
        if (event.transcript !== undefined) block.transcript = (block.transcript ?? "") + event.transcript;
      }
      break;
    case "signature":
      if (block.type === "thinking" || block.type === "tool_use") block.signature = event.signature;
      break;
    case "citation":
      if (block.type === "text") block.citations = [...(block.citations ?? []), event.citation];
  }
}

/** A whole tool call has its input parsed; one that was cut off keeps its text. */
export function finishBlock(block: Block | undefined): void {
  if (block?.type !== "tool_use" || block.kind !== "function" || block.inputText === undefined) return;
  const parsed = parseInput(block.inputText);
  if (parsed === undefined) return;
  block.input = parsed;
  delete block.inputText;
}

// An empty text is how several vendors send a call without arguments.
function parseInput(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseAsWritten(text);
  } catch {
    return undefined; // The text itself is kept, and says more than an error would.
  }
}

function candidateAt(reply: Reply, index: number): Candidate {
  let candidate = reply.candidates.find((one) => one.index === index);
  if (candidate === undefined) {
    candidate = { index, content: [] };
    reply.candidates.push(candidate);
  }
  return candidate;
}

/** Later counts replace earlier ones: vendors send running totals. */
export function mergeUsage(before: TokenUsage | undefined, after: TokenUsage): TokenUsage {
  const merged = { ...before, ...after };
  if (before?.vendor !== undefined || after.vendor !== undefined) {
    merged.vendor = mergeVendor(before?.vendor, after.vendor);
  }
  return merged;
}

// The first list is copied, so that later ones can be added in place: a list per event would make this quadratic.
function addLogprobs(candidate: Candidate, value: unknown): void {
  const before = candidate.logprobs;
  if (Array.isArray(before) && Array.isArray(value)) for (const one of value) before.push(one);
  else candidate.logprobs = Array.isArray(value) ? [...value] : value;
}

function addVendor(node: { vendor?: VendorMembers | undefined }, vendor: VendorMembers | undefined): void {
  if (vendor !== undefined) node.vendor = mergeVendor(node.vendor, vendor);
}

function mergeVendor(before: VendorMembers | undefined, after: VendorMembers | undefined): VendorMembers {
  const merged: VendorMembers = { ...before };
  for (const [dialect, members] of Object.entries(after ?? {}))
    merged[dialect] = { ...merged[dialect], ...members };
  return merged;
}
