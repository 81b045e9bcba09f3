/** A thread that sends one body several times at once, and posts the statuses of the answers. */
import { request } from "node:http";
import { parentPort } from "node:worker_threads";

/** What the thread has to send. */
export interface SendOrder {
  readonly port: number;
  readonly engine: string;
  readonly path: string;
  readonly body: Uint8Array;
  readonly count: number;
}

function send({ port, engine, path, body }: SendOrder): Promise<number> {
  return new Promise((resolve) => {
    const call = request(
      {
        host: "127.0.0.1",
        port,
        method: "POST",
        path,
        headers: {
          "content-type": "application/json",
          "content-length": body.length,
          "x-abp-key": "bench-key",
          "x-abp-engine": engine,
        },
        agent: false,
      },
      (response) => {
        response.resume();
        response.once("error", () => resolve(response.statusCode ?? 0));
        response.once("close", () => resolve(response.statusCode ?? 0));
      },
    );
    call.once("error", () => resolve(0));
    call.end(body);
  });
}

parentPort?.on("message", (order: SendOrder) => {
  void Promise.all(Array.from({ length: order.count }, () => send(order))).then((statuses) =>
    parentPort?.postMessage(statuses),
  );
});
