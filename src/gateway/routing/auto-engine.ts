import { AbpError, type LossReport } from "../../contract/index.ts";
import { type Dialect, explainRequest, translateEmbedding } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { compileGlobSet } from "../../lib/index.ts";
import { defaultEmulators, type EmulatorSet, findModel } from "../../negotiation/index.ts";
import type { CallPolicy } from "../enforcement/call-policy.ts";
import { judgeTarget } from "../enforcement/plan-decisions.ts";
import type { Recognised } from "../exchange/admission.ts";
import type { Caller } from "../exchange/caller.ts";
import type { CallRequest } from "../request/call-request.ts";
import type { EngineDirectory } from "./router.ts";
import { servedTarget, type Target } from "./target.ts";

/** What the choice depends on. */
export interface AutoRequest extends Pick<CallRequest, "dialect" | "model" | "value" | "isOpaque"> {
  /** Parses the body, and throws if it cannot be read. */
  readValue(): unknown;
  readonly admission: {
    readonly caller: Pick<Caller, "mayUse">;
    readonly recognised: Pick<Recognised, "parameters" | "alternatives"> & {
      readonly endpoint: Pick<Recognised["endpoint"], "operation" | "streams">;
    };
  };
}

interface Candidate extends AutoCandidate {
  readonly refused: number;
  readonly disclosed: number;
  readonly emulated: number;
}

/**
 * Chooses an engine for `auto`: one that has the wanted model comes first, then the one that loses the least of the
 * request. `routeModel` is the model that the route names in place of the caller's. Throws `model_not_routed` if no
 * engine that the key may use has the model or names another one to request.
 */
export function chooseAutoEngine(
  engines: EngineDirectory,
  request: AutoRequest,
  routeModel: string | undefined,
  warnings: string[],
  policy?: CallPolicy,
  set = defaultEmulators,
): Target {
  const { caller } = request.admission;
  const wanted = routeModel ?? request.model;
  const candidates = listCandidates(engines, wanted, request.dialect)
    .filter(({ engine }) => caller.mayUse(engine.name, request.model))
    .flatMap((one) => judge(served(one, routeModel, request), request, set));
  // If the policy denies every engine, the check of the plan refuses the best of them with the policy's reason.
  const allowed = policy === undefined ? candidates : candidates.filter((one) => isAllowed(policy, one));
  // A stable sort: engines that are equally good stay in the order of the configuration.
  const best = (allowed.length === 0 ? candidates : allowed).toSorted(compare)[0];
  // Parsing says why an engine of another dialect cannot take the body.
  if (best === undefined && request.isOpaque) request.readValue();
  if (best === undefined) {
    throw new AbpError(
      "model_not_routed",
      wanted === undefined
        ? "no engine may be used by this key"
        : `no engine that this key may use has the model ${JSON.stringify(wanted)}`,
      { where: "$.model" },
    );
  }
  const { engine, replacement, disclosed, emulated, refused } = best;
  warnings.push(
    `${engine.name} was chosen: it loses ${disclosed}, emulates ${emulated} and refuses ${refused} fields`,
  );
  if (replacement !== undefined) {
    warnings.push(
      `${engine.name} does not have ${JSON.stringify(wanted)}; ${JSON.stringify(replacement)} is requested`,
    );
  }
  return { engine, model: replacement ?? routeModel, getsCallerKey: engine.usesCallerKey };
}

function served(
  { engine, replacement }: AutoCandidate,
  routeModel: string | undefined,
  request: AutoRequest,
) {
  const target = { engine, model: replacement ?? routeModel, getsCallerKey: false };
  return { engine: servedTarget(target, request).engine, replacement };
}

function isAllowed(policy: CallPolicy, { engine, replacement }: Candidate): boolean {
  return judgeTarget(policy, { engine, model: replacement }, "$.model") === undefined;
}

/** Whether `auto` can choose an engine that has `model`, which a route may request in place of the one that was asked for. */
export function hasAutoEngine(
  engines: EngineDirectory,
  caller: Caller,
  dialect: Dialect,
  asked: string,
  model: string,
): boolean {
  return listCandidates(engines, model, dialect).some(({ engine }) => caller.mayUse(engine.name, asked));
}

