import { AbpError } from "../../contract/index.ts";
import type { Engine, UpstreamRequest } from "../engine.ts";
import { engineError } from "../failure/transport-failure.ts";

/** Larger answers are given up. No list of models comes near this size. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

export interface WholeAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Sends a request and resolves to its complete answer. Only for the gateway's own questions, not for callers' calls. Rejects
 * with an `AbpError` if the call fails, the answer is too large, or `signal` aborts (`client_gone`).
 */
export function fetchWholeAnswer(
  engine: Pick<Engine, "name" | "dispatch">,
  request: UpstreamRequest,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let status = 0;
    let size = 0;
    const fail = (error: AbpError) => {
      signal.removeEventListener("abort", onAbort);
      reject(error);
    };
    const call = engine.dispatch(request, {
      onHead: (head) => {
        status = head;
      },
      onData: (chunk) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= MAX_BODY_BYTES) return true;
        call.abort();
        fail(
          engineError("backend_unavailable", engine.name, `answered with more than ${MAX_BODY_BYTES} bytes`),
        );
        return false;
      },
      onEnd: () => {
        signal.removeEventListener("abort", onAbort);
        resolve({ status, body: Buffer.concat(chunks) });
      },
      onFailure: fail,
    });
    function onAbort() {
      call.abort();
      reject(
        new AbpError("client_gone", `the question to engine ${JSON.stringify(engine.name)} was broken off`),
      );
    }
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}
