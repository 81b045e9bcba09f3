import type { Members, StateCodec } from "../../dialects/index.ts";
import { collectAnswer } from "../answer/collected-answer.ts";
import { plainJson } from "../answer/error-answer.ts";
import { ModelCall } from "../call/model-call.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission, OpenCall, ResponseSink } from "../exchange.ts";

interface Running {
  readonly call: OpenCall;
  readonly pending: Members;
  cancel(): Promise<Members>;
}

/** Calls that were answered at once and are worked on after their caller has gone. */
export class BackgroundCalls {
  readonly #parts: GatewayContext;
  readonly #running = new Map<string, Running>();

  constructor(parts: GatewayContext) {
    this.#parts = parts;
  }

  /** The answer as it is now; undefined when nothing of that id is being worked on. */
  find(tenant: string, id: string): Members | undefined {
    return this.#running.get(keyOf(tenant, id))?.pending;
  }

  /** Breaks a call off; undefined when nothing of that id is being worked on. */
  async cancel(tenant: string, id: string): Promise<Members | undefined> {
    return this.#running.get(keyOf(tenant, id))?.cancel();
  }

  /** Answers a call with what it will be found under, and works on it. */
  start(admission: Admission, state: StateCodec, request: Members, sink: ResponseSink): OpenCall {
    const { tenant } = admission.caller;
    const ledger = this.#parts.ledgerOf(tenant);
    const created = Math.floor(this.#parts.now() / 1000);
    const body = Buffer.from(JSON.stringify(state.toForeground(request)));
    const collected = collectAnswer();
    const call = new ModelCall(this.#parts, admission, body, collected.sink);
    const id = `resp_${call.runId.replaceAll("-", "")}`;
    const previousId = state.previousOf(request);
    const keep = (response: Members) =>
      ledger.responses.keep({
        id,
        ...(previousId === undefined ? {} : { previousId }),
        createdAt: new Date(this.#parts.now()),
        runId: call.runId,
        engine: "background",
        isNative: false,
        input: state.inputOf(request),
        body: response,
      });
    const key = keyOf(tenant, id);
    let isCancelled = false;
    const failed = (message: string) =>
      state.writeFailed(state.writePending(id, request, created, "in_progress"), { status: 500, message });
    const finished = collected.answer.then(
      (answer) =>
        answer.status < 400
          ? state.writeFinished(id, JSON.parse(answer.body) as Members)
          : failed(answer.body),
      (error: unknown) => failed(error instanceof Error ? error.message : "the answer broke off"),
    );
    const recorded = finished
      .then((response) => (isCancelled ? undefined : keep(response)))
      .catch((error: unknown) => this.#parts.report("a background response could not be kept", error))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, {
      call,
      pending: state.writePending(id, request, created, "in_progress"),
      cancel: async () => {
        isCancelled = true;
        call.leave("client_gone");
        const cancelled = state.writeCancelled(state.writePending(id, request, created, "in_progress"));
        this.#running.delete(key);
        await keep(cancelled);
        return cancelled;
      },
    });
    call.start();
    const answer = plainJson(200, state.writePending(id, request, created, "queued"), [
      "x-abp-run-id",
      call.runId,
    ]);
    sink.head(answer.status, answer.headers);
    sink.end(answer.body);
    // Its caller may go: that is what the background is for.
    return { runId: call.runId, leave: () => undefined, recorded };
  }
}

function keyOf(tenant: string, id: string): string {
  return `${tenant} ${id}`;
}
