import type { Dialect, StateCodec } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { ResponseStore } from "../../storage/index.ts";
import type { GatewayContext } from "../context.ts";
import type { LeaveReason } from "../exchange/open-call.ts";
import type { EventFollower, FollowedResponse } from "../kept-content/event-follower.ts";
import type { CallRequest } from "../request/call-request.ts";
import type { BackgroundWork, BackgroundWorker } from "./background-calls.ts";
import { backgroundStream } from "./background-stream.ts";

/** A call that asks to be worked on in the background. */
export interface BackgroundCall {
  readonly request: CallRequest;
  readonly state: StateCodec;
  readonly engine: Engine;
  /** The tools whose offer was approved. */
  readonly approved: ReadonlySet<string> | undefined;
}

/**
 * Prepares the work of a call that asks for the background; undefined if it does not, and if its engine keeps responses
 * and so works on it by itself. Rejects as `BackgroundWorker.prepare`.
 */
export async function prepareWork(
  background: BackgroundWorker,
  { request, state, engine, approved }: BackgroundCall,
): Promise<BackgroundWork | undefined> {
  if (engine.keepsResponses || !state.isBackground(request.value)) return undefined;
  const mode = engine.dialect === request.dialect ? "passthrough" : "mapped";
  const target = { backendId: engine.name, mode } as const;
  const { streams, conversation } = request;
  const answer = { streams, conversation };
  return background.prepare(request.admission, state, request.value, approved, target, answer);
}

/** The answer that the caller gets before the call is worked on. */
export interface ImmediateAnswer {
  /** Answers with the response as it is at the beginning. */
  acknowledge(dialect: Dialect, pending: unknown, runId: string): void;
  /** Answers with the events of the response, once the follower runs. */
  follow(followed: FollowedResponse): EventFollower;
}

/** A call that the gateway answers at once in the engine's place, and works on afterwards. */
export class HandedOverCall {
  readonly #work: BackgroundWork;
  /** Streams the answer of the background to the caller. */
  readonly #follower: EventFollower | undefined;

  private constructor(work: BackgroundWork, follower: EventFollower | undefined) {
    this.#work = work;
    this.#follower = follower;
  }

  /** Answers the caller and begins the work. */
  static start(
    work: BackgroundWork,
    { request, state }: Pick<BackgroundCall, "request" | "state">,
    answer: ImmediateAnswer,
    responses: Pick<ResponseStore, "find" | "readEvents">,
    report: GatewayContext["report"],
  ): HandedOverCall {
    const follower = request.streams
      ? answer.follow(backgroundStream(request, state, responses, work))
      : undefined;
    if (follower === undefined) answer.acknowledge(request.dialect, work.pending, work.runId);
    work.start();
    void follower?.run().catch((error: unknown) => report("a stream could not be read", error));
    return new HandedOverCall(work, follower);
  }

  /** Settles when the response is stored and the receipt is written. Never rejects. */
  get done(): Promise<void> {
    return this.#work.done;
  }

  /** The caller is gone, which the work outlives, or the daemon stops, which ends the work. */
  leave(reason: LeaveReason): void {
    this.#follower?.stop();
    if (reason === "shutting_down") this.#work.stop(reason);
  }
}
