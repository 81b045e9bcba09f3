/** Stops a server when the signal is aborted; settles when the server has stopped. */
export function serveUntil(server: { stop(): Promise<void> }, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return server.stop();
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => server.stop().then(resolve, reject), { once: true });
  });
}
