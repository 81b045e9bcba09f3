import { AbpError } from "../../contract/index.ts";
import type { ResponseSink } from "./response-sink.ts";

/** An answer that was collected whole. */
export interface CollectedAnswer {
  readonly status: number;
  readonly body: string;
}

/** The largest answer that is collected, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Opens a sink that collects an answer. Its promise rejects with `stream_closed` if the answer breaks off or is too large.
 *
 * @example
 * import { collectAnswer, openGateway } from "agent-backplane/gateway";
 * const gateway = openGateway({ config, store, env: process.env, token: "your key" });
 * const headers = ["x-abp-key", "your key", "content-type", "application/json"];
 * const { sink, answer } = collectAnswer();
 * gateway.call(gateway.admit({ method: "POST", target: "/openai/v1/responses", headers }), Buffer.from(text), sink);
 * const { status, body } = await answer;
 */
export function collectAnswer(maxBytes = MAX_BYTES): {
  readonly sink: ResponseSink;
  readonly answer: Promise<CollectedAnswer>;
} {
  const { promise, resolve, reject } = Promise.withResolvers<CollectedAnswer>();
  // Bytes until the end: a character may be split between two chunks.
  const chunks: Buffer[] = [];
  let bytes = 0;
  let status = 0;
  const add = (chunk: Uint8Array | string): void => {
    const copy = Buffer.from(chunk);
    bytes += copy.length;
    if (bytes <= maxBytes) chunks.push(copy);
    else {
      chunks.length = 0;
      reject(new AbpError("stream_closed", `the answer is larger than ${maxBytes} bytes`));
    }
  };
  const sink: ResponseSink = {
    head: (code) => {
      status = code;
    },
    write: (chunk) => {
      add(chunk);
      return true;
    },
    end: (chunk) => {
      if (chunk !== undefined) add(chunk);
      resolve({ status, body: Buffer.concat(chunks).toString("utf8") });
    },
    break: () => reject(new AbpError("stream_closed", "the answer broke off")),
    source: undefined,
  };
  return { sink, answer: promise };
}
