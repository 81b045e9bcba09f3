import { AbpError } from "../../contract/index.ts";
import { type Dialect, dialects, type Endpoint } from "../../dialects/index.ts";
import { findHeader } from "../../lib/index.ts";
import type { CallHead, Recognised } from "../exchange.ts";
import { isRunId } from "./run-id.ts";

interface Candidate {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
}

interface Pattern extends Candidate {
  readonly expression: RegExp;
  readonly names: readonly string[];
}

const NO_PARAMETERS = {};
const RUN_PREFIX = /^\/r\/([0-9A-Za-z-]{1,64})(?=\/)/;
const VERSION_SEGMENT = /^\/v1(?:beta1?)?(?=\/)/;

const plain = new Map<string, Candidate[]>();
const patterns: Pattern[] = [];
for (const dialect of dialects) {
  for (const endpoint of dialect.endpoints) {
    if (endpoint.path.includes(":")) patterns.push(compile(dialect, endpoint));
    else {
      const key = `${endpoint.method} ${endpoint.path}`;
      plain.set(key, [...(plain.get(key) ?? []), { dialect: endpoint.form?.(dialect) ?? dialect, endpoint }]);
    }
  }
}
const byPrefix = new Map(dialects.map((dialect) => [dialect.id, dialect]));

// Programs call few paths over and over. A path whose dialect depends on headers, or that names a run, is not cached.
const cached = new Map<string, Recognised>();
const MAX_CACHED = 500;

/** Recognises a call by its path and headers; throws `route_not_found` or `method_not_allowed`. */
export function recognise(head: CallHead): Recognised {
  const key = `${head.method} ${head.target}`;
  const known = cached.get(key);
  if (known !== undefined) return known;
  const { recognised, isCertain } = read(head);
  if (isCertain && cached.size < MAX_CACHED) cached.set(key, recognised);
  return recognised;
}

function read(head: CallHead): { recognised: Recognised; isCertain: boolean } {
  const { target } = head;
  const question = target.indexOf("?");
  const whole = question === -1 ? target : target.slice(0, question);
  const query = question === -1 ? "" : withoutKey(target.slice(question));
  const run = RUN_PREFIX.exec(whole);
  const parentRun = run === null ? undefined : runOf(run[1]!);
  const below = run === null ? whole : whole.slice(run[0].length);
  const prefix = prefixOf(below);
  const path = prefix === undefined ? below : below.slice(prefix.id.length + 1);
  const found = findCandidates(head.method, path, prefix);
  const chosen = choose(found.candidates, head);
  if (chosen === undefined) throw unknownRoute(path, prefix);
  const recognised: Recognised = {
    dialect: chosen.dialect,
    endpoint: chosen.endpoint,
    parameters: found.parameters,
    path: found.path + query,
    parentRun,
    alternatives:
      prefix === undefined && found.candidates.length > 1 ? alternativesTo(chosen, found.candidates) : [],
  };
  const isCertain =
    found.candidates.length === 1 &&
    parentRun === undefined &&
    found.parameters === NO_PARAMETERS &&
    query === "";
  return { recognised, isCertain };
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
  readonly parameters: Readonly<Record<string, string>>;
  /** In the dialect's own form. */
  readonly path: string;
}

// A base URL may be written with or without its version.
function findCandidates(method: string, path: string, prefix: Dialect | undefined): Found {
  const spellings = VERSION_SEGMENT.test(path) ? [path] : [path, `/v1${path}`];
  for (const spelling of spellings) {
    const fixed = plain.get(`${method} ${spelling}`);
    const candidates = prefix === undefined ? fixed : fixed?.filter((one) => one.dialect.id === prefix.id);
    if (candidates !== undefined && candidates.length > 0) {
      return { candidates, parameters: NO_PARAMETERS, path: spelling };
    }
    for (const pattern of patterns) {
      if (pattern.endpoint.method !== method || (prefix !== undefined && pattern.dialect !== prefix))
        continue;
      const match = pattern.expression.exec(spelling);
      if (match === null) continue;
      const same = patterns.filter(
        (one) =>
          one.endpoint.path === pattern.endpoint.path &&
          one.endpoint.method === method &&
          (prefix === undefined || one.dialect === prefix),
      );
      return { candidates: same, parameters: readParameters(pattern, match), path: spelling };
    }
  }
  return { candidates: [], parameters: NO_PARAMETERS, path };
}

// Several vendors share a path: headers that only one of them uses decide, then the header that carries the key.
function choose(candidates: readonly Candidate[], head: CallHead): Candidate | undefined {
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

function alternativesTo(chosen: Candidate, candidates: readonly Candidate[]): readonly Dialect[] {
  return candidates.flatMap(({ dialect }) => (dialect === chosen.dialect ? [] : [dialect]));
}

function compile(dialect: Dialect, endpoint: Endpoint): Pattern {
  const names: string[] = [];
  const source = endpoint.path
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\/:([a-z_]+)/g, (_, name: string) => {
      names.push(name);
      return "/([^/]+?)";
    });
  return { dialect, endpoint, names, expression: new RegExp(`^${source}$`) };
}

function readParameters({ names }: Pattern, match: RegExpExecArray): Record<string, string> {
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1]!)]));
  } catch (error) {
    throw new AbpError("request_malformed", "the path is not well encoded", { cause: error });
  }
}

// Gemini's clients may send the key as `?key=`; it is not forwarded.
function withoutKey(query: string): string {
  if (!query.includes("key=") && !query.includes("%")) return query;
  const kept = query
    .slice(1)
    .split("&")
    .filter((pair) => !new URLSearchParams(pair).has("key"));
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

function unknownRoute(path: string, prefix: Dialect | undefined): AbpError {
  const methods = ["GET", "POST", "DELETE"].filter(
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
