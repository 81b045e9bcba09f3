import { AbpError, type Receipt } from "../contract/index.ts";
import { BackgroundCalls } from "./background/background-calls.ts";
import type { CallOptions } from "./call/call-options.ts";
import { ModelCall } from "./call/model-call.ts";
import { requireModelCalls } from "./callers/callers.ts";
import type { GatewayContext } from "./context.ts";
import { planTransfer } from "./endpoints/plan-transfer.ts";
import type { Admission } from "./exchange/admission.ts";
import type { CallHead } from "./exchange/call-head.ts";
import type { OpenCall } from "./exchange/open-call.ts";
import type { PlainResponse } from "./exchange/plain-response.ts";
import type { ResponseSink } from "./exchange/response-sink.ts";
import type { OpenSession, SocketSink } from "./exchange/socket-session.ts";
import { findKeeper } from "./id-owners/engine-ids.ts";
import { findConversationEngine, serveConversationEndpoint } from "./kept-content/conversation-endpoints.ts";
import { EventFollower } from "./kept-content/event-follower.ts";
import { serveResponseEndpoint } from "./kept-content/response-endpoints.ts";
import type { ContentAnswer } from "./plain-answers/content-answer.ts";
import { answerError, asAbpError } from "./plain-answers/error-answer.ts";
import { answerOwnError, isOwnPath, serveReceipt } from "./record/receipt-endpoint.ts";
import { checkParentRun } from "./record/run-owner.ts";
import { ModelDirectory } from "./routing/model-directory.ts";
import { dialectOfCaller, recognise, recogniseIfKnown } from "./routing/recognition.ts";
import type { Route } from "./routing/router.ts";
import { SocketSession } from "./transfer/socket-session.ts";
import { Transfer } from "./transfer/transfer.ts";
import type { PlanTransfer } from "./transfer/transfer-plan.ts";

/** One model call from bytes to bytes. It knows no sockets, so servers, in-process clients and tests all use it. */
export interface Gateway {
  /** Recognises and authenticates a call before its body is read; throws the error to answer with. */
  admit(head: CallHead): Admission;
  /** The name of the key that a call carries, for a log; undefined if it carries none that is valid. */
  keyName(head: CallHead): string | undefined;
  /** The answer to a call that failed with `thrown`: in the dialect that the path names, or in our own format. */
  refuse(head: CallHead, thrown: unknown): PlainResponse;
  /** Serves an admitted call. */
  call(admission: Admission, body: Buffer, sink: ResponseSink): OpenCall;
  /**
   * Serves an admitted call with `streamsBody`. The body is read as fast as the engine takes it; if reading it throws, the
   * call ends with that error. Its `return()` must end a `next()` that waits.
   */
  transfer(admission: Admission, body: AsyncIterable<Uint8Array> | undefined, sink: ResponseSink): OpenCall;
  /** Serves an admitted WebSocket of an endpoint that passes through. */
  session(admission: Admission, sink: SocketSink): OpenSession;
  /** Serves a path of our own API; undefined if it is none. */
  own(head: CallHead): Promise<PlainResponse | undefined>;
  /** The receipt of a run, once it is written. */
  receipt(tenant: string, runId: string): Promise<Receipt | undefined>;
  /** Settles when every receipt is durable. */
  close(): Promise<void>;
}

