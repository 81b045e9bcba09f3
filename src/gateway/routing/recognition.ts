import { AbpError } from "../../contract/index.ts";
import { type Dialect, dialects, type HostedForm } from "../../dialects/index.ts";
import { BoundedCache, findHeader } from "../../lib/index.ts";
import type { Recognised } from "../exchange/admission.ts";
import type { CallHead } from "../exchange/call-head.ts";
import { isRunId } from "../exchange/run-id.ts";
import { isPrivateParameter } from "../headers/organization-choice.ts";
import { type Candidate, EndpointIndex, NO_PARAMETERS } from "./endpoint-index.ts";
import { checkModelInPath } from "./model-in-path.ts";

const RUN_PREFIX = /^\/r\/([0-9A-Za-z-]{1,64})(?=\/)/;
const VERSION_SEGMENT = /^\/v1(?:alpha|beta1?)?(?=\/)/;

const index = new EndpointIndex(dialects);
const byPrefix = new Map(dialects.map((dialect) => [dialect.id, dialect]));

// Programs call few paths over and over. A path whose dialect depends on headers, or that names a run, is not cached.
// By method and target, because a key that is put together for every call costs more than the lookup.
const cached = new Map<string, BoundedCache<Recognised>>();
/** Of each method. What is recognised holds parts of the target. */
const CACHE_LIMITS = { maxEntries: 500, maxBytes: 1024 * 1024 };

/**
 * Recognises a call by its path and headers; throws `route_not_found`, `method_not_allowed`, and `request_malformed` for a path
 * that servers may read in two ways, and `contract_schema_violation` for a model with a name that is too long.
 */
export function recognise(head: CallHead): Recognised {
  const { method, target } = head;
  const known = cached.get(method)?.get(target);
  if (known !== undefined) return known;
  const { recognised, isCertain } = read(head);
  checkModelInPath(recognised);
  if (!isCertain) return recognised;
  const ofMethod = cached.get(method) ?? new BoundedCache<Recognised>(CACHE_LIMITS);
  ofMethod.set(target, recognised, 4 * target.length);
  cached.set(method, ofMethod);
  return recognised;
}

/**
 * The dialect in which to refuse a call: the one that it is recognised as, else that of its prefix, its headers, or the vendor
 * whose paths begin in the same way. Undefined if the path is no vendor's.
 */
export function dialectOfCaller(head: CallHead): Dialect | undefined {
  const { prefix, path } = splitTarget(head.target);
  const known = recogniseIfKnown(head);
  if (known !== undefined) return known.dialect;
  if (prefix !== undefined) return prefix;
  const start = path.slice(0, path.indexOf("/", 1) + 1);
  if (start === "") return undefined;
  const candidates = dialects.filter(({ endpoints }) => endpoints.some((one) => one.path.startsWith(start)));
  return choose(
    candidates.map((dialect) => ({ dialect })),
    head,
  )?.dialect;
}

/** What a call is recognised as; undefined if `recognise` refuses it. */
export function recogniseIfKnown(head: CallHead): Recognised | undefined {
  try {
    return recognise(head);
  } catch (error) {
    if (AbpError.is(error)) return undefined;
    throw error;
  }
}

interface SplitTarget {
  readonly parentRun: string | undefined;
  readonly prefix: Dialect | undefined;
  /** Without prefixes of ours. */
  readonly path: string;
  /** With its question mark, and without credentials; empty if there is none. */
  readonly query: string;
}

function splitTarget(target: string): SplitTarget {
  const question = target.indexOf("?");
  const whole = question === -1 ? target : target.slice(0, question);
  const run = RUN_PREFIX.exec(whole);
  const below = run === null ? whole : whole.slice(run[0].length);
  const prefix = prefixOf(below);
  return {
    parentRun: run === null ? undefined : runOf(run[1]!),
    prefix,
    path: prefix === undefined ? below : below.slice(prefix.id.length + 1),
    query: question === -1 ? "" : withoutKey(target.slice(question)),
  };
}

function read(head: CallHead): { recognised: Recognised; isCertain: boolean } {
  const { parentRun, prefix, path, query } = splitTarget(head.target);
  const found = findCandidates(head.method, path, prefix);
  const chosen = choose(found.candidates, head);
  if (chosen === undefined) throw unknownRoute(path, prefix);
  if (chosen.endpoint.operation === "pass") checkSegments(path);
  const recognised: Recognised = {
    dialect: chosen.dialect,
    endpoint: chosen.endpoint,
    parameters: chosen.parameters,
    path: ownPath(found.path, query, chosen.endpoint.hosted),
    parentRun,
    alternatives:
      prefix === undefined && found.candidates.length > 1 ? alternativesTo(chosen, found.candidates) : [],
  };
  const isCertain =
    found.candidates.length === 1 &&
    parentRun === undefined &&
    chosen.parameters === NO_PARAMETERS &&
    query === "";
  return { recognised, isCertain };
}

