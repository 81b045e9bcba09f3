import { AbpError } from "../../contract/index.ts";
import { suggest } from "../../lib/index.ts";
import type { Dialect } from "../dialect.ts";
import type { RequestHint } from "../endpoints/transport.ts";
import type { Members } from "../members/members.ts";
import { dialectIds } from "./index.ts";
import { dialectModules } from "./modules.ts";

/** Every dialect, in the order of the registry. */
export const dialects: readonly Dialect[] = dialectIds.map((id) => dialectModules[id]);

/**
 * Finds a dialect by its id; throws `dialect_unknown` with the nearest id, or with all of them.
 *
 * @example
 * import { findDialect } from "agent-backplane/dialects";
 * const claude = findDialect("claude");
 */
export function findDialect(id: string): Dialect {
  const found = dialects.find((dialect) => dialect.id === id);
  if (found !== undefined) return found;
  const near = suggest(id, [...dialectIds]);
  const hint =
    near === undefined ? `there are ${dialectIds.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
  throw new AbpError("dialect_unknown", `${JSON.stringify(id)} is no dialect; ${hint}`);
}

/** A dialect, and how likely it is that a body is written in it: from 0 to 1. */
export interface Detection {
  readonly dialect: Dialect;
  readonly score: number;
}

/**
 * Scores a request body for every dialect, the likeliest first. Equal scores keep the order of the registry.
 *
 * @example
 * import { detectDialects } from "agent-backplane/dialects";
 * const [likeliest] = detectDialects(body, { path: "/v1/messages" });
 * console.log(likeliest?.dialect.id, likeliest?.score);
 */
export function detectDialects(body: Members, hint: RequestHint = {}): Detection[] {
  return dialects
    .map((dialect) => ({ dialect, score: dialect.detect(body, hint) }))
    .sort((left, right) => right.score - left.score);
}

/**
 * The one dialect that a body is most likely written in. Throws `mapping_dialect_mismatch` if there is no such one; `where` is the
 * flag or the member that can name it.
 *
 * @example
 * import { detectDialect } from "agent-backplane/dialects";
 * const { id } = detectDialect(body, "from");
 */
export function detectDialect(body: Members, where: string): Dialect {
  const [best, second] = detectDialects(body);
  if (best !== undefined && best.score > 0 && best.score !== second?.score) return best.dialect;
  throw new AbpError(
    "mapping_dialect_mismatch",
    `the dialect cannot be detected from the body; name it with ${where}`,
  );
}
