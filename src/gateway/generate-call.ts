import { hash } from "node:crypto";
import { AbpError, type BodyDigest, type CompatibilityMode } from "../contract/index.ts";
import { type Dialect, detectDialects, type Members, type StateCodec } from "../dialects/index.ts";
import type { Engine, UpstreamCall } from "../engines/index.ts";
import type { Ledger } from "../storage/index.ts";
import { accountCall } from "./call-account.ts";
import { parseBody, type ScannedBody, scanBody } from "./call-body.ts";
import { buildCallReceipt } from "./call-receipt.ts";
import { answerError, asAbpError } from "./error-answer.ts";
import type { Admission, OpenCall, ResponseSink } from "./exchange.ts";
import { headerOf } from "./header-list.ts";
import type { Ending, Lane, LaneHost } from "./lane.ts";
import { openLane } from "./lane-opening.ts";
import type { GatewayParts } from "./parts.ts";
import { chooseEngine } from "./projection.ts";
import { expandState, keepState } from "./response-state.ts";
import type { Destination } from "./routing.ts";

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
export class GenerateCall implements OpenCall, LaneHost {
  readonly runId: string;
  readonly recorded: Promise<void>;
  readonly #parts: GatewayParts;
  readonly #serving: CallServing;
  readonly #admission: Admission;
  readonly #sink: ResponseSink;
  readonly #ledger: Ledger;
  readonly #startedAt: number;
  readonly #body: Buffer;
  #dialect: Dialect;
  #scanned: ScannedBody = { scan: undefined, model: undefined, streams: false };
  #request: BodyDigest | undefined;
  #value: Members | undefined;
  #destination: Destination | undefined;
  #mode: CompatibilityMode;
  #engine: Engine | undefined;
  #fallbacks: Engine[] = [];
  readonly #failed: { engine: string; code: string }[] = [];
  readonly #warnings: string[] = [];
  #lane: Lane | undefined;
  #upstream: UpstreamCall | undefined;
  #status: number | undefined;
  #firstByteAt: number | undefined;
  #isOver = false;
  #inner: OpenCall | undefined;
  #settle: () => void = () => undefined;

  constructor(
    parts: GatewayParts,
    admission: Admission,
    body: Buffer,
    sink: ResponseSink,
    serving: CallServing = {},
  ) {
    this.#parts = parts;
    this.#serving = serving;
    this.#admission = admission;
    this.#body = body;
    this.#sink = sink;
    this.#dialect = admission.recognised.dialect;
    this.#mode = parts.mode;
    this.#ledger = parts.ledgerOf(admission.caller.tenant);
    this.runId = parts.newId();
    this.#startedAt = parts.now();
    this.recorded = new Promise((resolve) => {
      this.#settle = resolve;
    });
    sink.onDrain = () => this.#upstream?.resume();
  }

  /** Chooses the way and sends the call; what cannot be honoured is answered and recorded, and nothing is sent. */
  start(): this {
    this.#run().catch((thrown: unknown) => this.#fail(thrown));
    return this;
  }

  leave(reason: "client_gone" | "client_stalled"): void {
    if (this.#isOver) return;
    this.#upstream?.abort();
    const error = new AbpError(
      reason,
      reason === "client_gone" ? "the caller left" : "the caller stopped reading",
    );
    this.#finish({ error });
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
    const next = this.#status === undefined && !this.#isOver ? this.#fallbacks.shift() : undefined;
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
    const { caller, recognised } = this.#admission;
    this.#scanned = scanBody(this.#body, this.#parts.limits.maxDepth);
    const model = this.#model;
    const chosen = this.#parts.router.route({
      model,
      engine: this.#serving.engine?.name ?? headerOf(this.#admission.head.headers, "x-abp-engine"),
      caller,
    });
    const destination =
      chosen === "auto"
        ? chooseEngine(this.#parts, this.#dialect, this.#parsed(), recognised, caller, this.#warnings)
        : chosen;
    this.#destination = destination;
    this.#mode = chooseMode(caller.mode, this.#askedMode, destination.mode, this.#parts.mode);
    this.#fallbacks = destination.fallback.filter((engine) => caller.mayUse(engine.name));
    this.#dialect = this.#refineDialect(destination.engine);
    if (this.#dialect.state !== undefined && this.#body.length > 0) {
      if (this.#handOver(destination.engine)) return;
      const expanded = await expandState(
        this.#dialect.state,
        this.#ledger,
        destination.engine,
        this.#parsed(),
      );
      if (expanded !== undefined) {
        this.#value = expanded;
        this.#warnings.push("earlier turns were put in from the kept responses");
      }
      if (this.#isOver) return;
    }
    this.#enter(destination.engine, destination.model);
    await this.#ledger.begin({
      runId: this.runId,
      workOrderId: this.#workOrderId,
      startedAt: new Date(this.#startedAt),
      backendId: this.#engine!.name,
      mode: this.#lane!.mode,
      request: this.#digest(),
      facts: {
        dialect: this.#dialect.id,
        engine: this.#engine!.name,
        caller: caller.name,
        model: model ?? "",
      },
    });
    // The caller may have left while the disk was busy.
    if (!this.#isOver) this.#dispatch();
  }

  // Where the engine keeps no responses, we answer at once in its place and work on the call ourselves.
  #handOver(engine: Engine): boolean {
    const { background } = this.#serving;
    const state = this.#dialect.state!;
    if (background === undefined || engine.keepsResponses || !state.isBackground(this.#parsed()))
      return false;
    if (this.#scanned.streams) {
      const message = "a response in the background is not streamed here";
      throw new AbpError("mapping_unsupported_capability", message, { where: "$.stream" });
    }
    this.#isOver = true;
    this.#inner = background.start(this.#admission, state, this.#parsed(), this.#sink);
    void this.#inner.recorded.then(this.#settle);
    return true;
  }

  #enter(engine: Engine, targetModel: string | undefined): void {
    this.#engine = engine;
    this.#lane = openLane({
      host: this,
      parts: this.#parts,
      admission: this.#admission,
      dialect: this.#dialect,
      engine,
      body: this.#body,
      scanned: this.#scanned,
      parse: () => this.#parsed(),
      isExpanded: this.#value !== undefined && this.#warnings.length > 0 && this.#dialect.state !== undefined,
      model: this.#model,
      targetModel,
      mode: this.#mode,
      ledger: this.#ledger,
      request: this.#digest(),
    });
  }

