import { createHash } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { patternBytes } from "./pattern.ts";

/** What the two ends of a transfer say of it. */
export interface Ends {
  readonly runId: string;
  readonly sent: string;
  readonly received: string;
  /** The member of the receipt's `observed` that must have the same digest. */
  readonly digest: "request" | "response";
}

const headers = { authorization: "Bearer bench-key", "content-type": "application/octet-stream" };
/** How long a slow reader waits after each piece, and how much it takes before it waits. */
const SLOW_BYTES = 4 * 1024 * 1024;
const SLOW_MS = 20;

/** Uploads so many bytes and reads the vendor's digest of them. */
export async function upload(port: number, bytes: number): Promise<Ends> {
  const hash = createHash("sha256");
  const sending = request({ host: "127.0.0.1", port, method: "POST", path: "/v1/files", headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once("response", resolve);
    sending.once("error", reject);
  });
  for (const chunk of patternBytes(bytes)) {
    hash.update(chunk);
    if (!sending.write(chunk)) await new Promise((resolve) => sending.once("drain", resolve));
  }
  sending.end();
  const response = await answered;
  let text = "";
  for await (const chunk of response) text += String(chunk);
  const { sha256 = text } = JSON.parse(text) as { sha256?: string };
  return { runId: runIdOf(response), sent: hash.digest("hex"), received: sha256, digest: "request" };
}

/** Downloads so many bytes, with pauses if `isSlow`. */
export async function download(port: number, bytes: number, isSlow: boolean): Promise<Ends> {
  const path = `/v1/files/file-${bytes}/content`;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers }, resolve).on("error", reject).end();
  });
  const hash = createHash("sha256");
  let sincePause = 0;
  for await (const chunk of response) {
    hash.update(chunk as Buffer);
    sincePause += (chunk as Buffer).length;
    if (!isSlow || sincePause < SLOW_BYTES) continue;
    sincePause = 0;
    await sleep(SLOW_MS);
  }
  const sent = createHash("sha256");
  for (const chunk of patternBytes(bytes)) sent.update(chunk);
  return {
    runId: runIdOf(response),
    sent: sent.digest("hex"),
    received: hash.digest("hex"),
    digest: "response",
  };
}

function runIdOf(response: IncomingMessage): string {
  return String(response.headers["x-abp-run-id"]);
}
