import { API_PREFIX, type Route } from "../../api/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { CallOptions } from "./route-types.ts";

/** Where the control API is, and the key for it. */
export interface ControlPlace {
  /** The address of the daemon, such as `http://127.0.0.1:7717`. */
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof globalThis.fetch;
}

export type Input = Readonly<Record<string, unknown>>;

/** Sends one call of a route. Throws the error of a refusal, and `daemon_not_running` if nothing answers. */
export async function sendCall(
  place: ControlPlace,
  route: Route,
  input: Input,
  { signal, idempotencyKey }: CallOptions,
): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${place.key}` };
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
  const body = bodyOf(route, input);
  if (body !== undefined) headers["content-type"] = route.bodyType ?? "application/json";
  const init: RequestInit & { duplex?: "half" } = {
    method: route.method,
    headers,
    // No other address gets the key.
    redirect: "error",
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { body }),
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  };
  const url = `${place.url.replace(/\/+$/, "")}${API_PREFIX}${targetOf(route, input)}`;
  try {
    return await place.fetch(url, init);
  } catch (error) {
    signal?.throwIfAborted();
    if (AbpError.is(error)) throw error;
    throw new AbpError("daemon_not_running", `nothing answers at ${place.url}`, {
      where: place.url,
      cause: error,
    });
  }
}

/** The path below the prefix with its parameters, and the query. */
function targetOf(route: Route, input: Input): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    if (value === undefined || value === "")
      throw new AbpError("validation_failed", `${route.name} needs ${name}`, { where: name });
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const name of namesOf(route.query)) {
    if (input[name] !== undefined) query.set(name, String(input[name]));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function bodyOf(route: Route, input: Input): RequestInit["body"] {
  if (route.bodyType !== undefined) return input["content"] as RequestInit["body"];
  if (route.body === undefined) return undefined;
  const taken = new Set([...namesOf(route.params), ...namesOf(route.query)]);
  return JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !taken.has(name))));
}

function namesOf(fields: Route["params"]): readonly string[] {
  return fields === undefined ? [] : Object.keys(fields.shape);
}
