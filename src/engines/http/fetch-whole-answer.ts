import { AbpError } from "../../contract/index.ts";
import type { Engine, UpstreamRequest } from "../engine.ts";
import { engineError } from "./transport-failure.ts";

/** The most bytes of an answer that is read as a whole. */
const LIMIT = 4 * 1024 * 1024;

/** An answer that was read to its end. */
export interface WholeAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** Sends a call and collects its answer; not for the path of callers' calls. */
export function fetchWholeAnswer(
  engine: Pick<Engine, "name" | "dispatch">,
  request: UpstreamRequest,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let status = 0;
    let size = 0;
    const giveUp = (error: AbpError) => {
      signal.removeEventListener("abort", leave);
      reject(error);
    };
    const call = engine.dispatch(request, {
      onHead: (head) => {
        status = head;
      },
      onData: (chunk) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= LIMIT) return true;
        call.abort();
        giveUp(engineError("backend_unavailable", engine.name, `answered with more than ${LIMIT} bytes`));
        return false;
      },
      onEnd: () => {
        signal.removeEventListener("abort", leave);
        resolve({ status, body: Buffer.concat(chunks) });
      },
      onFailure: giveUp,
    });
    function leave() {
      call.abort();
      reject(
        new AbpError("client_gone", `the question to engine ${JSON.stringify(engine.name)} was broken off`),
      );
    }
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
}
