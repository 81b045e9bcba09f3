import { type ChildDaemon, DaemonHome } from "../faults/child-daemon.ts";

const KEYS = { ada: "two-keys-ada", bob: "two-keys-bob" } as const;

/** One of two callers whose things stay apart. */
export type Who = keyof typeof KEYS;

/** A machine whose daemons have a key for each of the two callers, besides the given configuration. */
export function openHome(toml: string): DaemonHome {
  const keys = Object.entries(KEYS).map(([name, token]) => `[keys.${name}]\ntoken = "${token}"`);
  return new DaemonHome([toml, ...keys].join("\n"));
}

/** The headers of a caller's JSON. */
export function headersOf(who: Who): Record<string, string> {
  return { authorization: `Bearer ${KEYS[who]}`, "content-type": "application/json" };
}

/** Makes a call, whose answer is JSON. */
export async function fetchJson(
  daemon: ChildDaemon,
  who: Who,
  path: string,
  method = "GET",
  body?: unknown,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const response = await fetch(`${daemon.url}${path}`, {
    method,
    headers: headersOf(who),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