  #dispatch(): void {
    const lane = this.#lane!;
    if (lane.tick !== undefined) this.#parts.clock.add(lane);
    const upstream = this.#engine!.dispatch(lane.request, lane);
    // An engine may fail at once, and another one have taken over by now.
    if (this.#lane === lane) this.#upstream = upstream;
  }

  #stopTicking(): void {
    if (this.#lane?.tick !== undefined) this.#parts.clock.remove(this.#lane);
  }

  #parsed(): Members {
    this.#value ??= parseBody(this.#body, this.#scanned);
    return this.#value;
  }

  get #model(): string | undefined {
    return this.#admission.recognised.parameters["model"] ?? this.#scanned.model;
  }

  get #askedMode(): CompatibilityMode | undefined {
    const asked = headerOf(this.#admission.head.headers, "x-abp-mode");
    if (asked === undefined || asked === "strict" || asked === "best_effort") return asked;
    throw new AbpError("validation_failed", "the header x-abp-mode is strict or best_effort", {
      where: "header x-abp-mode",
    });
  }

  get #workOrderId(): string {
    const parent = this.#admission.recognised.parentRun;
    return parent !== undefined && UUID.test(parent) ? parent : this.runId;
  }

  // Where vendors share a path, a body that reads at least as well in the engine's own dialect is taken for it.
  #refineDialect(engine: Engine): Dialect {
    const { alternatives, dialect } = this.#admission.recognised;
    if (!alternatives.includes(engine.dialect)) return dialect;
    const scores = detectDialects(this.#parsed());
    const scoreOf = (one: Dialect) => scores.find((found) => found.dialect === one)?.score ?? 0;
    return scoreOf(engine.dialect) > scoreOf(dialect) ? engine.dialect : dialect;
  }

  #digest(): BodyDigest {
    this.#request ??= { bytes: this.#body.length, sha256: hash("sha256", this.#body) };
    return this.#request;
  }

  #fail(thrown: unknown): void {
    const error = asAbpError(thrown);
    if (error.code === "internal") this.#parts.report("a call failed inside the gateway", thrown);
    if (this.#status !== undefined) this.#sink.break();
    this.#upstream?.abort();
    this.over({ error });
  }

  #answer(error: AbpError): void {
    const answer = answerError(this.#dialect, error, this.runId);
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
    this.#sink.onDrain = undefined;
    this.#record(error)
      .catch((thrown: unknown) => this.#parts.report("a receipt could not be written", thrown))
      .finally(this.#settle);
  }

  async #record(error: AbpError | undefined): Promise<void> {
    const { caller } = this.#admission;
    const lane = this.#lane?.facts();
    const receipt = buildCallReceipt(
      accountCall({
        parts: this.#parts,
        admission: this.#admission,
        runId: this.runId,
        workOrderId: this.#workOrderId,
        startedAt: this.#startedAt,
        firstByteAt: this.#firstByteAt,
        dialect: this.#dialect,
        engine: this.#engine ?? this.#destination?.engine,
        model: this.#model,
        streams: this.#scanned.streams,
        status: this.#status,
        failed: this.#failed,
        warnings: this.#warnings,
        request: this.#digest(),
        lane: this.#lane,
        found: lane,
        error,
      }),
    );
    await this.#ledger.append(receipt);
    if (lane?.kept !== undefined && this.#dialect.state !== undefined) {
      await keepState(
        this.#dialect.state,
        this.#ledger,
        this.#engine!,
        this.runId,
        new Date(this.#startedAt),
        this.#parsedAsSent(),
        lane.kept,
      );
    }
    if (this.#parts.onReceipt === undefined) return;
    const stored = await this.#ledger.find(this.runId);
    if (stored !== undefined) this.#parts.onReceipt(stored.receipt, caller.tenant);
  }

  // The turn as the caller sent it, without what was put in from earlier ones.
  #parsedAsSent(): Members {
    return parseBody(this.#body, this.#scanned);
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

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
