import type { Engine } from "../../engines/index.ts";
import type { OwnedContent } from "../../storage/index.ts";
import type { GatewayContext } from "../context.ts";
import type { ResponseSink } from "../exchange.ts";
import { KeepingSink } from "../state/keeping-sink.ts";
import { keepState } from "../state/response-state.ts";
import type { CallRequest } from "./call-request.ts";

/** A call whose answer the gateway keeps. */
export interface KeptAnswer {
  readonly context: Pick<GatewayContext, "heldBytes" | "report">;
  readonly request: CallRequest;
  readonly engine: Engine;
  readonly runId: string;
  readonly startedAt: number;
  readonly responses: OwnedContent["responses"];
  /** Takes what the receipt says of an answer that could not be kept. */
  readonly warnings: string[];
  /** Takes what settles when the answer is kept, or cannot be. */
  readonly onKept: (kept: Promise<void>) => unknown;
}

/** Makes the sink that keeps the answer before its last bytes reach the caller. */
export function openKeeping(answer: KeptAnswer): (sink: ResponseSink) => KeepingSink {
  const { context, request, engine, runId, responses } = answer;
  const { dialect } = request;
  const keep = (value: unknown): Promise<void> => {
    const at = new Date(answer.startedAt);
    const kept = keepState(dialect.state!, responses, engine, runId, at, request.asSent, value).catch(
      (thrown: unknown) => {
        answer.warnings.push("the answer could not be kept, so no call can continue it");
        context.report("a response could not be kept", thrown);
      },
    );
    answer.onKept(kept);
    return kept;
  };
  return (sink) => new KeepingSink(sink, dialect, context.heldBytes, keep);
}
