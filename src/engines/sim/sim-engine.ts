import { AbpError, type Conversation, type ErrorCode } from "../../contract/index.ts";
import { type Dialect, IdMap, isMembers, type ListedModel, Origins } from "../../dialects/index.ts";
import { sha256Hex } from "../../lib/index.ts";
import type { Engine, EngineHealth, UpstreamCall, UpstreamHandler, UpstreamRequest } from "../engine.ts";
import type { Fallback } from "../fallback.ts";
import { openServedBy } from "../other-api.ts";
import { type Answer, Delivery } from "./answer/delivery.ts";
import { makeReply } from "./answer/reply.ts";
import { searchAnswer } from "./answer/search.ts";
import { streamedAnswer, streamFrames } from "./answer/stream.ts";
import { vectorOf } from "./answer/vectors.ts";
import { wholeAnswer } from "./answer/whole-answer.ts";
import { openRouter, type Route, type Router } from "./endpoint-router.ts";
import { readDirectives } from "./prompt/directive.ts";
import { Recordings } from "./recording/recordings.ts";
import { limitAnswer } from "./script/limit.ts";
import { writeScript } from "./script/script.ts";
import { planSearch } from "./search/index.ts";
import type { StrictCheck } from "./strict/index.ts";
import { countTokens, tokensOf } from "./token-count.ts";

export interface SimOptions {
  readonly name: string;
  readonly dialect: Dialect;
  /** Globs of the models it serves. Its list of models has those without wildcards. */
  readonly models: readonly string[];
  readonly defaultModel?: string | undefined;
  readonly promptCache?: "auto" | undefined;
  readonly fallback: readonly Fallback[];
  /** A folder of recorded exchanges. If set, the engine answers only from them. */
  readonly recordings?: string;
  /** Whether it rejects what the vendor of its dialect rejects. */
  readonly isStrict?: boolean;
  /** Whether it calls the first function that a request offers, on every turn of the user. */
  readonly callsTools?: boolean;
  /** Milliseconds since 1970. Without it, replies have a fixed time. */
  readonly now?: () => number;
  /**
   * Makes a text that was never made before, from which the ids of one answer derive. Without it, and for requests with a
   * seed, they derive from the request, so that equal requests get equal bytes.
   */
  readonly newId?: (() => string) | undefined;
}

// 2025-01-01 in seconds. A fixed time gives equal requests equal bytes.
const CREATED = 1_735_689_600;
const RETRY_AFTER_SECONDS = "1";
const GLOB_SIGNS = /[*?[\]{}!]/;

const acceptAll: StrictCheck = () => undefined;

/** Opens an engine that makes up its answers in this process, in the wire format of its dialect. */
export function openSim(options: SimOptions): Engine {
  return new SimEngine(options);
}

class SimEngine implements Engine {
  readonly name: string;
  readonly dialect: Dialect;
  readonly provider = "sim";
  readonly location: string;
  readonly models: readonly string[];
  readonly defaultModel: string | undefined;
  readonly promptCache: "auto" | undefined;
  readonly fallback: readonly Fallback[];
  readonly isSimulated = true;
  readonly usesCallerKey = false;
  readonly keepsResponses = false;
  readonly turnHeaders: Engine["turnHeaders"];
  readonly servedBy?: (model: string) => Engine;
  readonly #route: Router;
  readonly #recordings: Recordings | undefined;
  readonly #isStrict: boolean;
  /** Loaded with the first request: the rules of all vendors are large, and few engines check them. */
  #strict: StrictCheck | undefined;
  readonly #callsTools: boolean;
  readonly #now: (() => number) | undefined;
  readonly #newId: (() => string) | undefined;
  readonly #open = new Set<Delivery>();

  constructor(options: SimOptions) {
    this.name = options.name;
    this.dialect = options.dialect;
    this.models = options.models;
    this.defaultModel = options.defaultModel;
    this.promptCache = options.promptCache;
    this.fallback = options.fallback;
    this.location =
      options.recordings === undefined ? "simulated in process" : `recordings in ${options.recordings}`;
    this.turnHeaders = options.dialect.turnHeaders;
    // Only if it imitates the vendor does it matter which API has the model.
    const servedBy =
      options.isStrict === true
        ? openServedBy(this, (dialect) => new SimEngine({ ...options, dialect }))
        : undefined;
    if (servedBy !== undefined) this.servedBy = servedBy;
    this.#route = openRouter(options.dialect);
    this.#recordings =
      options.recordings === undefined ? undefined : new Recordings(options.recordings, options.dialect);
    this.#isStrict = options.isStrict === true;
    this.#callsTools = options.callsTools === true;
    this.#now = options.now;
    this.#newId = options.newId;
  }

