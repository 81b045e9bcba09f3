import { type Dialect, isMembers, type Members } from "../../../dialects/index.ts";
import type { Answer } from "../answer/delivery.ts";
import { openRouter, type Route, type Router } from "../endpoint-router.ts";
import { readAnswer } from "./recorded-answer.ts";
import { digestOf, parseJson, type Recording, readIndex } from "./recording-index.ts";

/**
 * Recorded exchanges, found by the digest of their request. It reads the folder once, with the first request, and each body
 * when a request needs it.
 */
export class Recordings {
  readonly #root: string;
  readonly #dialect: Dialect;
  readonly #route: Router;
  #index: Promise<ReadonlyMap<string, readonly Recording[]>> | undefined;

  constructor(root: string, dialect: Dialect) {
    this.#root = root;
    this.#dialect = dialect;
    this.#route = openRouter(dialect);
  }

  /** Returns the recorded answer to a request, or undefined. */
  async find(route: Route, body: string): Promise<Answer | undefined> {
    const value = parseJson(body);
    if (!isMembers(value)) return undefined;
    this.#index ??= this.#read();
    const found = (await this.#index).get(digestOf(value)) ?? [];
    const fitting =
      found.find((one) => this.#isSame(route, one)) ?? found.find((one) => this.#fits(route, one, value));
    return fitting === undefined ? undefined : readAnswer(fitting);
  }

  // If the folder cannot be read, the next request tries again.
  async #read(): Promise<ReadonlyMap<string, readonly Recording[]>> {
    try {
      return await readIndex(this.#root);
    } catch (error) {
      this.#index = undefined;
      throw error;
    }
  }

  // The recorded path must be the same endpoint with the same model.
  #isSame(route: Route, recording: Recording): boolean {
    const { method, path } = pathOf(recording);
    if (path === undefined) return false;
    const recorded = this.#route(method, path);
    if (recorded === undefined) return false;
    const { endpoint } = route;
    const isSameForm =
      endpoint.streams !== true || isArray(route) === (recording.meta["stream_format"] === "json-array");
    return (
      recorded.endpoint.operation === endpoint.operation &&
      recorded.endpoint.streams === endpoint.streams &&
      recorded.model === route.model &&
      isSameForm
    );
  }

  // The path is unknown or belongs to another server of the dialect, so the body decides.
  #fits(route: Route, recording: Recording, body: Members): boolean {
    const { method, path } = pathOf(recording);
    if (path !== undefined && this.#route(method, path) !== undefined) return false;
    const { model, stream_format: format, streaming } = recording.meta;
    if (route.model !== undefined && typeof model === "string" && model !== route.model) return false;
    const { streams } = route.endpoint;
    if (streams !== undefined && streams !== (streaming === true)) return false;
    if (streams === true && isArray(route) !== (format === "json-array")) return false;
    return this.#dialect.detect(body, path === undefined ? {} : { path }) > 0;
  }
}

function isArray(route: Route): boolean {
  return route.query.get("alt") !== "sse";
}

function pathOf({ meta }: Recording): { method: string; path: string | undefined } {
  const endpoint = isMembers(meta["endpoint"]) ? meta["endpoint"] : {};
  const { method, path } = endpoint;
  return {
    method: typeof method === "string" ? method : "POST",
    path: typeof path === "string" ? path : undefined,
  };
}
