/** Serves until the signal, then stops the server; settles when all is closed. */
export function serveUntil(server: { stop(): Promise<void> }, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return server.stop();
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => server.stop().then(resolve, reject), { once: true });
  });
}

/** A signal that is given when the process is told to end. */
export function terminationSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => controller.abort(name));
  return controller.signal;
}
