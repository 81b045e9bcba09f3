import type { Engine } from "../../engines/index.ts";
import type { OwnedContent } from "../../storage/index.ts";
import type { GatewayContext } from "../context.ts";
import type { ResponseSink } from "../exchange/response-sink.ts";
import type { CallRequest } from "../request/call-request.ts";
import { KeepingSink } from "./keeping-sink.ts";
import { keepState, turnItems } from "./response-state.ts";
import { keepThread } from "./thread-state.ts";

/** A call whose answer the gateway keeps. */
export interface KeptAnswer {
  readonly context: Pick<GatewayContext, "heldBytes" | "report" | "slices">;
  readonly request: CallRequest;
  readonly engine: Engine;
  readonly runId: string;
  readonly startedAt: number;
  readonly content: Pick<OwnedContent, "responses" | "conversations" | "threads">;
  /** Takes what the receipt says of an answer that could not be kept. */
  readonly warnings: string[];
  /** Takes what settles when the answer is kept, or cannot be. */
  readonly onKept: (kept: Promise<void>) => unknown;
}

/** Makes the sink that keeps the answer before its last bytes reach the caller. */
export function openKeeping(answer: KeptAnswer): (sink: ResponseSink) => KeepingSink {
  const { context, request } = answer;
  const { dialect } = request;
  const keep = (value: unknown): Promise<void> => {
    const kept = keepAnswer(answer, value).catch((thrown: unknown) => {
      answer.warnings.push("the answer could not be kept, so no call can continue it");
      context.report("a response could not be kept", thrown);
    });
    answer.onKept(kept);
    return kept;
  };
  const collector = request.thread === undefined ? undefined : dialect.threads?.openCollector();
  return (sink) => new KeepingSink(sink, dialect, context.heldBytes, keep, context.slices, collector);
}

async function keepAnswer(answer: KeptAnswer, response: unknown): Promise<void> {
  const { request, engine, runId, content } = answer;
  const { dialect, thread, conversation } = request;
  if (request.isLong) await request.readInSlices(answer.context.slices);
  if (thread !== undefined) {
    await keepThread(dialect.threads!, content.threads, thread, request.value, response);
    return;
  }
  const state = dialect.state!;
  const createdAt = new Date(answer.startedAt);
  const turn = { engine, runId, createdAt, request: request.asSent, response };
  // An engine of the same dialect that keeps responses keeps this one too, but knows nothing of the conversation.
  if (!engine.keepsResponses || engine.dialect !== dialect) await keepState(state, content, turn);
  if (conversation === undefined) return;
  // A conversation that was deleted meanwhile stays deleted.
  const items = turnItems(state, runId, state.inputOf(turn.request), response);
  await content.conversations.addItems(conversation, items);
}
