import type { LossReport, Reply, StreamEvent } from "../../contract/index.ts";
import type { Failure, WrittenError } from "../codec/error-codec.ts";
import { fullMessage } from "../codec/relayed-error.ts";
import type { Dialect } from "../dialect.ts";
import { accountReply, isCarried } from "../features/account.ts";
import { accountError } from "../features/error-account.ts";
import { listUsedReplyFeatures } from "../features/used-reply-features.ts";
import type { Members } from "../members/members.ts";
import { Origins } from "../origins.ts";
import { hideRuns, showRuns } from "../rendering/shown-runs.ts";
import type { ReasoningCustody } from "./custody.ts";
import { holdReasoning } from "./reasoning.ts";
import { prefixedId, ReplyIds } from "./reply-ids.ts";
import type { CallMemory } from "./request.ts";
import { unwrapReply } from "./tools/tool-wrapping.ts";

/** Settings for translating a reply. */
export interface ReplyOptions {
  readonly memory: CallMemory;
  /** Used if the reply has none of its own. */
  readonly id: string;
  readonly created: number;
  /** The time in milliseconds since 1970, for the end of the reply; without it, `created` stands for it. */
  readonly now?: (() => number) | undefined;
  /** Hexadecimal digits that no other reply has. With them the reply gets ids of its own in place of the engine's. */
  readonly unique?: string | undefined;
  /** An estimate of the input's tokens, for a stream that begins with them. */
  readonly inputTokens?: number | undefined;
  readonly custody?: ReasoningCustody | undefined;
  /** The name of a function of our own: its calls are neither the caller's nor part of the account. */
  readonly ownTool?: string | undefined;
  /** Whether the account names losses only, and not what reaches the caller as it stands. */
  readonly lossesOnly?: boolean;
  /** Changes a whole reply between reading and writing. Emulators complete their work here. */
  readonly finish?: ((reply: Reply) => Reply) | undefined;
  /** The same for a stream, event by event. */
  readonly rewriter?: EventRewriter | undefined;
  /** Told of every event that is written for the caller. */
  readonly onEvent?: (event: StreamEvent) => void;
  /** How a stream is framed on each side, if a dialect has another way than server-sent events. */
  readonly framing?: { readonly engine?: Framing; readonly caller?: Framing };
}

/** How the events of a stream follow each other: as server-sent events, or as the elements of one JSON array. */
export type Framing = "sse" | "array";

/** Rewrites a stream between reading and writing. */
export interface EventRewriter {
  /** The events to write for one that came. */
  push(event: StreamEvent): readonly StreamEvent[];
  /** The events that are still held back when the stream ends. */
  end(): readonly StreamEvent[];
  /** The events that were held back for a reason that has passed. */
  flush?(): readonly StreamEvent[];
  /** Whether the stream must stay open after its end, because events are held back. */
  readonly isHolding?: boolean;
  /** Problems of the answer that were found so far. */
  readonly warnings?: readonly string[];
}

export interface TranslatedReply {
  readonly body: Members;
  /** The reply as the engine gave it. */
  readonly reply: Reply;
  readonly report: LossReport;
}

/** A reply that was read in the engine's dialect. */
export interface ReadReply {
  /** The reply as the engine gave it. */
  readonly reply: Reply;
  /** The reply with the caller's ids and tools. */
  readonly own: Reply;
  readonly report: LossReport;
}

/**
 * Reads a reply in the engine's dialect and writes it in the caller's.
 *
 * @example
 * import { findDialect, translateReply } from "agent-backplane/dialects";
 * const options = { memory: translated.memory, id: "msg_1", created: 1_700_000_000 };
 * const { body: answer, report } = translateReply(findDialect("gemini"), findDialect("claude"), body, options);
 */
export function translateReply(
  engine: Dialect,
  caller: Dialect,
  body: unknown,
  options: ReplyOptions,
): TranslatedReply {
  const { reply, own, report } = readReply(engine, caller, body, options);
  return { body: writeFinished(caller, options.finish?.(own) ?? own, options), reply, report };
}

