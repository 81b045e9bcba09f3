import { AbpError, type CompatibilityMode } from "../../contract/index.ts";
import type { Members, StateCodec } from "../../dialects/index.ts";
import type { Engine, UpstreamCall } from "../../engines/index.ts";
import type { Ledger } from "../../storage/index.ts";
import { answerError, asAbpError } from "../answer/error-answer.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission, AnswerSource, LeaveReason, OpenCall, ResponseSink } from "../exchange.ts";
import { openResponse } from "../response/open-response.ts";
import type { AttemptOwner, Ending, ResponseHandler } from "../response/response-handler.ts";
import { chooseAutoEngine } from "../routing/auto-engine.ts";
import type { Destination } from "../routing/router.ts";
import { KeepingSink } from "../state/keeping-sink.ts";
import { expandState, keepState } from "../state/response-state.ts";
import { CallRequest } from "./call-request.ts";

/** What changes how a call is served. */
export interface CallServing {
  /** The engine that the call must go to. */
  readonly engine?: Engine;
  /** Who works on calls that want to be answered at once. */
  readonly background?: {
    start(admission: Admission, state: StateCodec, request: Members, sink: ResponseSink): OpenCall;
  };
}

/** One call of a model, from its body to its receipt. It has exactly one answer and exactly one receipt. */
export class ModelCall implements OpenCall, AttemptOwner, AnswerSource {
  readonly runId: string;
  readonly #parts: GatewayContext;
  readonly #serving: CallServing;
  readonly #asked: CallRequest;
  readonly #given: ResponseSink;
  #sink: ResponseSink;
  readonly #ledger: Ledger;
  readonly #startedAt: number;
  #kept: Promise<void> | undefined;
  #destination: Destination | undefined;
  #mode: CompatibilityMode;
  #engine: Engine | undefined;
  #fallbacks: Engine[] = [];
  readonly #failed: { engine: string; code: string }[] = [];
  readonly #warnings: string[] = [];
  #lane: ResponseHandler | undefined;
  #upstream: UpstreamCall | undefined;
  #status: number | undefined;
  #firstByteAt: number | undefined;
  #isOver = false;
  #isRecorded = false;
  #recorded: Promise<void> | undefined;
  #settle: (() => void) | undefined;

  constructor(
    parts: GatewayContext,
    admission: Admission,
    body: Buffer,
    sink: ResponseSink,
    serving: CallServing = {},
  ) {
    this.#parts = parts;
    this.#serving = serving;
    this.#asked = new CallRequest(admission, body);
    this.#given = sink;
    this.#sink = sink;
    this.#mode = parts.mode;
    this.#ledger = parts.ledgerOf(admission.caller.tenant);
    this.runId = parts.newId();
    this.#startedAt = parts.now();
    sink.source = this;
  }

  /** Chooses the way and sends the call; what cannot be honoured is answered and recorded, and nothing is sent. */
  start(): this {
    this.#parts.arrivals.add(this);
    return this;
  }

  /** Goes on, in a row with the other calls that came in the same turn of the event loop. */
  go(): void {
    if (!this.#isOver) void this.#run();
  }

  /** Made only for those who ask, because hardly anybody does; who asks does not wait for the receipts of others. */
  get recorded(): Promise<void> {
    this.#recorded ??= this.#isRecorded
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#settle = resolve;
        });
    if (this.#isOver) this.#parts.desk.hurry();
    return this.#recorded;
  }

