import type { MessagePort } from "node:worker_threads";
import type { RunDesk } from "../../control/index.ts";

/** Sent by a serving thread to the main thread. */
type DeskRequest =
  | { readonly kind: "wake" }
  | { readonly kind: "cancel"; readonly runId: string; readonly reason: string }
  | { readonly kind: "decided"; readonly approvalId: string }
  | { readonly kind: "steer"; readonly id: number; readonly runId: string; readonly text: string };

/** Sent by the main thread: whether the agent could take the message. */
interface DeskAnswer {
  readonly id: number;
  readonly isTaken: boolean;
}

/** The part of a `MessagePort` that is used here. */
export type DeskPort = Pick<MessagePort, "on" | "postMessage" | "unref">;

/** Serves a desk of the main thread to one other thread. A failure is reported, and a message then counts as not taken. */
export function serveDesk(
  desk: RunDesk,
  port: DeskPort,
  report: (message: string, error: unknown) => void,
): void {
  port.on("message", (request: DeskRequest) => {
    answer(desk, port, request).catch((error: unknown) => {
      report("A request for a run could not be served.", error);
      if (request.kind === "steer") port.postMessage({ id: request.id, isTaken: false } satisfies DeskAnswer);
    });
  });
  port.unref();
}

async function answer(desk: RunDesk, port: DeskPort, request: DeskRequest): Promise<void> {
  switch (request.kind) {
    case "wake":
      desk.wake();
      return;
    case "cancel":
      desk.cancel(request.runId, request.reason);
      return;
    case "decided":
      desk.decided(request.approvalId);
      return;
    case "steer": {
      const isTaken = await desk.steer(request.runId, request.text);
      port.postMessage({ id: request.id, isTaken } satisfies DeskAnswer);
    }
  }
}

/** The desk of the main thread, as a serving thread uses it. */
export function remoteDesk(port: DeskPort): RunDesk {
  const waiting = new Map<number, (isTaken: boolean) => void>();
  let lastId = 0;
  const send = (request: DeskRequest): void => port.postMessage(request);
  port.on("message", ({ id, isTaken }: DeskAnswer) => {
    waiting.get(id)?.(isTaken);
    waiting.delete(id);
  });
  port.unref();
  return {
    wake: () => send({ kind: "wake" }),
    cancel: (runId, reason) => send({ kind: "cancel", runId, reason }),
    decided: (approvalId) => send({ kind: "decided", approvalId }),
    steer: (runId, text) =>
      new Promise((resolve) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        send({ kind: "steer", id: lastId, runId, text });
      }),
  };
}
