import { createHash, type Hash } from "node:crypto";
import type { AbpError, BodyDigest, TokenUsage, TransferRecord } from "../../contract/index.ts";
import { type Dialect, isMembers } from "../../dialects/index.ts";
import type { Ledger, OpenRun } from "../../storage/index.ts";
import { PassedJudge } from "../enforcement/passed-judge.ts";
import type { Admission } from "../exchange/admission.ts";
import { parentRunOf } from "../exchange/parent-run.ts";
import type { ResponseFacts } from "../facts/response-facts.ts";
import type { EndedCall, RecordedRequest, RecordedResponse } from "../record/call-record.ts";
import { type AnswerUsage, readAnswerUsage } from "./answer-usage.ts";
import type { TransferPlan } from "./transfer-plan.ts";
import { beginTransfer, recordTransfer } from "./transfer-record.ts";

/** Only a message up to this size is looked into for a count of tokens. */
const MAX_COUNT_BYTES = 64 * 1024;
const NOTHING = new Uint8Array(0);

/** One direction of a session. */
class Traffic {
  readonly #hash: Hash = createHash("sha256");
  messages = 0;
  bytes = 0;

  add(data: Uint8Array): void {
    this.#hash.update(data);
    this.messages += 1;
    this.bytes += data.length;
  }

  get digest(): BodyDigest {
    return { bytes: this.bytes, sha256: this.#hash.copy().digest("hex") };
  }
}

/** How a session was closed. */
export type SocketEnd = Pick<NonNullable<TransferRecord["socket"]>, "close_code" | "closed_by">;

/** Collects what the receipt of a WebSocket session says. */
export class SocketFacts implements RecordedRequest {
  readonly streams = true;
  readonly body = NOTHING;
  readonly admission: Admission;
  /** Keeps the decisions of the policy. */
  readonly judge: PassedJudge;
  /** 101 once the session is open, or the status that the handshake was refused with. */
  status: number | undefined;
  model: string | undefined;
  readonly #runId: string;
  readonly #startedAt: number;
  readonly #now: () => number;
  readonly #fromCaller = new Traffic();
  readonly #fromEngine = new Traffic();
  #plan: TransferPlan | undefined;
  #openedAt: number | undefined;
  #usage: TokenUsage | undefined;
  #usageRaw: AnswerUsage["raw"] | undefined;

  constructor(admission: Admission, runId: string, now: () => number) {
    this.admission = admission;
    this.judge = new PassedJudge(admission.caller.policies, now);
    this.#runId = runId;
    this.#now = now;
    this.#startedAt = now();
  }

  get dialect(): Dialect {
    return this.admission.recognised.dialect;
  }

  get parentRun(): string | undefined {
    return parentRunOf(this.admission);
  }

  /** Of all payloads of the caller, one after the other. */
  get digest(): BodyDigest {
    return this.#fromCaller.digest;
  }

  planned(plan: TransferPlan): void {
    this.#plan = plan;
    this.model = plan.model;
  }

  beginning({ engine }: TransferPlan): OpenRun {
    const startedAt = new Date(this.#startedAt);
    return beginTransfer(this.admission, { runId: this.#runId, startedAt, engine, model: this.model });
  }

  opened(): void {
    this.status = 101;
    this.#openedAt = this.#now();
  }

  fromCaller(data: Uint8Array): void {
    this.#fromCaller.add(data);
  }

  fromEngine(data: Buffer): void {
    this.#fromEngine.add(data);
    this.#count(data);
  }

  ended(ledger: Ledger, error: AbpError | undefined, end: SocketEnd, call: EndedCall["call"]): EndedCall {
    return {
      request: this,
      ledger,
      runId: this.#runId,
      startedAt: this.#startedAt,
      firstByteAt: this.#openedAt,
      finishedAt: this.#now(),
      engine: this.#plan?.engine,
      status: this.status,
      failed: [],
      warnings: this.#plan?.warnings ?? [],
      response: this.#recorded(end),
      error,
      judge: this.judge.isApplied ? this.judge : undefined,
      kept: undefined,
      call,
    };
  }

  #recorded(end: SocketEnd): RecordedResponse {
    return {
      mode: "passthrough",
      upstreamRequest: this.#plan === undefined ? undefined : this.digest,
      upstreamModel: this.#plan?.upstreamModel ?? this.model,
      facts: () => this.#factsOf(end),
    };
  }

  #factsOf(end: SocketEnd): ResponseFacts {
    const { digest } = this.#fromEngine;
    const hasOpened = this.#openedAt !== undefined;
    const record = recordTransfer(this.admission, hasOpened && end.close_code !== null, []);
    return {
      observed: {
        ...(this.#usage === undefined ? {} : { usage: this.#usage, usageRaw: this.#usageRaw }),
      },
      upstreamResponse: hasOpened ? digest : undefined,
      response: hasOpened ? digest : undefined,
      mapping: [],
      negotiation: undefined,
      warnings: [],
      transfer: {
        ...record,
        socket: {
          from_caller: trafficOf(this.#fromCaller),
          from_engine: trafficOf(this.#fromEngine),
          ...end,
        },
      },
    };
  }

  // Events of a response carry its count; a session has many responses.
  #count(data: Buffer): void {
    if (data.length > MAX_COUNT_BYTES || !data.includes('"usage')) return;
    const value = parse(data.toString("utf8"));
    const found =
      readAnswerUsage(value) ?? (isMembers(value) ? readAnswerUsage(value["response"]) : undefined);
    if (found === undefined) return;
    const before = this.#usage ?? {};
    this.#usage = {
      ...(found.usage.input === undefined && before.input === undefined
        ? {}
        : { input: (before.input ?? 0) + (found.usage.input ?? 0) }),
      ...(found.usage.output === undefined && before.output === undefined
        ? {}
        : { output: (before.output ?? 0) + (found.usage.output ?? 0) }),
    };
    this.#usageRaw = found.raw;
  }
}

function trafficOf({ messages, bytes }: Traffic): { messages: number; bytes: number } {
  return { messages, bytes };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A message that is no JSON counts nothing.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
