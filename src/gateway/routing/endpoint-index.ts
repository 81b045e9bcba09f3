import { AbpError } from "../../contract/index.ts";
import type { Dialect, Endpoint } from "../../dialects/index.ts";

/** An endpoint of a dialect that fits a path. */
export interface Candidate {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly expression: RegExp;
  readonly names: readonly string[];
}

/** Shared by all paths without parameters, so that such a path is known by it. */
export const NO_PARAMETERS: Readonly<Record<string, string>> = {};

/** The endpoints of all dialects, by method and path. */
export class EndpointIndex {
  readonly #fixed = new Map<string, Candidate[]>();
  /** By method and the first one or two names of the path. */
  readonly #patterns = new Map<string, Pattern[]>();
  readonly #methods = new Set<string>();

  constructor(dialects: readonly Dialect[]) {
    for (const dialect of dialects) for (const endpoint of dialect.endpoints) this.#add(dialect, endpoint);
  }

  /** The methods that some endpoint takes. */
  get methods(): readonly string[] {
    return [...this.#methods];
  }

  /**
   * The endpoint of each dialect that fits, in the order of the dialects: the first one of its list, and one without parameters
   * before all others. Throws `request_malformed` for a parameter that cannot be decoded.
   */
  find(method: string, path: string, only?: Dialect): readonly Candidate[] {
    const fixed = this.#fixed.get(`${method} ${path}`) ?? NONE;
    const found = only === undefined ? [...fixed] : fixed.filter((one) => one.dialect.id === only.id);
    for (const key of keysOf(method, path)) {
      for (const pattern of this.#patterns.get(key) ?? NONE) {
        if (only !== undefined && pattern.dialect !== only) continue;
        if (found.some(({ dialect }) => dialect.id === pattern.dialect.id)) continue;
        const match = pattern.expression.exec(path);
        if (match === null) continue;
        found.push({
          dialect: pattern.dialect,
          endpoint: pattern.endpoint,
          parameters: readParameters(pattern, match),
        });
      }
    }
    return found;
  }

  #add(dialect: Dialect, endpoint: Endpoint): void {
    this.#register(dialect, endpoint);
    const { operation, method, passed } = endpoint;
    const hasHead = operation === "pass" && method === "GET" && passed?.isSocket !== true;
    if (hasHead) this.#register(dialect, { ...endpoint, method: "HEAD" });
  }

  #register(dialect: Dialect, endpoint: Endpoint): void {
    const { method, path, form } = endpoint;
    this.#methods.add(method);
    if (/\/:|\*$/.test(path)) {
      const key = `${method} ${fixedStart(path)}`;
      this.#patterns.set(key, [...(this.#patterns.get(key) ?? []), compile(dialect, endpoint)]);
    } else {
      const key = `${method} ${path}`;
      const one = { dialect: form?.(dialect) ?? dialect, endpoint, parameters: NO_PARAMETERS };
      this.#fixed.set(key, [...(this.#fixed.get(key) ?? []), one]);
    }
  }
}

const NONE: readonly never[] = [];

/** The first two names of a path, or one if the second is a parameter. */
function fixedStart(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  return /^[:*]/.test(second) ? `/${first}` : `/${first}/${second}`;
}

function keysOf(method: string, path: string): readonly string[] {
  const [, first = "", second] = path.split("/", 3);
  const one = `${method} /${first}`;
  return second === undefined ? [one] : [`${one}/${second}`, one];
}

function compile(dialect: Dialect, endpoint: Endpoint): Pattern {
  const names: string[] = [];
  const source = endpoint.path
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*$/, ".+")
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
