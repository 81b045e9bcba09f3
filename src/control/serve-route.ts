import type { Route } from "../api/index.ts";
import { AbpError } from "../contract/index.ts";
import type { ControlFacts } from "../server/index.ts";
import { authenticate } from "./access/authentication.ts";
import { requirePermission } from "./access/permission.ts";
import { answerHeaders, withAnswerHeaders } from "./answer/answer-headers.ts";
import type { ControlContext } from "./context.ts";
import type { ControlRequest, Handler } from "./control-request.ts";
import { digestOf, digestWhileRead } from "./once/content-digest.ts";
import { type Idempotency, readKeyed } from "./once/idempotency.ts";
import { readBody } from "./request/body-bytes.ts";
import { checkFields, checkPart } from "./request/checked.ts";
import { requireContentType } from "./request/content-type.ts";
import { readJsonBody } from "./request/json-body.ts";
import { readQuery } from "./request/query-fields.ts";

/** A request that reached its route. */
export interface RoutedRequest {
  readonly id: string;
  /** The path, as it was sent. */
  readonly path: string;
  readonly request: Request;
  readonly facts: ControlFacts;
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The header of an answer that an earlier request got first. */
const REPLAYED = "idempotent-replayed";

/** Checks a request against its route, in the order key, right, parameters, body, and answers it. Throws the error to answer with. */
export async function serveRoute(
  context: ControlContext,
  idempotency: Idempotency,
  route: Route,
  handler: Handler<Route>,
  routed: RoutedRequest,
): Promise<Response> {
  const { id, path, request, facts, signal } = routed;
  const caller = route.needs === undefined ? undefined : authenticate(context.gateway.callers, facts.head);
  if (route.needs !== undefined) requirePermission(caller!, route.needs);
  const params = checkFields(route.params, routed.params, "path");
  const query = checkFields(route.query, readQuery(facts.head.target), "query");
  const takesRaw = route.bodyType !== undefined;
  if (facts.hasBody) {
    if (route.body === undefined && !takesRaw)
      throw new AbpError("request_malformed", `${request.method} ${route.path} takes no body.`, {
        where: "body",
      });
    requireContentType(request.headers, route.bodyType);
  }
  const read = takesRaw
    ? undefined
    : await readBody(request, facts, {
        key: caller?.name ?? "",
        limit: context.config.gateway.max_body_bytes,
      });
  try {
    const { raw, content } =
      read === undefined
        ? digestWhileRead(path, request)
        : { raw: request, content: digestOf(path, read.bytes) };
    const keyed = caller === undefined ? undefined : readKeyed(request.headers, route, caller, content);
    const body = read === undefined ? undefined : bodyOf(route, read.bytes, context);
    // The types of a request follow from its route, which is any of them here.
    const parts = { id, caller, params, query, body, raw, signal, isStopping: facts.isDraining };
    const checked = parts as unknown as ControlRequest<Route>;
    if (keyed === undefined) {
      return answerOf(await handler({ ...checked, once: () => undefined }), route, id);
    }
    const result = await idempotency.run(keyed, (once) => handler({ ...checked, once }));
    if ("answer" in result) return answerOf(result.answer, route, id);
    const headers = answerHeaders(id, "application/json");
    headers.set(REPLAYED, "true");
    return jsonResponse(route, result.earlier, headers);
  } finally {
    read?.release();
  }
}

function bodyOf(route: Route, bytes: Buffer, { config }: ControlContext): unknown {
  if (route.body === undefined) return undefined;
  if (bytes.length === 0) return checkPart(route.body, undefined, "body");
  return checkPart(route.body, readJsonBody(bytes, config.gateway.max_depth), "body");
}

function answerOf(answer: unknown, route: Route, id: string): Response {
  if (answer instanceof Response) return withAnswerHeaders(answer, id);
  return jsonResponse(route, JSON.stringify(answer ?? null), answerHeaders(id, "application/json"));
}

function jsonResponse(route: Route, text: string, headers: Headers): Response {
  if (route.answer !== undefined) {
    headers.set("content-length", String(Buffer.byteLength(text)));
    return new Response(text, { status: route.status, headers });
  }
  headers.delete("content-type");
  return new Response(null, { status: route.status, headers });
}