export function createGateway(context: GatewayContext, routes: Readonly<Record<string, Route>>): Gateway {
  const planPassed: PlanTransfer = (admission, first, judge) =>
    planTransfer(context, admission, first, judge);
  const models = new ModelDirectory(context.engines, context.router, routes, context.now);
  const background = new BackgroundCalls(
    context,
    (admission, body, sink, options) => new ModelCall(context, admission, body, sink, options),
  );
  // One object for all calls.
  const options: CallOptions = { background };

  // A call without a receipt of its own needs the right to the run that its path names, too.
  const afterCheck = async <Answer>(admission: Admission, serve: () => Promise<Answer>): Promise<Answer> => {
    await checkParentRun(context, admission);
    return serve();
  };

  // A response that the gateway does not keep may be kept by an engine of the same dialect.
  const serveState = (admission: Admission, body: Buffer, sink: ResponseSink): OpenCall => {
    let passed: OpenCall | undefined;
    let follower: EventFollower | undefined;
    let left: Parameters<OpenCall["leave"]>[0] | undefined;
    const { caller } = admission;
    const ids = context.ledgerOf(caller.tenant).contentOf(caller).engineResponses;
    const found = afterCheck(
      admission,
      async () =>
        (await serveResponseEndpoint(admission, context, background)) ??
        (await serveConversationEndpoint(admission, context, body)),
    );
    const answer = found.then(async (own) => {
      if (own !== undefined && "body" in own) return own;
      if (own !== undefined) {
        if (left !== undefined) return undefined;
        follower = new EventFollower(own, sink);
        await follower.run();
        return undefined;
      }
      const engine =
        admission.recognised.endpoint.operation === "create_conversation"
          ? findConversationEngine(admission, context)
          : await findKeeper(admission, context, ids);
      if (left !== undefined || engine === undefined) return undefined;
      if (admission.account?.ended !== undefined) throw admission.account.ended;
      passed = new ModelCall(context, admission, body, sink, { engine }).start();
      return undefined;
    });
    const open = answerPlainly(context, admission, sink, answer);
    return {
      runId: open.runId,
      recorded: open.recorded.then(() => passed?.recorded),
      leave: (reason) => {
        left = reason;
        open.leave(reason);
        follower?.stop();
        passed?.leave(reason);
      },
    };
  };

  return {
    admit: (head) => {
      const recognised = recognise(head);
      const upload = context.uploadKeys.find(head, recognised);
      const account = context.runs.admit(head, recognised.parentRun, upload);
      const caller = account?.caller ?? context.callers.authenticate(head, upload);
      requireModelCalls(caller);
      const { operation } = recognised.endpoint;
      return {
        head,
        caller,
        recognised,
        maxBodyBytes: operation === "pass" ? context.limits.maxUploadBytes : context.limits.maxBodyBytes,
        ...(operation === "pass" ? { streamsBody: true } : {}),
        account,
        countsAgainstLimit:
          operation === "generate" ||
          operation === "count_tokens" ||
          operation === "search" ||
          operation === "embed" ||
          operation === "pass",
      };
    },
    keyName: (head) => nameOfKey(context, head),
    refuse: (head, thrown) => {
      const error = reportUnknown(context, thrown);
      const dialect = isOwnPath(head.target) ? undefined : dialectOfCaller(head);
      return dialect === undefined
        ? answerOwnError(error, head.target, context.newId(), new Date(context.now()))
        : answerError(dialect, error);
    },
    call: (admission, body, sink) => {
      // The run may have ended while the body was read.
      const ended = admission.account?.ended;
      if (ended !== undefined) return answerPlainly(context, admission, sink, Promise.reject(ended));
      switch (admission.recognised.endpoint.operation) {
        case "generate":
        case "count_tokens":
        case "search":
        case "embed":
          return new ModelCall(context, admission, body, sink, options).start();
        // A caller in this process has the whole body already.
        case "pass":
          return new Transfer(context, planPassed, admission, wholeBody(body), sink).start();
        case "list_models":
          return answerPlainly(
            context,
            admission,
            sink,
            afterCheck(admission, () => models.list(admission)),
          );
        case "get_model":
          return answerPlainly(
            context,
            admission,
            sink,
            afterCheck(admission, () => models.get(admission)),
          );
        default:
          return serveState(admission, body, sink);
      }
    },
    transfer: (admission, body, sink) => {
      // The run may have ended while the call was admitted.
      const ended = admission.account?.ended;
      if (ended !== undefined) return answerPlainly(context, admission, sink, Promise.reject(ended));
      return new Transfer(context, planPassed, admission, body, sink).start();
    },
    session: (admission, sink) => new SocketSession(context, planPassed, admission, sink).start(),
    own: (head) => serveReceipt(context, head),
    receipt: async (tenant, runId) => (await context.ledgerOf(tenant).find(runId))?.receipt,
    close: async () => {
      context.heartbeats.close();
      background.close();
      await context.receipts.settled();
    },
  };
}

/** Sends an answer that needs no engine. Such calls have no receipt, so `recorded` settles with the answer. */
function answerPlainly(
  context: GatewayContext,
  admission: Admission,
  sink: ResponseSink,
  answer: Promise<ContentAnswer | undefined>,
): OpenCall {
  let hasLeft = false;
  const send = (plain: ContentAnswer | undefined) => {
    if (hasLeft || plain === undefined) return;
    sink.head(plain.status, plain.headers);
    sink.end(plain.body);
  };
  const recorded = answer
    .catch((thrown: unknown) => answerError(admission.recognised.dialect, reportUnknown(context, thrown)))
    .then(send);
  return {
    runId: "",
    leave: () => {
      hasLeft = true;
    },
    recorded,
  };
}

function nameOfKey({ callers, runs, uploadKeys }: GatewayContext, head: CallHead): string | undefined {
  try {
    const recognised = recogniseIfKnown(head);
    if (recognised === undefined) return callers.authenticate(head).name;
    const upload = uploadKeys.find(head, recognised);
    const account = runs.admit(head, recognised.parentRun, upload);
    return (account?.caller ?? callers.authenticate(head, upload)).name;
  } catch (error) {
    if (AbpError.is(error)) return undefined;
    throw error;
  }
}

function reportUnknown(context: Pick<GatewayContext, "report">, thrown: unknown): AbpError {
  const error = asAbpError(thrown);
  if (error.code === "internal") context.report("a call failed inside the gateway", thrown);
  return error;
}

function wholeBody(body: Buffer): AsyncIterable<Uint8Array> | undefined {
  if (body.length === 0) return undefined;
  return (async function* () {
    yield body;
  })();
}
