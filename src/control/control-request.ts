import type { z } from "zod";
import type { Route, RouteName, routes } from "../api/index.ts";
import type { Caller } from "../gateway/index.ts";
import type { Once } from "../storage/index.ts";

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A request whose key, parameters and body were checked against its route. */
export interface ControlRequest<R extends Route> {
  /** The id of the request, which its answer names too. */
  readonly id: string;
  /** Undefined if the route needs no key and none was sent. */
  readonly caller: R["needs"] extends undefined ? Caller | undefined : Caller;
  readonly params: Parsed<R["params"]>;
  readonly query: Parsed<R["query"]>;
  readonly body: Parsed<R["body"]>;
  /** The request as it came: headers, and the body if it is not JSON. */
  readonly raw: Request;
  /** What an `Idempotency-Key` asks for, with the answer that the handler will give; undefined without the header. */
  readonly once: (answer: Parsed<R["answer"]>) => Once | undefined;
  /** Whether the daemon is stopping. Only the state is answered then. */
  readonly isStopping: boolean;
  /** Aborts when the client leaves or the daemon stops. */
  readonly signal: AbortSignal;
}

/** What a route is answered with: the value of its answer schema, or a response of its own for streams and files. */
export type ControlAnswer<R extends Route> = Parsed<R["answer"]> | Response;

/** Serves one route. Errors are thrown as `AbpError`. */
export type Handler<R extends Route> = (request: ControlRequest<R>) => Promise<ControlAnswer<R>>;

/** The row of a route by its name. */
export type RouteOf<Name extends RouteName> = Extract<(typeof routes)[number], { readonly name: Name }>;

/** Serves some routes: a handler for each name. */
export type HandlersOf<Name extends RouteName> = { readonly [Each in Name]: Handler<RouteOf<Each>> };
