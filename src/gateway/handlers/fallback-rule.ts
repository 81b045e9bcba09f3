import type { Engine } from "../../engines/index.ts";

/**
 * Whether another engine may take over after an engine answered with this status. The rule is the same for passthrough
 * and mapped calls:
 *
 * - 429 and 5xx: the engine is overloaded or broken.
 * - 401 and 403: the engine refused the key that is configured for it. If the key is the caller's own, the caller
 *   must learn of it, so nobody takes over.
 * - Every other status concerns the request itself, which would fail on another engine too.
 *
 * A transport failure, and an error in the first events of a stream, always allow a fallback.
 */
export function allowsFallback(status: number, engine: Pick<Engine, "usesCallerKey">): boolean {
  if (status === 401 || status === 403) return !engine.usesCallerKey;
  return status === 429 || status >= 500;
}
