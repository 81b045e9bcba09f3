import type { z } from "zod";
import type { Permission } from "./role.ts";

/** The prefix of all paths. Vendors own `/v1`. */
export const API_PREFIX = "/abp/v1";

/** One member of a path, a query or a header, by name. */
export type Fields = z.ZodObject;

/**
 * One route of the control API. The OpenAPI document, `docs/api.md`, the typed client, the server and the tests of permissions are
 * derived from the table of all routes.
 */
export interface Route {
  /** Unique, such as `list_runs`; the name of the client's method and of the server's handler. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the prefix, with parameters in braces: `/runs/{run_id}`. */
  readonly path: string;
  /** The section of the documents. */
  readonly group: string;
  /** One sentence. */
  readonly summary: string;
  /** Undefined if the route needs no key. */
  readonly needs: Permission | undefined;
  readonly params?: Fields | undefined;
  readonly query?: Fields | undefined;
  readonly body?: z.ZodType | undefined;
  /** A body that is not JSON, such as `application/gzip`. */
  readonly bodyType?: string | undefined;
  readonly status: number;
  /** The body of a success; undefined if there is none, or if `answerType` is not JSON. */
  readonly answer?: z.ZodType | undefined;
  /** `application/json` if absent. */
  readonly answerType?: string | undefined;
  /** Whether a repeated request with the same `Idempotency-Key` has no further effect. Other routes refuse the header. */
  readonly takesIdempotencyKey?: boolean | undefined;
  /** Whether the same path takes a WebSocket upgrade. */
  readonly takesSocket?: boolean | undefined;
}

/** Writes one route and keeps the types of its schemas. */
export function route<const R extends Route>(row: R): R {
  return row;
}