  dispatch(request: UpstreamRequest, handler: UpstreamHandler): UpstreamCall {
    const delivery = new Delivery(this.name, handler, this.#forget);
    this.#open.add(delivery);
    const body = bodyText(request);
    const route = this.#route(request.method, request.path);
    if (route === undefined)
      delivery.start(
        this.#fail(404, "route_not_found", `there is no ${request.method} ${request.path} here`),
      );
    else if (this.#recordings !== undefined && route.endpoint.operation !== "list_models")
      this.#replay(this.#recordings, route, body, delivery);
    else if (this.#isStrict && this.#strict === undefined)
      this.#answerStrictly(route, body, request, delivery);
    else delivery.start(this.#answer(route, body, request));
    return delivery;
  }

  #answerStrictly(route: Route, body: string, request: UpstreamRequest, delivery: Delivery): void {
    import("./strict/index.ts")
      .then(({ openStrict }) => {
        this.#strict = openStrict(this.dialect.id) ?? acceptAll;
        delivery.start(this.#answer(route, body, request));
      })
      .catch((cause: unknown) =>
        delivery.fail(
          new AbpError("backend_unavailable", "the simulated engine cannot check the request", { cause }),
        ),
      );
  }

  async listModels(_signal: AbortSignal): Promise<readonly ListedModel[]> {
    return this.#listed();
  }

  async check(_signal: AbortSignal): Promise<EngineHealth> {
    return { ok: true, latencyMs: 0 };
  }

  async close(): Promise<void> {
    for (const delivery of [...this.#open])
      delivery.fail(new AbpError("shutting_down", "the simulated engine was closed"));
  }

  readonly #forget = (delivery: Delivery): void => {
    this.#open.delete(delivery);
  };

  #listed(): ListedModel[] {
    const plain = this.models.filter((name) => !GLOB_SIGNS.test(name));
    return (plain.length === 0 ? ["sim-model"] : plain).map((id) => ({ id, created: CREATED, owner: "sim" }));
  }

  #replay(recordings: Recordings, route: Route, body: string, delivery: Delivery): void {
    const missing = "[simulated] this request is not among the recordings";
    recordings.find(route, body).then(
      (answer) => delivery.start(answer ?? this.#fail(404, "backend_model_not_found", missing)),
      (error: unknown) => delivery.start(this.#fail(500, "backend_unavailable", unreadable(error))),
    );
  }

  #answer(route: Route, body: string, { path, headers }: UpstreamRequest): Answer {
    const { operation } = route.endpoint;
    if (operation === "list_models") return wholeAnswer(200, this.dialect.writeModels(this.#listed()));
    if (operation !== "generate" && operation !== "count_tokens" && operation !== "embed")
      return this.#fail(404, "response_not_found", "[simulated] nothing is kept here");
    try {
      const value: unknown = JSON.parse(body);
      const rejection = operation === "generate" ? this.#strict?.(path, value, headers) : undefined;
      if (rejection !== undefined) return wholeAnswer(rejection.status, rejection.body);
      if (operation === "embed") return this.#embed(route, value);
      const conversation = this.#read(route, value);
      if (operation === "count_tokens")
        return wholeAnswer(200, this.dialect.writeTokenCount(countTokens(conversation)));
      const isOwn = this.#newId !== undefined && conversation.sampling.seed === undefined;
      const origin = isOwn ? this.#newId!() : `${path}\n${body}`;
      return this.#generate(conversation, route, value, sha256Hex(origin));
    } catch (error) {
      return this.#refuse(error);
    }
  }

  #embed({ model }: Route, value: unknown): Answer {
    const { embeddings } = this.dialect;
    if (embeddings === undefined)
      return this.#fail(404, "route_not_found", "[simulated] there are no embeddings");
    const request = embeddings.readRequest(value, model);
    const { inputs, dimensions } = request;
    const error = inputs.map((text) => readDirectives(text)?.error).find((one) => one !== undefined);
    if (error !== undefined) {
      const { code } = this.dialect.readError(error.status, {});
      return {
        ...this.#fail(error.status, code, error.message ?? "[simulated] the engine failed"),
        status: error.status,
      };
    }
    const inputTokens = inputs.reduce((sum, text) => sum + tokensOf(text.length), 0);
    const reply = { vectors: inputs.map((text) => vectorOf(text, dimensions)), inputTokens };
    const answer = { request, model: request.model ?? "", inputTokens };
    return wholeAnswer(200, embeddings.writeReply(reply, answer));
  }

  #read(route: Route, value: unknown): Conversation {
    const { model } = route;
    const { streams } = route.endpoint;
    const origins = new Origins();
    const conversation = this.dialect.readRequest(value, {
      origins,
      ...(model === undefined ? {} : { model }),
      ...(streams === undefined ? {} : { stream: streams }),
    });
    this.dialect.checkRequest?.(conversation, origins);
    if (conversation.model === "" && this.defaultModel === undefined)
      throw new AbpError("contract_schema_violation", "$.model is required", { where: "$.model" });
    return conversation;
  }

  #generate(conversation: Conversation, route: Route, body: unknown, digest: string): Answer {
    const { dialect } = this;
    const script = writeScript(conversation, this.#callsTools);
    const { error, faults, delayMs } = script;
    if (error !== undefined) {
      const { code } = dialect.readError(error.status, {});
      const { status } = error;
      return { ...this.#fail(status, code, error.message), status, headDelayMs: delayMs };
    }
    const created = this.#now === undefined ? CREATED : Math.floor(this.#now() / 1000);
    const isStream = conversation.stream?.enabled === true;
    const isArray = isStream && route.endpoint.streams === true && route.query.get("alt") !== "sse";
    const search =
      script.calls.length > 0
        ? undefined
        : planSearch(body, conversation, { dialect: dialect.id, digest, created });
    if (search !== undefined) return searchAnswer(search, { isStream, isArray, delayMs });
    const limited = limitAnswer(script, conversation);
    const reply = makeReply(limited, conversation, { dialect, digest, created });
    const { stream, model } = conversation;
    const writing = {
      ids: new IdMap(),
      id: reply.id!,
      model,
      created,
      ...(stream?.usage === undefined ? {} : { usage: stream.usage }),
      ...(isMembers(body) && dialect.askedReply !== undefined ? { asked: dialect.askedReply(body) } : {}),
    };
    if (!isStream) {
      if (faults.some(({ kind }) => kind === "fail"))
        return this.#fail(500, "backend_unavailable", "[simulated] the engine failed");
      return wholeAnswer(200, dialect.writeReply(reply, writing), { faults, delayMs });
    }
    const { pieces } = limited;
    const frames = streamFrames({ dialect, reply, pieces, faults, writing, isArray });
    return streamedAnswer(frames, isArray, delayMs);
  }

  #refuse(error: unknown): Answer {
    if (error instanceof SyntaxError)
      return this.#fail(400, "validation_failed", "[simulated] the body is not JSON");
    if (error instanceof RangeError)
      return this.#fail(400, "validation_failed", "[simulated] the body is nested too deep");
    if (!AbpError.is(error)) throw error;
    return this.#fail(400, "validation_failed", `[simulated] ${error.message}`);
  }

  #fail(status: number, code: ErrorCode, message: string): Answer {
    const written = this.dialect.writeError({
      code,
      status,
      message,
      requestId: `req_${sha256Hex(message).slice(0, 24)}`,
      // The simulator stands for a vendor, so the error is not one of ours.
      vendor: { [this.provider]: {} },
    });
    const isBusy = status === 429 || status === 503;
    return wholeAnswer(written.status, written.body, {
      headers: isBusy ? ["retry-after", RETRY_AFTER_SECONDS] : [],
    });
  }
}

function bodyText({ body }: UpstreamRequest): string {
  if (body === undefined) return "";
  return typeof body === "string"
    ? body
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
}

// Callers must not learn the path of the folder.
function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return `[simulated] the recordings cannot be read${typeof code === "string" ? ` (${code})` : ""}`;
}