// A cloud's path is served as the vendor's own.
function ownPath(path: string, query: string, hosted: HostedForm | undefined): string {
  if (hosted === undefined) return path + query;
  const kept = query
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && hosted.query?.some((name) => pair.startsWith(`${name}=`)) !== true);
  return kept.length === 0 ? hosted.path : `${hosted.path}?${kept.join("&")}`;
}

// Two spellings of a UUID name the same run.
function runOf(label: string): string {
  return isRunId(label) ? label.toLowerCase() : label;
}

function prefixOf(path: string): Dialect | undefined {
  const end = path.indexOf("/", 1);
  return end === -1 ? undefined : byPrefix.get(path.slice(1, end));
}

interface Found {
  readonly candidates: readonly Candidate[];
  /** In the dialect's own form. */
  readonly path: string;
}

// A base URL may be written with or without its version.
function findCandidates(method: string, path: string, prefix: Dialect | undefined): Found {
  const candidates = findBelow(method, path, prefix);
  if (candidates.length > 0 || VERSION_SEGMENT.test(path)) return { candidates, path };
  const versioned = `/v1${path}`;
  return { candidates: findBelow(method, versioned, prefix), path: versioned };
}

// A prefix means its dialect, and else another one of the same vendor, which has its endpoints below one base URL.
function findBelow(method: string, path: string, prefix: Dialect | undefined): readonly Candidate[] {
  const own = mostSpecific(index.find(method, path, prefix));
  if (own.length > 0 || prefix === undefined) return own;
  const ofVendor = ({ dialect }: Candidate) => dialect.modelPrefix === prefix.modelPrefix;
  return index.find(method, path).filter(ofVendor);
}

// An endpoint that stands for all paths below it counts if no vendor has the path itself.
function mostSpecific(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const exact = candidates.filter(({ endpoint }) => !endpoint.path.endsWith("*"));
  return exact.length === 0 ? candidates : exact;
}

// Several vendors share a path: headers that only one of them uses decide, then the header that carries the key.
function choose<One extends { readonly dialect: Dialect }>(
  candidates: readonly One[],
  head: CallHead,
): One | undefined {
  if (candidates.length < 2) return candidates[0];
  const has = (name: string) => findHeader(head.headers, name) !== undefined;
  return (
    candidates.find(({ dialect }) => dialect.transport.ownHeaders.some(has)) ??
    candidates.find(
      ({ dialect: { transport } }) => transport.credential.prefix === "" && has(transport.credential.header),
    ) ??
    candidates.find(({ dialect }) => dialect.transport.credential.prefix !== "") ??
    candidates[0]
  );
}

/**
 * The other dialects that the call may be of. A body can tell which one it fits. Nothing reads a call that passes through, so
 * that only dialects count which carry the key in the same header.
 */
function alternativesTo(chosen: Candidate, candidates: readonly Candidate[]): readonly Dialect[] {
  const { header } = chosen.dialect.transport.credential;
  return candidates.flatMap(({ dialect, endpoint }) => {
    if (dialect === chosen.dialect) return [];
    if (chosen.endpoint.operation !== "pass") return endpoint.operation === "pass" ? [] : [dialect];
    return dialect.transport.credential.header === header ? [dialect] : [];
  });
}

/** How often a path is decoded in search of segments that lead upwards. */
const MAX_DECODINGS = 3;

// A server may resolve `..`, however it is encoded, and then reach something that was not checked.
function checkSegments(path: string): void {
  let text = path;
  for (let count = 0; count <= MAX_DECODINGS; count += 1) {
    if (/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(text)) {
      throw new AbpError("request_malformed", "the path has a segment that leads out of it");
    }
    if (!text.includes("%")) return;
    text = text.replace(/%[0-9A-Fa-f]{2}/g, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    );
  }
}

// Gemini's clients may send the key as `?key=`, or a token of short life as `?access_token=`, and choose who pays; none is forwarded.
function withoutKey(query: string): string {
  if (!/key=|token=|user|%/i.test(query)) return query;
  const kept = query
    .slice(1)
    .split("&")
    .filter((pair) => {
      const [[name] = [""]] = new URLSearchParams(pair);
      return !isPrivateParameter(name);
    });
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

function unknownRoute(path: string, prefix: Dialect | undefined): AbpError {
  const methods = index.methods.filter(
    (method) => findCandidates(method, path, prefix).candidates.length > 0,
  );
  if (methods.length > 0) {
    return new AbpError("method_not_allowed", `this endpoint takes ${methods.join(" or ")}`, {
      details: { allow: methods },
    });
  }
  return new AbpError("route_not_found", `${path} is not an endpoint of any dialect`, {
    advice: "Check the base URL: it ends before the vendor's own path, such as /v1/messages.",
  });
}
