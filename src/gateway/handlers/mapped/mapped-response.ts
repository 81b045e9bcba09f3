import {
  AbpError,
  type BodyDigest,
  type LossReport,
  type Reply,
  type StreamEvent,
} from "../../../contract/index.ts";
import {
  collapse,
  type Dialect,
  expand,
  isMembers,
  type Observation,
  type ReadReply,
  ReplyIds,
  type ReplyOptions,
  readReply,
  writeFinished,
} from "../../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../../engines/index.ts";
import type { ByteBudget, HeaderList } from "../../../lib/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import type { AnswerGuard } from "../../enforcement/answer-guard.ts";
import { type EngineEvidence, keepEvidence } from "../../evidence/engine-evidence.ts";
import { BAD_GATEWAY, statusInside, streamError } from "../../facts/engine-error.ts";
import type { ResponseFacts } from "../../facts/response-facts.ts";
import { ToolCallLog } from "../../facts/tool-call-log.ts";
import { addLossHeader } from "../../mapping/loss-header.ts";
import { withSearch } from "../../mapping/ran-emulations.ts";
import type { Translation } from "../../mapping/translation.ts";
import type { RoundLoop } from "../../rounds/round-loop.ts";
import type { SliceQueue } from "../../slices/slice-queue.ts";
import type { WholeBody } from "../../slices/whole-body.ts";
import type { AttemptOwner, ResponseHandler } from "../response-handler.ts";
import { parseFailure, translateFailure } from "../whole/failed-answer.ts";
import { type AnswerTaker, failLater, jsonHeaders, WholeAnswer, writeFor } from "../whole/whole-answer.ts";

/** What a mapped response knows of its call. */
export interface MappedCall {
  readonly owner: AttemptOwner;
  readonly dialect: Dialect;
  readonly engine: Engine;
  /** The parts of the translation that the response needs; the rest would only occupy memory while the engine works. */
  readonly translation: Pick<Translation, "report" | "emulation" | "negotiation">;
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  readonly reply: ReplyOptions;
  /** How the caller wants a stream framed. */
  readonly framing: "sse" | "array";
  readonly heartbeatMs: number;
  readonly now: () => number;
  readonly heldBytes: ByteBudget;
  readonly slices: SliceQueue;
  /** What the emulators found missing in the answer so far. */
  readonly found?: () => readonly string[];
  /** What the engine's rejections teach is kept here. */
  readonly evidence?: EngineEvidence | undefined;
  /** Set if a policy judges the tool calls of the answer. */
  readonly guard?: AnswerGuard | undefined;
  /** Set if the call may take further rounds: a search of the gateway, or a repair. */
  readonly loop?: RoundLoop | undefined;
}

/** The largest response that is translated whole. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Translates a response that is not a stream, once it is complete. */
export class MappedResponse implements ResponseHandler, AnswerTaker {
  readonly mode = "mapped";
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
  isReleased = false;
  readonly #call: MappedCall;
  readonly #ids: ReplyIds | undefined;
  readonly #collected: WholeAnswer;
  /** The answer so far, if it takes several rounds. */
  readonly #events: StreamEvent[] = [];
  readonly #mapping: LossReport[];
  readonly #warnings: string[] = [];
  readonly #calls = new ToolCallLog();
  #observed: Observation = {};
  /** The length of the engine's answer. */
  #answerBytes = 0;
  #upstreamResponse: BodyDigest | undefined;
  #response: BodyDigest | undefined;

  constructor(call: MappedCall) {
    this.#call = call;
    this.request = call.request;
    this.upstreamRequest = call.upstreamRequest;
    this.upstreamModel = call.upstreamModel;
    this.#collected = new WholeAnswer(call.heldBytes, MAX_RESPONSE_BYTES);
    this.#mapping = [call.translation.report];
    if (call.reply.unique !== undefined)
      this.#ids = new ReplyIds(call.reply.unique, call.dialect.replyIdPrefix);
    this.#warnings.push(...(call.translation.emulation?.report.warnings ?? []));
  }

  onHead(status: number, headers: HeaderList): void {
    this.#collected.begin(status, headers);
  }

