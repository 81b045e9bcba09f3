import { AbpError } from "../../contract/index.ts";
import type { EngineSocket, SocketHandler } from "../../engines/index.ts";
import type { HeaderList } from "../../lib/index.ts";
import type { Ledger } from "../../storage/index.ts";
import { vendorCredential } from "../callers/callers.ts";
import { readProtocols } from "../callers/socket-protocols.ts";
import type { Admission } from "../exchange/admission.ts";
import { leaveError } from "../exchange/leave-error.ts";
import type { LeaveReason } from "../exchange/open-call.ts";
import type { OpenSession, SocketSink } from "../exchange/socket-session.ts";
import { engineError } from "../facts/engine-error.ts";
import { addEngineHeaders } from "../headers/call-ids.ts";
import { addResponseHeaders, forwardedRequestHeaders } from "../headers/forwarded-headers.ts";
import { isOrganizationProtocol } from "../headers/organization-choice.ts";
import { answerError, asAbpError } from "../plain-answers/error-answer.ts";
import { checkParentRun } from "../record/run-owner.ts";
import { BROKEN_OFF, isOrderly, sentCode } from "./close-code.ts";
import { type SocketEnd, SocketFacts } from "./socket-facts.ts";
import type { TransferContext } from "./transfer.ts";
import type { MessageWatch, PlanTransfer, TransferPlan } from "./transfer-plan.ts";

const HANDSHAKE_HEADER = /^sec-websocket-/i;
/** The largest message of either side. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

interface Message {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/**
 * One WebSocket session that passes through to an engine of the caller's dialect, message by message and unchanged. It has
 * exactly one receipt. The caller's handshake is answered after the engine's.
 */
export class SocketSession implements OpenSession, SocketHandler {
  readonly runId: string;
  readonly #context: TransferContext;
  readonly #planTransfer: PlanTransfer;
  readonly #admission: Admission;
  readonly #sink: SocketSink;
  readonly #ledger: Ledger;
  readonly #facts: SocketFacts;
  #plan: TransferPlan | undefined;
  #engine: EngineSocket | undefined;
  #isOpen = false;
  #isOver = false;
  #watch: MessageWatch | undefined;
  /** The messages behind one that names something which is being looked up. */
  #waiting: Message[] | undefined;
  #isRecorded = false;
  #recorded: PromiseWithResolvers<void> | undefined;

  constructor(context: TransferContext, planTransfer: PlanTransfer, admission: Admission, sink: SocketSink) {
    this.runId = context.newId();
    this.#context = context;
    this.#planTransfer = planTransfer;
    this.#admission = admission;
    this.#sink = sink;
    this.#ledger = context.ledgerOf(admission.caller.tenant);
    this.#facts = new SocketFacts(admission, this.runId, context.now);
  }

