import { AbpError } from "../../src/contract/index.ts";
import { findDialect, type Members, memoryCustody, type WrittenRequest } from "../../src/dialects/index.ts";
import { type Engine, openEngines } from "../../src/engines/index.ts";
import { openStrict, type Rejection } from "../../src/engines/sim/strict/index.ts";
import { translateCall } from "../../src/gateway/mapping/translation.ts";
import { genuine, type Recording, recordedRequests } from "../../test/dialects/corpus.ts";
import { allModels, type Target } from "./targets.ts";

/** Requests of one dialect, sent to one model. */
export interface Acceptance {
  readonly from: string;
  readonly to: string;
  readonly model: string;
  readonly requests: number;
  /** Requests that the translation refuses. */
  readonly refused: number;
  readonly accepted: number;
  readonly rejections: readonly RejectedRequest[];
}

/** A request that the strict engine rejects. */
export interface RejectedRequest {
  readonly name: string;
  readonly rule: string;
  readonly message: string;
}

/** A recorded request that its vendor answered with status 200. */
export interface AcceptedRequest {
  readonly name: string;
  readonly vendor: string;
  readonly body: Members;
  readonly model: string | undefined;
  readonly stream: boolean | undefined;
}

/** Reads the requests of a dialect that their vendors accepted. */
export function acceptedRequests(dialect: string): AcceptedRequest[] {
  return genuine(recordedRequests(dialect))
    .filter(({ facts }) => facts.status === 200)
    .map((one) => describeRequest(one));
}

function describeRequest(one: Recording): AcceptedRequest {
  const { model, stream } = one.reading();
  return { name: one.name, vendor: one.facts.vendor, body: one.request() as Members, model, stream };
}

/** Opens an engine of a dialect, as the gateway has it. */
export function openTarget({ dialect, preset }: Target): Engine {
  const settings = {
    preset,
    dialect,
    models: [],
    fallback: [],
    headers: [],
    allow_private: false,
    api_key: "k",
    max_connections: 1,
    retries: 0,
    connect_timeout_ms: 1,
    first_byte_timeout_secs: 1,
    idle_timeout_secs: 1,
    total_timeout_secs: 1,
  };
  return openEngines({ target: settings }, { env: {} }).get("target");
}

/** Translates requests for one model as the gateway does, and gives the strict engine what was written. */
export function measureAcceptance(
  from: string,
  engine: Engine,
  model: string,
  requests: readonly AcceptedRequest[],
): Acceptance {
  const check = openStrict(engine.dialect.id)!;
  const dialect = findDialect(from);
  const rejections: RejectedRequest[] = [];
  let refused = 0;
  for (const { name, body, model: pathModel, stream } of requests) {
    const written = translate({ dialect, engine, body, pathModel, pathStream: stream, targetModel: model });
    if (written === undefined) {
      refused++;
      continue;
    }
    // A copy: what the writer shares with the source has no place in a request.
    const rejection = check(written.path, JSON.parse(JSON.stringify(written.body)), written.headers ?? []);
    if (rejection !== undefined) rejections.push(describeRejection(name, rejection));
  }
  const accepted = requests.length - refused - rejections.length;
  return { from, to: engine.dialect.id, model, requests: requests.length, refused, accepted, rejections };
}

type Question = Pick<
  Parameters<typeof translateCall>[0],
  "dialect" | "engine" | "body" | "pathModel" | "pathStream" | "targetModel"
>;

function translate(question: Question): WrittenRequest | undefined {
  try {
    return translateCall({
      ...question,
      headers: [],
      mode: "best_effort",
      operation: "generate",
      custody: memoryCustody(),
    }).request;
  } catch (error) {
    if (AbpError.is(error)) return undefined;
    throw error;
  }
}

function describeRejection(name: string, { rule, message }: Rejection): RejectedRequest {
  return { name, rule, message };
}

// Recordings that name OpenAI as their vendor and come from servers that imitate it.
const IMITATIONS = /\/rig-(vllm|openai-compatible)-/;

/** Gives recorded requests, unchanged, to the strict engine of their own dialect: their vendor accepted them. */
export function measureOwn(dialect: string, vendors: readonly string[]): Acceptance {
  const check = openStrict(dialect)!;
  const requests = acceptedRequests(dialect).filter(
    ({ name, vendor }) => vendors.includes(vendor) && !IMITATIONS.test(name),
  );
  const rejections = requests.flatMap(({ name, body, model, stream }) => {
    const path =
      model === undefined ? "" : `/v1beta/models/${model}:${stream === true ? "streamG" : "g"}enerateContent`;
    const rejection = check(path, body);
    return rejection === undefined ? [] : [describeRejection(name, rejection)];
  });
  return {
    from: dialect,
    to: dialect,
    model: allModels,
    requests: requests.length,
    refused: 0,
    accepted: requests.length - rejections.length,
    rejections,
  };
}