  onData(chunk: Uint8Array): boolean {
    if (this.#collected.add(chunk)) return true;
    this.onFailure(
      new AbpError("backend_unavailable", "the engine's response is too large to be translated"),
    );
    return false;
  }

  onEnd(): void {
    this.#collected.readFor(this, this.#call.slices);
  }

  take({ body, digest }: WholeBody, value: unknown): void {
    this.#upstreamResponse ??= digest;
    this.#call.loop?.endRound(digest);
    const { engine } = this.#call;
    const { status } = this.#collected;
    if (status >= 400) {
      this.#answerFailure(parseFailure(body, engine), status);
      return;
    }
    this.#answerBytes = body.length;
    const observed = isMembers(value) ? engine.dialect.observe(value) : {};
    // Some servers send errors with the status of a success.
    if (observed.end === "failed") {
      const failure = parseFailure(body, engine);
      this.#answerFailure(failure, statusInside(engine.dialect.readError(BAD_GATEWAY, failure).code));
    } else this.#answer(value, observed);
  }

  onFailure(error: AbpError): void {
    const { owner } = this.#call;
    if (owner.fallBack(error)) return;
    owner.finished(error);
  }

  release(): void {
    this.isReleased = true;
    this.#call.loop?.stop();
    this.#collected.release();
    if (this.#call.guard !== undefined) this.#call.guard.onDecided = undefined;
  }

  facts(): ResponseFacts {
    const { loop } = this.#call;
    const usage = loop?.rounds.usage;
    return {
      observed: usage === undefined ? this.#observed : { ...this.#observed, usage },
      searches: loop?.searches,
      calls: loop?.calls,
      toolCalls: this.#calls.finish(),
      upstreamResponse: this.#upstreamResponse,
      response: this.#response,
      mapping: this.#mapping,
      negotiation: withSearch(this.#call.translation.negotiation, loop),
      warnings: this.#warnings,
    };
  }

  #answer(value: unknown, observed: Observation): void {
    const { dialect, engine, reply, loop } = this.#call;
    if (value === undefined) {
      this.onFailure(new AbpError("backend_unavailable", "the engine's response is not JSON"));
      return;
    }
    let read: ReadReply;
    try {
      read = readReply(engine.dialect, dialect, value, reply, this.#ids);
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      this.onFailure(
        new AbpError("backend_unavailable", `the engine's response cannot be read: ${error.message}`),
      );
      return;
    }
    const isEmpty = read.reply.candidates.every(({ content }) => content.length === 0);
    if (observed.end === undefined && isEmpty) {
      const message = "the engine's response has neither content nor a reason to end";
      this.onFailure(new AbpError("backend_unavailable", message));
      return;
    }
    this.#mapping.push(read.report);
    this.#observed = { ...observed, end: "complete" };
    if (loop === undefined) this.#complete(read.own);
    else this.#takeRound(loop, read.own);
  }

  #takeRound(loop: RoundLoop, own: Reply): void {
    const { rounds } = loop;
    for (const event of expand(own)) this.#events.push(...rounds.push(event));
    this.#events.push(...rounds.end());
    loop.noteUsage();
    if (!rounds.isPending) {
      this.#completeRounds();
      return;
    }
    this.#goOn(loop).catch((thrown: unknown) => failLater(this, thrown));
  }

  async #goOn(loop: RoundLoop): Promise<void> {
    const next = await loop.next();
    if (this.isReleased) return;
    this.#events.push(...loop.rounds.flush());
    if (next === undefined) {
      this.#completeRounds();
      return;
    }
    loop.startRound(next);
    this.#collected.release();
    this.#call.owner.sendAgain(next.request, { usage: loop.rounds.usage, searches: loop.searches });
  }

  #completeRounds(): void {
    const { reply, error } = collapse(this.#events);
    if (error === undefined) this.#complete(reply);
    else this.onFailure(streamError(error.code, error.message));
  }

  #complete(reply: Reply): void {
    const { guard } = this.#call;
    let body: unknown;
    try {
      body = this.#write(reply);
    } catch (error) {
      // An emulation that fails says so itself: the engine is not to blame.
      if (!AbpError.is(error)) throw error;
      this.onFailure(error);
      return;
    }
    if (guard?.isWaiting === true) guard.onDecided = () => this.#deliver(body);
    else this.#deliver(body);
  }

  // An answer that can be continued repeats members of the request.
  get #expectedBytes(): number {
    const { dialect, request } = this.#call;
    return Math.max(this.#answerBytes, dialect.state === undefined ? 0 : (request.body?.length ?? 0));
  }

  #write(reply: Reply): unknown {
    const { dialect, reply: options } = this.#call;
    const finished = options.finish?.(reply) ?? reply;
    this.#calls.addReply(finished);
    return writeFinished(dialect, finished, options);
  }

  #deliver(body: unknown): void {
    const { owner, guard } = this.#call;
    if (guard?.error !== undefined) {
      owner.finished(guard.error);
      return;
    }
    writeFor(this, body, this.#expectedBytes, this.#call.slices);
  }

  send({ body, digest }: WholeBody): void {
    const { owner, translation } = this.#call;
    this.#response = digest;
    const warnings = this.#call.found?.() ?? [];
    const answer = { reports: this.#mapping.slice(1), warnings };
    this.#warnings.push(...warnings);
    owner.head(
      this.#collected.status,
      addLossHeader(jsonHeaders(body), translation.report, undefined, answer),
    );
    owner.end(body);
    owner.finished(undefined);
  }

  #answerFailure(value: unknown, engineStatus: number): void {
    const { owner, translation } = this.#call;
    learnFromFailure(this.#call, engineStatus, value);
    const failed = translateFailure(this.#call, this.#collected, value, engineStatus);
    if (failed === undefined) return;
    const { answer, report, error } = failed;
    this.#response = digestBody(answer.body);
    this.#mapping.push(report);
    owner.head(answer.status, addLossHeader([...answer.headers], translation.report, report));
    owner.end(answer.body);
    owner.finished(error);
  }
}

/** Keeps what a failed response teaches about the engine's model. */
export function learnFromFailure(call: MappedCall, status: number, failure: unknown): void {
  const { evidence, engine, request, upstreamModel: model, slices } = call;
  if (evidence !== undefined)
    keepEvidence(evidence, { engine, model, sent: request.body, status, failure, slices });
}
