import { createHash } from "node:crypto";
import type { ContentDigest } from "./idempotency.ts";

/** The digest of a request whose body was read already. */
export function digestOf(path: string, body: Uint8Array): ContentDigest {
  return {
    digest: () => createHash("sha256").update(`${path}\n`).update(body).digest("hex"),
    finish: async () => undefined,
  };
}

/** A request whose body is digested while its handler reads it. */
export function digestWhileRead(path: string, request: Request): { raw: Request; content: ContentDigest } {
  const hash = createHash("sha256").update(`${path}\n`);
  let digest: string | undefined;
  const body = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        hash.update(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  const raw = body === undefined ? request : new Request(request, { body, duplex: "half" });
  return {
    raw,
    content: {
      digest: () => {
        digest ??= hash.digest("hex");
        return digest;
      },
      finish: async () => {
        if (raw.body === null || raw.bodyUsed) return;
        for await (const _ of raw.body);
      },
    },
  };
}