  get recorded(): Promise<void> {
    if (this.#isRecorded) return Promise.resolve();
    this.#recorded ??= Promise.withResolvers();
    if (this.#isOver) this.#context.receipts.hurry();
    return this.#recorded.promise;
  }

  start(): this {
    const { account } = this.#admission;
    account?.enter(this);
    const run = this.#run();
    account?.waitFor(run);
    return this;
  }

  leave(reason: LeaveReason): void {
    if (this.#isOver) return;
    const error = leaveError(reason);
    if (reason === "shutting_down" || reason === "run_ended") this.#fail(error, GOING_AWAY);
    else this.#finish(error, { close_code: null, closed_by: "caller" });
  }

  fromCaller(data: Buffer, isBinary: boolean): boolean {
    if (this.#isOver || !this.#isOpen) return false;
    if (this.#waiting === undefined) return this.#take({ data, isBinary });
    this.#waiting.push({ data, isBinary });
    return false;
  }

  callerClosed(code: number, reason: string): void {
    if (this.#isOver) return;
    if (code === BROKEN_OFF) {
      this.leave("client_gone");
      return;
    }
    this.#engine?.close(sentCode(code), reason);
    this.#finish(undefined, { close_code: code, closed_by: "caller" });
  }

  resume(): void {
    this.#engine?.resume();
  }

  onOpen(protocol: string): void {
    if (this.#isOver) return;
    this.#isOpen = true;
    this.#facts.opened();
    if (!this.#sink.accept(protocol, this.#addHeaders([]))) this.leave("client_gone");
  }

  onMessage(data: Buffer, isBinary: boolean): boolean {
    if (this.#isOver) return false;
    this.#facts.fromEngine(data);
    this.#watch?.fromEngine?.(data);
    return this.#sink.send(data, isBinary);
  }

  onDrain(): void {
    if (!this.#isOver && this.#waiting === undefined) this.#sink.takeMore();
  }

  onClose(code: number, reason: string): void {
    if (this.#isOver) return;
    if (code === BROKEN_OFF) {
      this.#sink.break();
      const error = new AbpError("stream_closed", "the engine broke the session off");
      this.#finish(error, { close_code: null, closed_by: "engine" });
      return;
    }
    this.#sink.close(sentCode(code), reason);
    const error = isOrderly(code)
      ? undefined
      : new AbpError("stream_closed", `the engine closed the session with code ${code}`);
    this.#finish(error, { close_code: code, closed_by: "engine" });
  }

  onRefused(status: number, headers: HeaderList, body: Buffer): void {
    if (this.#isOver) return;
    const { dialect } = this.#plan!.engine;
    // A handshake that is answered with a success that is no upgrade is not one of a WebSocket.
    if (status < 400) {
      this.#fail(new AbpError("backend_unavailable", "the engine opened no WebSocket"), POLICY_VIOLATION);
      return;
    }
    const list = this.#addHeaders(addResponseHeaders([], headers));
    this.#facts.status = status;
    this.#sink.refuse({ status, headers: withoutLength(list), body: body.toString("utf8") });
    const failure = dialect.readError(status, undefined);
    this.#finish(engineError(failure.code, failure.message, status), GATEWAY_END);
  }

  #addHeaders(headers: string[]): string[] {
    const { engine } = this.#plan!;
    const { dialect } = this.#admission.recognised;
    return addEngineHeaders(headers, dialect, this.runId, { mode: "passthrough", engine });
  }

  onFailure(error: AbpError): void {
    this.#fail(error, POLICY_VIOLATION);
  }

  onRecorded(): void {
    this.#isRecorded = true;
    this.#recorded?.resolve();
  }

  async #run(): Promise<void> {
    try {
      await this.#serve();
    } catch (thrown) {
      this.#fail(thrown, POLICY_VIOLATION);
    }
  }

  async #serve(): Promise<void> {
    const { account, head } = this.#admission;
    account?.check();
    await checkParentRun(this.#context, this.#admission);
    if (this.#isOver) return;
    const plan = await this.#planTransfer(this.#admission, undefined, this.#facts.judge);
    this.#plan = plan;
    this.#watch = plan.openMessageWatch?.();
    this.#facts.planned(plan);
    const { engine } = plan;
    if (engine.connect === undefined)
      throw new AbpError("route_not_found", `the engine ${engine.name} serves no WebSocket`);
    if (this.#isOver) return;
    await this.#ledger.begin(this.#facts.beginning(plan));
    if (this.#isOver) return;
    account?.check();
    const credential =
      engine.usesCallerKey && plan.getsCallerKey !== false ? vendorCredential(head) : undefined;
    const hasCallerKey = credential !== undefined;
    const { offered } = readProtocols(head.headers);
    this.#engine = engine.connect(
      {
        path: plan.path,
        headers: withoutHandshake(forwardedRequestHeaders(head.headers, { hasCallerKey })),
        protocols: offered.filter((protocol) => hasCallerKey || !isOrganizationProtocol(protocol)),
        maxMessageBytes: MAX_MESSAGE_BYTES,
        ...(credential === undefined ? {} : { callerCredential: credential }),
      },
      this,
    );
  }

  #pass({ data, isBinary }: Message): boolean {
    this.#facts.fromCaller(data);
    return this.#engine!.send(data, isBinary);
  }

  /** Checks a message and passes it on. Returns false if the caller has to wait. */
  #take(message: Message): boolean {
    let looked: Promise<void> | undefined;
    try {
      looked = this.#watch?.check(message.data);
    } catch (thrown) {
      this.#fail(thrown, POLICY_VIOLATION);
      return false;
    }
    this.#facts.model ??= this.#watch?.model;
    if (looked === undefined) return this.#pass(message);
    this.#waiting = [];
    void this.#passWhen(looked, message);
    return false;
  }

  async #passWhen(looked: Promise<void>, message: Message): Promise<void> {
    try {
      await looked;
    } catch (thrown) {
      this.#fail(thrown, POLICY_VIOLATION);
    }
    const behind = this.#waiting ?? [];
    this.#waiting = undefined;
    if (this.#isOver) return;
    let wantsMore = this.#pass(message);
    for (const next of behind) wantsMore = this.fromCaller(next.data, next.isBinary);
    if (wantsMore) this.#sink.takeMore();
  }

  /** Ends the session with an error of ours; `code` closes it if it is open. */
  #fail(thrown: unknown, code: number): void {
    if (this.#isOver) return;
    const error = asAbpError(thrown);
    if (error.code === "internal") this.#context.report("a session failed inside the gateway", thrown);
    if (this.#isOpen) this.#sink.close(code, error.code);
    else {
      const answer = answerError(this.#admission.recognised.dialect, error, this.runId);
      this.#facts.status = answer.status;
      this.#sink.refuse(answer);
    }
    this.#finish(error, this.#isOpen ? { close_code: code, closed_by: "gateway" } : GATEWAY_END);
  }

  #finish(error: AbpError | undefined, end: SocketEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#admission.account?.exit(this);
    if (error !== undefined) this.#engine?.abort();
    this.#context.receipts.add(this.#facts.ended(this.#ledger, error, end, this));
    if (this.#recorded !== undefined) this.#context.receipts.hurry();
  }
}

const GATEWAY_END: SocketEnd = { close_code: null, closed_by: "gateway" };

function withoutHandshake(headers: readonly string[]): string[] {
  return headers.filter((_, at) => !HANDSHAKE_HEADER.test(headers[at - (at % 2)]!));
}

function withoutLength(headers: readonly string[]): string[] {
  return headers.filter((_, at) => !/^content-length$/i.test(headers[at - (at % 2)]!));
}
