import type { AbpError, Receipt } from "../contract/index.ts";
import { answerError, asAbpError } from "./answer/error-answer.ts";
import { ModelCall } from "./call/model-call.ts";
import type { GatewayContext } from "./context.ts";
import type { Admission, CallHead, OpenCall, PlainResponse, ResponseSink } from "./exchange.ts";
import { answerOwnError, serveReceipt } from "./record/receipt-endpoint.ts";
import { ModelDirectory } from "./routing/model-directory.ts";
import { recognise } from "./routing/recognition.ts";
import type { Route } from "./routing/router.ts";
import { BackgroundCalls } from "./state/background-calls.ts";
import { keeperOf, serveResponseEndpoint, unknownResponse } from "./state/response-endpoints.ts";

/** One model call from bytes to bytes; it knows no sockets, so that servers, shims and tests all use it. */
export interface Gateway {
  /** Recognises and authenticates a call before its body is read; throws the error to be answered. */
  admit(head: CallHead): Admission;
  /** An error in the words of the dialect that the path names, or in ours. */
  refuse(head: CallHead, error: AbpError): PlainResponse;
  /** Serves an admitted call. */
  call(admission: Admission, body: Buffer, sink: ResponseSink): OpenCall;
  /** Serves a path of our own API; undefined when it is none. */
  own(head: CallHead): Promise<PlainResponse | undefined>;
  /** The receipt of a run, once it is written. */
  receipt(tenant: string, runId: string): Promise<Receipt | undefined>;
  close(): Promise<void>;
}

/** Makes a gateway of its parts. */
export function createGateway(parts: GatewayContext, routes: Readonly<Record<string, Route>>): Gateway {
  const models = new ModelDirectory(parts.engines, routes, parts.now);
  const background = new BackgroundCalls(parts);

  // What is not kept here may be kept by an engine of the same dialect; its answer passes through.
  const serveState = (admission: Admission, body: Buffer, sink: ResponseSink): OpenCall => {
    const keeper = keeperOf(admission, parts);
    let passed: OpenCall | undefined;
    const answer = serveResponseEndpoint(admission, parts, background).then((own) => {
      if (own === undefined && keeper === undefined) throw unknownResponse(admission);
      if (own === undefined)
        passed = new ModelCall(parts, admission, body, sink, { engine: keeper! }).start();
      return own;
    });
    const open = answerPlainly(parts, admission, sink, answer);
    return {
      runId: open.runId,
      recorded: open.recorded.then(() => passed?.recorded),
      leave: (reason) => {
        open.leave(reason);
        passed?.leave(reason);
      },
    };
  };

  return {
    admit: (head) => {
      const recognised = recognise(head);
      const caller = parts.callers.authenticate(head);
      return { head, caller, recognised, maxBodyBytes: parts.limits.maxBodyBytes };
    },
    refuse: (head, error) => {
      try {
        return answerError(recognise(head).dialect, error);
      } catch {
        // Whatever the path is, it is no vendor's: our own words will do.
        return answerOwnError(error, parts.newId(), new Date(parts.now()));
      }
    },
    call: (admission, body, sink) => {
      const { operation } = admission.recognised.endpoint;
      switch (operation) {
        case "generate":
        case "count_tokens":
          return new ModelCall(parts, admission, body, sink, { background }).start();
        case "list_models":
          return answerPlainly(parts, admission, sink, models.list(admission));
        case "get_model":
          return answerPlainly(parts, admission, sink, models.get(admission));
        default:
          return serveState(admission, body, sink);
      }
    },
    own: (head) => serveReceipt(parts, head),
    receipt: async (tenant, runId) => (await parts.ledgerOf(tenant).find(runId))?.receipt,
    close: async () => {
      parts.clock.close();
      await parts.desk.settled();
    },
  };
}

function answerPlainly(
  parts: GatewayContext,
  admission: Admission,
  sink: ResponseSink,
  answer: Promise<PlainResponse | undefined>,
): OpenCall {
  let hasLeft = false;
  const send = (plain: PlainResponse | undefined) => {
    if (hasLeft || plain === undefined) return;
    sink.head(plain.status, plain.headers);
    sink.end(plain.body);
  };
  const recorded = answer
    .catch((thrown: unknown) => answerError(admission.recognised.dialect, reportUnknown(parts, thrown)))
    .then(send);
  return {
    runId: "",
    leave: () => {
      hasLeft = true;
    },
    recorded,
  };
}

function reportUnknown(parts: GatewayContext, thrown: unknown): AbpError {
  const error = asAbpError(thrown);
  if (error.code === "internal") parts.report("a call failed inside the gateway", thrown);
  return error;
}