  leave(reason: LeaveReason): void {
    if (this.#isOver) return;
    this.#upstream?.abort();
    const error = new AbpError(reason, LEAVING[reason]);
    // A caller that is still there is told, as far as its answer can still say it.
    if (reason === "shutting_down" && this.#lane !== undefined) this.#lane.onFailure(error);
    if (!this.#isOver) this.#finish({ error });
  }

  /** The caller can take more. */
  resume(): void {
    this.#upstream?.resume();
  }

  get canFallBack(): boolean {
    return this.#fallbacks.length > 0 && this.#status === undefined;
  }

  head(status: number, headers: string[]): void {
    this.#status = status;
    this.#firstByteAt = this.#parts.now();
    headers.push("x-abp-run-id", this.runId);
    if (this.#failed.length > 0) headers.push("x-abp-fallback", this.#engine!.name);
    if (this.#engine!.isSimulated) headers.push("x-abp-simulated", "true");
    this.#sink.head(status, headers);
  }

  write(chunk: Uint8Array | string): boolean {
    return this.#sink.write(chunk);
  }

  end(chunk?: Uint8Array | string): void {
    this.#sink.end(chunk);
  }

  break(): void {
    this.#sink.break();
  }

  over(ending: Ending): void {
    if (this.#isOver) return;
    if (ending.error !== undefined && this.#status === undefined) this.#answer(ending.error);
    this.#finish(ending);
  }

  fallBack(error: AbpError): boolean {
    const isEnginesFault = error.code !== "shutting_down";
    const next =
      isEnginesFault && this.#status === undefined && !this.#isOver ? this.#fallbacks.shift() : undefined;
    if (next === undefined) return false;
    this.#failed.push({ engine: this.#engine!.name, code: error.code });
    this.#warnings.push(`${this.#engine!.name} failed (${error.code}); ${next.name} took over`);
    this.#upstream?.abort();
    this.#stopTicking();
    try {
      this.#enter(next, undefined);
      this.#dispatch();
    } catch (thrown) {
      this.#fail(thrown);
    }
    return true;
  }

  async #run(): Promise<void> {
    try {
      await this.#send();
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  async #send(): Promise<void> {
    const asked = this.#asked;
    const { caller } = asked.admission;
    asked.scan(this.#parts.limits.maxDepth);
    const destination = this.#route();
    const { engine } = destination;
    this.#destination = destination;
    this.#mode = chooseMode(caller.mode, asked.askedMode, destination.mode, this.#parts.mode);
    this.#fallbacks = destination.fallback.filter((one) => caller.mayUse(one.name));
    asked.refineDialect(engine);
    if (asked.dialect.state !== undefined && asked.body.length > 0 && asked.isReadableFor(engine)) {
      if (this.#handOver(engine)) return;
      await this.#putInEarlierTurns(asked.dialect.state, engine);
      if (this.#isOver) return;
    }
    this.#enter(engine, destination.model);
    await this.#ledger.begin({
      runId: this.runId,
      workOrderId: asked.parentRun ?? this.runId,
      startedAt: new Date(this.#startedAt),
      backendId: engine.name,
      mode: this.#lane!.mode,
      request: asked.digest,
      facts: {
        dialect: asked.dialect.id,
        engine: engine.name,
        caller: caller.name,
        model: asked.model ?? "",
      },
    });
    // The caller may have left while the disk was busy.
    if (!this.#isOver) this.#dispatch();
  }

  #route(): Destination {
    const { caller } = this.#asked.admission;
    const engine = this.#serving.engine?.name ?? this.#asked.header("x-abp-engine");
    const chosen = this.#parts.router.route({ model: this.#asked.model, engine, caller });
    return chosen === "auto" ? chooseAutoEngine(this.#parts, this.#asked, this.#warnings) : chosen;
  }

  async #putInEarlierTurns(state: StateCodec, engine: Engine): Promise<void> {
    const expanded = await expandState(state, this.#ledger, engine, this.#asked.value);
    if (expanded === undefined) return;
    this.#asked.expand(expanded);
    this.#warnings.push("earlier turns were put in from the kept responses");
  }

  // Where the engine keeps no responses, we answer at once in its place and work on the call ourselves.
  #handOver(engine: Engine): boolean {
    const { background } = this.#serving;
    const state = this.#asked.dialect.state!;
    if (background === undefined || engine.keepsResponses || !state.isBackground(this.#asked.value))
      return false;
    if (this.#asked.streams) {
      const message = "a response in the background is not streamed here";
      throw new AbpError("mapping_unsupported_capability", message, { where: "$.stream" });
    }
    this.#isOver = true;
    const inner = background.start(this.#asked.admission, state, this.#asked.value, this.#sink);
    void inner.recorded.then(() => this.onRecorded());
    return true;
  }

  #enter(engine: Engine, targetModel: string | undefined): void {
    this.#engine = engine;
    this.#sink = this.#keeps(engine) ? this.#keepingSink(engine) : this.#given;
    this.#lane = openResponse({
      host: this,
      parts: this.#parts,
      asked: this.#asked,
      engine,
      targetModel,
      mode: this.#mode,
      ledger: this.#ledger,
    });
    this.#asked.releaseValue();
  }

  // What an engine keeps itself is not kept twice.
  #keeps(engine: Engine): boolean {
    const { dialect, admission } = this.#asked;
    if (dialect.state === undefined || admission.recognised.endpoint.operation !== "generate") return false;
    if (engine.dialect === dialect && (engine.keepsResponses || !this.#asked.isReadableFor(engine)))
      return false;
    return dialect.state.isKept(this.#asked.value);
  }

  #keepingSink(engine: Engine): ResponseSink {
    const { dialect } = this.#asked;
    return new KeepingSink(this.#given, dialect, (answer) => {
      const at = new Date(this.#startedAt);
      this.#kept = keepState(
        dialect.state!,
        this.#ledger,
        engine,
        this.runId,
        at,
        this.#asked.asSent,
        answer,
      ).catch((thrown: unknown) => this.#parts.report("a response could not be kept", thrown));
      return this.#kept;
    });
  }

  #dispatch(): void {
    const lane = this.#lane!;
    if (lane.tick !== undefined) this.#parts.clock.add(lane);
    if (lane.request === undefined) {
      lane.onEnd();
      return;
    }
    const upstream = this.#engine!.dispatch(lane.request, lane);
    // An engine may fail at once, and another one have taken over by now.
    if (this.#lane === lane) this.#upstream = upstream;
  }

  #stopTicking(): void {
    if (this.#lane?.tick !== undefined) this.#parts.clock.remove(this.#lane);
  }

  #fail(thrown: unknown): void {
    const error = asAbpError(thrown);
    if (error.code === "internal") this.#parts.report("a call failed inside the gateway", thrown);
    if (this.#status !== undefined) this.#sink.break();
    this.#upstream?.abort();
    this.over({ error });
  }

  #answer(error: AbpError): void {
    const answer = answerError(this.#asked.dialect, error, this.runId);
    this.#status = answer.status;
    this.#sink.head(answer.status, [
      ...answer.headers,
      ...(this.#lane === undefined ? [] : ["x-abp-mode", this.#lane.mode]),
    ]);
    this.#sink.end(answer.body);
  }

  #finish({ error }: Ending): void {
    this.#isOver = true;
    this.#stopTicking();
    if (error !== undefined) this.#upstream?.abort();
    this.#sink.source = undefined;
    this.#parts.desk.add({
      asked: this.#asked,
      ledger: this.#ledger,
      runId: this.runId,
      startedAt: this.#startedAt,
      firstByteAt: this.#firstByteAt,
      finishedAt: this.#parts.now(),
      engine: this.#engine ?? this.#destination?.engine,
      status: this.#status,
      failed: this.#failed,
      warnings: this.#warnings,
      lane: this.#lane,
      error,
      kept: this.#kept,
      call: this,
    });
    if (this.#settle !== undefined) this.#parts.desk.hurry();
  }

  /** Told by the desk that the receipt is durable, or never will be. */
  onRecorded(): void {
    this.#isRecorded = true;
    this.#settle?.();
  }
}

const LEAVING: Readonly<Record<LeaveReason, string>> = {
  client_gone: "the caller left",
  client_stalled: "the caller stopped reading",
  shutting_down: "the daemon stopped",
};

// A strict key stays strict: a caller may tighten what its key allows, and not loosen it.
function chooseMode(
  key: CompatibilityMode | undefined,
  asked: CompatibilityMode | undefined,
  route: CompatibilityMode | undefined,
  preset: CompatibilityMode,
): CompatibilityMode {
  if (key === "strict" || route === "strict") return "strict";
  return asked ?? route ?? key ?? preset;
}
