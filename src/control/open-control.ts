import { Hono } from "hono";
import { type Route, type RouteName, routes } from "../api/index.ts";
import { AbpError } from "../contract/index.ts";
import { uuidV7 } from "../lib/index.ts";
import type { ControlFacts, ControlServer } from "../server/index.ts";
import { answerProblem, asControlError } from "./answer/problem-answer.ts";
import type { ControlContext } from "./context.ts";
import type { Handler } from "./control-request.ts";
import { openGroups, openHandlers } from "./handlers.ts";
import { Idempotency } from "./once/idempotency.ts";
import { honoPath, methodsOf } from "./route-pattern.ts";
import { serveRoute } from "./serve-route.ts";
import { ControlSockets } from "./sockets/control-sockets.ts";
import { upgradeToStream } from "./sockets/upgrade.ts";

const RANDOM_BYTES_PER_ID = 10;

/** What a request carries to its route. */
interface Bound {
  readonly id: string;
  readonly path: string;
  readonly facts: ControlFacts;
  readonly signal: AbortSignal;
}

/** Opens the control API on the parts of a thread of the daemon. It reads nothing before the first request. */
export function openControl(context: ControlContext): ControlServer {
  const app = new Hono<{ Bindings: Bound }>();
  const groups = openGroups(context);
  const sockets = new ControlSockets(context.report);
  const handlers = openHandlers(context, groups);
  const idempotency = new Idempotency(() => context.store.once, context.now);
  const methodsAt = methodsOf(routes);
  const stopping = new AbortController();
  for (const route of routes as readonly Route[]) {
    // Each handler takes the requests of the route that has its name.
    const handler = handlers[route.name as RouteName] as unknown as Handler<Route>;
    app.on(route.method, honoPath(route), ({ req, env }) =>
      serveRoute(context, idempotency, route, handler, { ...env, request: req.raw, params: req.param() }),
    );
  }
  app.notFound(({ req, env }) => {
    const allow = methodsAt(env.path);
    if (allow.length === 0) throw new AbpError("route_not_found", `There is no ${env.path}.`, NOT_FOUND);
    const message = `${env.path} does not take ${req.method}.`;
    throw new AbpError("method_not_allowed", message, { details: { allow } });
  });
  app.onError((thrown) => {
    throw thrown;
  });

  const fetch = async (request: Request, facts: ControlFacts): Promise<Response> => {
    const id = uuidV7(context.now(), context.random(RANDOM_BYTES_PER_ID));
    const [path = "/"] = facts.head.target.split("?", 1);
    try {
      if (facts.isDraining && !ANSWERED_WHILE_STOPPING.test(path))
        throw new AbpError("shutting_down", "The daemon is stopping.");
      const signal = AbortSignal.any([request.signal, stopping.signal]);
      if (request.method !== "HEAD") return await app.fetch(request, { id, path, facts, signal });
      const whole = await app.fetch(new Request(request, { method: "GET" }), { id, path, facts, signal });
      await whole.body?.cancel();
      return new Response(null, whole);
    } catch (thrown) {
      const error = asControlError(thrown);
      if (error.code === "internal") context.report("A request of the control API failed.", thrown);
      return answerProblem(error, { id, path }, new Date(context.now()));
    }
  };

  return {
    fetch,
    upgrade: (request, head, socket, first) =>
      upgradeToStream({ ...context, groups }, sockets, { request, head, socket, first }),
    sockets,
    drain: () => stopping.abort(new AbpError("shutting_down", "The daemon is stopping.")),
  };
}

const NOT_FOUND = { advice: "docs/api.md lists the paths." };
const ANSWERED_WHILE_STOPPING = /^\/abp\/v1\/(?:health|readiness)$/;
