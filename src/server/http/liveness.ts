import type { PlainResponse } from "../../gateway/index.ts";
import type { StoreHealth } from "../../storage/index.ts";

const JSON_HEADERS = ["content-type", "application/json", "cache-control", "no-store"];
const TEXT_HEADERS = ["content-type", "text/plain; charset=utf-8", "cache-control", "no-store"];

/**
 * Answers `/healthz`, `/readyz` and `/`, which need no key; undefined for any other target. `/readyz` fails while the daemon
 * stops and while the store cannot write, because calls are refused then.
 */
export function answerLiveness(
  method: string,
  target: string,
  isDraining: boolean,
  health: () => StoreHealth,
): PlainResponse | undefined {
  if (target.length > 8 || (method !== "GET" && method !== "HEAD")) return undefined;
  if (target === "/healthz") return { status: 200, headers: JSON_HEADERS, body: '{"status":"ok"}\n' };
  if (target === "/readyz") {
    if (isDraining) return { status: 503, headers: JSON_HEADERS, body: '{"status":"draining"}\n' };
    const state = health();
    return state.ok
      ? { status: 200, headers: JSON_HEADERS, body: '{"status":"ready"}\n' }
      : {
          status: 503,
          headers: JSON_HEADERS,
          body: `${JSON.stringify({ status: "unavailable", reason: state.reason })}\n`,
        };
  }
  // Claude Code sends HEAD / before its first call.
  if (target === "/") return { status: 200, headers: TEXT_HEADERS, body: "agent-backplane\n" };
  return undefined;
}
