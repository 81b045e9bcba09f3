import type { ChildProcess, SendHandle } from "node:child_process";
import { Server } from "node:net";

/** Takes a listening socket of the sandbox. */
export type TakeListener = (server: Server) => void;

/**
 * Receives the listening sockets that the launcher opened, in the order of its addresses, then lets it start the program with
 * the environment. The environment travels over the channel, so that no command line shows it.
 */
export function receiveListeners(
  child: ChildProcess,
  takers: readonly TakeListener[],
  env: Readonly<Record<string, string>>,
): void {
  child.on("message", (message: { listener?: number; ready?: boolean }, handle?: SendHandle) => {
    if (message.listener !== undefined && handle instanceof Server) takers[message.listener]?.(handle);
    // The launcher may be gone already. Then its exit says more than this failure.
    if (message.ready === true && child.connected) child.send({ env }, () => undefined);
  });
}
