import type { IncomingMessage, ServerResponse } from "node:http";
import { AbpError } from "../../contract/index.ts";
import type { CallHead } from "../../gateway/index.ts";
import { CONTROL_PREFIX, type ControlServer } from "../context/control.ts";
import type { ServerContext } from "../context/server-context.ts";
import { openControlCall } from "./control-call.ts";
import { HttpConnection } from "./http-connection.ts";
import { HttpExchange } from "./http-exchange.ts";
import { answerLiveness } from "./liveness.ts";
import { type HeadFacts, inspectHead, isJson } from "./request-rules.ts";

/**
 * Serves one HTTP request: checks its head, answers it directly, or hands it to the gateway. `awaitsContinue` tells that
 * the caller sends its body only after `100 Continue`.
 */
export function serveRequest(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
): void {
  const method = request.method!;
  const target = request.url!;
  const connection = HttpConnection.of(request.socket)!;
  connection.isLate = false;
  let head: CallHead = { method, target, headers: request.rawHeaders };
  const exchange = new HttpExchange(context, connection.exchanges, request, response, head);
  try {
    const facts = inspectHead(target, request.rawHeaders, request.httpVersion);
    const hasBody = facts.isChunked || (facts.contentLength ?? 0) > 0;
    if (facts.headers !== request.rawHeaders) {
      head = { method, target, headers: facts.headers };
      exchange.callHead = head;
    }
    exchange.expectBody(hasBody, awaitsContinue);
    const live = answerLiveness(method, target, context.isDraining, context.health);
    if (live !== undefined) {
      exchange.answer(live);
      return;
    }
    context.hosts.check(facts.host, facts.origin, request.socket.localAddress);
    if (context.control !== undefined && target.startsWith(CONTROL_PREFIX)) {
      serveControl(context, context.control, exchange, facts);
      return;
    }
    if (context.isDraining) throw new AbpError("shutting_down", "The daemon is stopping.");
    if (method === "POST") {
      admit(context, exchange, head, facts);
      return;
    }
    void serveOwn(context, exchange, head, facts);
  } catch (error) {
    exchange.refuse(error);
  }
}

function serveControl(
  context: ServerContext,
  control: ControlServer,
  exchange: HttpExchange,
  { contentLength }: HeadFacts,
): void {
  const { callHead: head, hasBody } = exchange;
  const { isDraining, bodies } = context;
  const facts = { head, hasBody, contentLength, isDraining, bodies };
  const fail = (error: unknown): void => exchange.refuse(error);
  exchange.openStream(context.limits.max_upload_bytes, (body) =>
    openControlCall(control, facts, body, { sink: exchange, fail }),
  );
}

async function serveOwn(
  context: ServerContext,
  exchange: HttpExchange,
  head: CallHead,
  facts: HeadFacts,
): Promise<void> {
  try {
    const answer = await context.gateway.own(head);
    if (answer !== undefined) {
      if (exchange.hasBody) checkBody(head, facts);
      exchange.answer(answer);
    } else if (!exchange.isOver) admit(context, exchange, head, facts);
  } catch (error) {
    exchange.refuse(error);
  }
}

function admit(context: ServerContext, exchange: HttpExchange, head: CallHead, facts: HeadFacts): void {
  const admission = context.gateway.admit(head);
  if (admission.streamsBody !== true && exchange.hasBody) checkBody(head, facts);
  exchange.open(admission, facts);
}

/** Checks what a head says of a body that is read as a whole. */
function checkBody({ method }: CallHead, facts: HeadFacts): void {
  if (method !== "POST")
    throw new AbpError("request_malformed", `A ${method} request must not have a body here.`);
  if (facts.isEncoded || !isJson(facts.contentType)) {
    throw new AbpError(
      "media_type_unsupported",
      facts.isEncoded ? "The body has a content encoding." : "The body's content type is not JSON.",
      { where: facts.isEncoded ? "content-encoding" : "content-type" },
    );
  }
}
