import { AbpError } from "../../contract/index.ts";
import type { ControlFacts } from "../../server/index.ts";

/** The bytes of a body, and the return of the room that they took. */
export interface BodyBytes {
  readonly bytes: Buffer;
  release(): void;
}

const NO_BYTES: BodyBytes = { bytes: Buffer.alloc(0), release: () => undefined };

/**
 * Reads a body of at most `limit` bytes. They count against the memory of bodies that the key has, as those of model calls do. Throws
 * `input_too_large` and `too_many_calls`.
 */
export async function readBody(
  request: Request,
  facts: ControlFacts,
  { key, limit }: { readonly key: string; readonly limit: number },
): Promise<BodyBytes> {
  if (request.body === null) return NO_BYTES;
  if ((facts.contentLength ?? 0) > limit) throw tooLarge(limit);
  const share = facts.bodies.shareOf(key);
  let held = 0;
  const release = (): void => {
    share.release(held);
    held = 0;
  };
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request.body) {
      if (held + chunk.length > limit) throw tooLarge(limit);
      if (!share.take(chunk.length)) throw noRoom();
      held += chunk.length;
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks), release };
  } catch (error) {
    release();
    throw error;
  }
}

function tooLarge(limit: number): AbpError {
  return new AbpError("input_too_large", `The request's body is larger than ${limit} bytes.`, {
    advice: "Send less, or raise `gateway.max_body_bytes`.",
    details: { limit },
  });
}

function noRoom(): AbpError {
  return new AbpError("too_many_calls", "The request bodies under way take as much memory as they may.", {
    advice: "Try again in a moment, or raise `gateway.max_total_body_bytes`.",
    details: { setting: "gateway.max_total_body_bytes", retry_after_secs: 1 },
  });
}
