import type { Reply } from "../../../contract/index.ts";
import type { ReplyOptions } from "../../../dialects/index.ts";
import type { ByteBudget } from "../../../lib/index.ts";
import { AnswerGuard } from "../../enforcement/answer-guard.ts";
import type { Translation } from "../../mapping/translation.ts";
import { withoutMapped } from "../../record/call-receipt.ts";
import type { CallRequest } from "../../request/call-request.ts";
import type { LaterBodies } from "../../slices/later-bodies.ts";
import type { SliceQueue } from "../../slices/slice-queue.ts";
import type { AttemptOwner, ResponseHandler } from "../response-handler.ts";
import { translatedRequest } from "../upstream-request.ts";
import { type MappedCall, MappedResponse } from "./mapped-response.ts";
import { MappedStream } from "./mapped-stream.ts";
import { openRounds } from "./open-rounds.ts";
import { evidenceOf, type TranslatedQuestion } from "./translate-attempt.ts";

/** A call whose request was translated for an engine of another dialect. */
export interface MappedQuestion extends TranslatedQuestion {
  readonly owner: AttemptOwner;
  readonly context: TranslatedQuestion["context"] & {
    readonly limits: { readonly heartbeatMs: number; readonly repairJson?: boolean };
    readonly heldBytes: ByteBudget;
    readonly slices: SliceQueue;
  };
  /** Set if the bodies are too long to be written at once. */
  readonly later?: LaterBodies | undefined;
}

/** Opens the handler of a mapped call: of a stream, or of a whole answer. `notes` are put at the end of the answer. */
export function openMapped(
  question: MappedQuestion,
  translation: Translation,
  notes: readonly string[] = [],
): ResponseHandler {
  const { owner, context, request, target, ledger } = question;
  const { emulation, memory } = translation;
  const framing = framingOf(request);
  const unique = uniqueDigits(owner.runId);
  const sent = translatedRequest(request, target, translation, question.later, owner.canFallBack);
  const loop = openRounds(question, translation, sent, unique);
  const own = loop === undefined ? emulation?.openRewriter() : undefined;
  const rewriter = loop?.rounds ?? own;
  const guard = question.judge === undefined ? undefined : new AnswerGuard(question.judge, rewriter);
  const found: string[] = [];
  // The rounds of a search are rewritten one by one.
  const complete =
    emulation === undefined || loop !== undefined
      ? undefined
      : (whole: Reply) => {
          const { reply: done, warnings } = emulation.finish(whole);
          found.push(...warnings);
          return done;
        };
  const finish =
    notes.length === 0 ? complete : (whole: Reply) => withNotes(complete?.(whole) ?? whole, notes);
  const reply: ReplyOptions = {
    memory,
    id: `${request.dialect.replyIdPrefix}${unique}`,
    unique,
    inputTokens: translation.inputTokens,
    ownTool: translation.search?.name,
    created: Math.floor(context.now() / 1000),
    now: context.now,
    custody: ledger.contentOf(request.admission.caller).custody,
    framing: { caller: framing },
    // The receipt says nothing of the rest.
    lossesOnly: true,
    rewriter: guard ?? rewriter,
    finish: guard === undefined ? finish : (whole) => guard.inspect(finish?.(whole) ?? whole),
  };
  const call: MappedCall = {
    owner,
    dialect: request.dialect,
    engine: target.engine,
    translation: {
      report: withoutMapped(translation.report),
      emulation,
      negotiation: translation.negotiation,
    },
    ...sent,
    evidence: evidenceOf(question),
    // A whole answer of one round is read at once, and only then.
    found: () => [...found, ...(loop?.rounds.warnings ?? (memory.streams ? own?.warnings : undefined) ?? [])],
    reply,
    loop,
    framing,
    heartbeatMs: context.limits.heartbeatMs,
    now: context.now,
    heldBytes: context.heldBytes,
    slices: context.slices,
    guard,
  };
  return memory.streams ? new MappedStream(call) : new MappedResponse(call);
}

function withNotes(reply: Reply, notes: readonly string[]): Reply {
  const text = { type: "text", text: `\n\n${notes.join("\n")}` } as const;
  const candidates = reply.candidates.map((one) => ({ ...one, content: [...one.content, text] }));
  return { ...reply, candidates };
}

// The first four digits of a run id change every 50 days. Without them an id has at most 40 characters, as OpenAI wants.
function uniqueDigits(runId: string): string {
  return `${runId.slice(4, 8)}${runId.slice(9, 13)}${runId.slice(14, 18)}${runId.slice(19, 23)}${runId.slice(24)}`;
}

// Gemini streams a JSON array unless the query asks for events.
function framingOf({ admission }: CallRequest): "sse" | "array" {
  const { path, endpoint } = admission.recognised;
  if (endpoint.eventsQuery === undefined) return "sse";
  const query = path.slice(path.indexOf("?") + 1).split("&");
  return query.includes(endpoint.eventsQuery) ? "sse" : "array";
}