/**
 * Reads a reply in the engine's dialect. `ids` names its calls if several replies of the engine become one of ours.
 */
export function readReply(
  engine: Dialect,
  caller: Dialect,
  body: unknown,
  options: ReplyOptions,
  ids = options.unique === undefined ? undefined : new ReplyIds(options.unique, caller.replyIdPrefix),
): ReadReply {
  const origins = new Origins();
  const read = engine.readReply(body, origins, options.id);
  const reply = options.memory.wantsJson === true ? hideRuns(read) : read;
  const used = listUsedReplyFeatures(withoutCallsOf(options.ownTool, reply));
  const named = options.lossesOnly === true ? used.filter((one) => !isCarried(one, caller)) : used;
  const entries = accountReply(named, origins, engine, caller);
  const own = ids === undefined ? withPrefix(reply, engine, caller) : ids.inReply(reply);
  holdReasoning(withoutCallsOf(options.ownTool, own), engine, caller, options.custody);
  return {
    reply,
    own: returnReply(showRuns(own, caller.id), options.memory),
    report: { from: engine.id, to: caller.id, direction: "response", entries },
  };
}

function withPrefix(reply: Reply, engine: Dialect, caller: Dialect): Reply {
  return reply.id === undefined ? reply : { ...reply, id: prefixedId(reply.id, engine, caller) };
}

/** Writes a reply in the caller's dialect. `finish` was called for it. */
export function writeFinished(caller: Dialect, reply: Reply, options: ReplyOptions): Members {
  return caller.writeReply(reply, replyFacts(options));
}

function withoutCallsOf(tool: string | undefined, reply: Reply): Reply {
  if (tool === undefined) return reply;
  const candidates = reply.candidates.map((candidate) => ({
    ...candidate,
    content: candidate.content.filter((block) => block.type !== "tool_use" || block.name !== tool),
  }));
  return { ...reply, candidates };
}

/**
 * The reply with the caller's own ids and tools.
 *
 * @example
 * import { returnReply } from "agent-backplane/dialects";
 * const forCaller = returnReply(reply, translated.memory);
 */
export function returnReply(reply: Reply, memory: CallMemory): Reply {
  const unwrapped = unwrapReply(reply, memory.tools);
  if (memory.ids.entries().size === 0) return unwrapped;
  return {
    ...unwrapped,
    candidates: unwrapped.candidates.map((candidate) => ({
      ...candidate,
      content: candidate.content.map((block) =>
        block.type === "tool_use" ? { ...block, id: memory.ids.backward(block.id) } : block,
      ),
    })),
  };
}

/** The facts that writers of replies and streams need. */
export function replyFacts(options: ReplyOptions) {
  const { memory, id, created, now } = options;
  return {
    ids: memory.ids,
    id,
    created,
    model: memory.model,
    usage: memory.streamUsage,
    inputTokens: options.inputTokens,
    now,
    asked: memory.asked,
  };
}

/** An error in the caller's dialect, with its losses. */
export interface TranslatedError extends WrittenError {
  readonly failure: Failure;
  readonly report: LossReport;
}

/**
 * Reads an error in the engine's dialect and writes it in the caller's.
 *
 * @example
 * import { findDialect, translateError } from "agent-backplane/dialects";
 * const error = translateError(findDialect("gemini"), findDialect("claude"), 429, body);
 */
export function translateError(
  engine: Dialect,
  caller: Dialect,
  status: number,
  body: unknown,
): TranslatedError {
  const read = engine.readError(status, body);
  const failure = engine.id === caller.id ? read : { ...read, message: fullMessage(read) };
  const written = caller.writeError(failure);
  const entries = accountError(body, failure, written, caller.id);
  return { ...written, failure, report: { from: engine.id, to: caller.id, direction: "error", entries } };
}