/** An engine that `auto` may choose. */
export interface AutoCandidate {
  readonly engine: Engine;
  /** The model to request in place of the wanted one; undefined if the engine has the wanted one. */
  readonly replacement: string | undefined;
}

/** The engines that `auto` may choose for calls of a model in a dialect; of any dialect if none is given. */
export function listCandidates(
  engines: Pick<EngineDirectory, "list">,
  wanted: string | undefined,
  dialect: Pick<Dialect, "id"> | undefined,
): AutoCandidate[] {
  return engines.list().flatMap((engine) => {
    // The caller did not name an engine, so its key was meant for its own vendor alone.
    if (engine.usesCallerKey && dialect !== undefined && engine.dialect.id !== dialect.id) return [];
    const model = findRequestable(engine, wanted);
    return model === undefined ? [] : [{ engine, replacement: model.replacement }];
  });
}

function judge({ engine, replacement }: AutoCandidate, request: AutoRequest, set: EmulatorSet): Candidate[] {
  const { dialect, admission } = request;
  const { endpoint, parameters, alternatives } = admission.recognised;
  const isEmbedding = endpoint.operation === "embed";
  if (engine.dialect === dialect || (isEmbedding && alternatives.includes(engine.dialect)))
    return [{ engine, replacement, refused: 0, disclosed: 0, emulated: 0 }];
  // Only an engine of the caller's dialect takes a body that has too many values to be read.
  if (request.isOpaque) return [];
  if (isEmbedding) {
    const report = explainEmbedding(engine, request);
    return report === undefined ? [] : [{ engine, replacement, ...countLosses(report) }];
  }
  const report = explainRequest(dialect, engine.dialect, request.value, {
    emulators: set.ids,
    ...(parameters["model"] === undefined ? {} : { model: parameters["model"] }),
    ...(endpoint.streams === undefined ? {} : { stream: endpoint.streams }),
  });
  return [{ engine, replacement, ...countLosses(report) }];
}

// Undefined if an engine of another dialect cannot take the request, such as a list of tokens.
function explainEmbedding(engine: Engine, request: AutoRequest): LossReport | undefined {
  const { dialect, value, model, admission } = request;
  const pathModel = admission.recognised.parameters["model"];
  try {
    const options = { pathModel, targetModel: model, strict: false, waived: [] };
    return translateEmbedding(dialect, engine.dialect, value, options).report;
  } catch (error) {
    if (AbpError.is(error) && error.code.startsWith("mapping_")) return undefined;
    throw error;
  }
}

/** The model to request from an engine; undefined if the engine has neither the wanted one nor names another. */
function findRequestable(
  engine: Engine,
  wanted: string | undefined,
): { readonly replacement: string | undefined } | undefined {
  if (wanted === undefined || hasModel(engine, wanted)) return { replacement: undefined };
  const named = engine.models.find((model) => !/[*?[\]{}!]/.test(model));
  return named === undefined ? undefined : { replacement: named };
}

/** Whether an engine has a model, as far as is known. A simulated one, and one whose models are not configured, take any name. */
export function hasModel(engine: Engine, model: string): boolean {
  if (engine.isSimulated || engine.models.length === 0) return true;
  return compileGlobSet([...engine.models]).matches(model) || findModel(engine.provider, model) !== undefined;
}

function compare(left: Candidate, right: Candidate): number {
  return (
    Number(left.replacement !== undefined) - Number(right.replacement !== undefined) ||
    left.refused - right.refused ||
    left.disclosed - right.disclosed ||
    left.emulated - right.emulated
  );
}

function countLosses({ entries }: LossReport): Pick<Candidate, "refused" | "disclosed" | "emulated"> {
  const count = (disposition: string) => entries.filter((entry) => entry.disposition === disposition).length;
  return { refused: count("refused"), disclosed: count("disclosed"), emulated: count("emulated") };
}
