import type { LossReport, Reply, StreamEvent } from "../../contract/index.ts";
import type { Dialect, Failure, WrittenError } from "../dialect.ts";
import { accountReply } from "../features/account.ts";
import { listUsedReplyFeatures } from "../features/used-reply-features.ts";
import type { Members } from "../members/members.ts";
import { Origins } from "../origins.ts";
import type { ReasoningCustody } from "./custody.ts";
import { holdReasoning } from "./reasoning.ts";
import { ReplyIds } from "./reply-ids.ts";
import type { CallMemory } from "./request.ts";
import { unwrapReply } from "./tool-wrapping.ts";

/** Settings for translating a reply. */
export interface ReplyOptions {
  readonly memory: CallMemory;
  /** Used where the reply has none of its own. */
  readonly id: string;
  readonly created: number;
  /** Hexadecimal digits that no other reply has. With them the reply gets ids of its own in place of the engine's. */
  readonly unique?: string;
  readonly custody?: ReasoningCustody;
  /** Whether a stream is held against the caller's grammar as it is written; costs a second parse of every event. */
  readonly checkGrammar?: boolean;
  /** Changes a whole reply between reading and writing. Emulators complete their work here. */
  readonly finish?: (reply: Reply) => Reply;
  /** The same for a stream, event by event. */
  readonly rewriter?: EventRewriter;
  /** How a stream is framed on each side, where a dialect has another way than server-sent events. */
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
}

/** A translated reply. */
export interface TranslatedReply {
  readonly body: Members;
  /** The reply as the engine gave it. */
  readonly reply: Reply;
  readonly report: LossReport;
}

/** Reads a reply in the engine's dialect and writes it in the caller's. */
export function translateReply(
  engine: Dialect,
  caller: Dialect,
  body: unknown,
  options: ReplyOptions,
): TranslatedReply {
  const origins = new Origins();
  const read = engine.readReply(body, origins);
  const entries = accountReply(listUsedReplyFeatures(read), origins, engine, caller);
  const named = options.unique === undefined ? read : new ReplyIds(options.unique).inReply(read);
  holdReasoning(named, engine, caller, options.custody);
  const own = returnReply(named, options.memory);
  return {
    body: caller.writeReply(options.finish?.(own) ?? own, replyFacts(options)),
    reply: read,
    report: { from: engine.id, to: caller.id, direction: "response", entries },
  };
}

/** The reply with the caller's own ids and tools. */
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
  const { memory, id, created } = options;
  return { ids: memory.ids, id, created, model: memory.model, usage: memory.streamUsage };
}

/** Reads an error in the engine's dialect and writes it in the caller's. */
export function translateError(
  engine: Dialect,
  caller: Dialect,
  status: number,
  body: unknown,
): WrittenError & { failure: Failure } {
  const failure = engine.readError(status, body);
  return { ...caller.writeError(failure), failure };
}
