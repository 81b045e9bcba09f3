import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMembers } from "../../../dialects/index.ts";
import type { Answer, Ending } from "../answer/delivery.ts";
import { parseJson, type Recording } from "./recording-index.ts";

// Recorded bodies are decoded, and the gateway frames them itself.
const DROPPED = new Set([
  "content-encoding",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
]);

/** Reads the answer of a recorded exchange, in the chunks in which it arrived if they were recorded. */
export async function readAnswer({ folder, file, meta }: Recording): Promise<Answer> {
  const bytes = await readFile(join(folder, file));
  const head = await readOptional(join(folder, "headers.json"));
  const chunks = await readOptional(join(folder, "chunks.json"));
  const facts = isMembers(head) ? head : {};
  const status = facts["status"] ?? meta["status"];
  return {
    status: typeof status === "number" ? status : 200,
    headers: headersOf(facts["headers"], file),
    frames: cutBytes(bytes, chunks),
    headDelayMs: 0,
    frameDelayMs: 0,
  };
}

function headersOf(recorded: unknown, file: string): string[] {
  const headers: string[] = [];
  let hasType = false;
  for (const [name, value] of Object.entries(isMembers(recorded) ? recorded : {})) {
    const lower = name.toLowerCase();
    if (DROPPED.has(lower)) continue;
    if (lower === "content-type") hasType = true;
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) headers.push(name, String(one));
  }
  if (!hasType)
    headers.push("content-type", file === "response.sse" ? "text/event-stream" : "application/json");
  headers.push("x-abp-simulated", "true");
  return headers;
}

function* cutBytes(bytes: Uint8Array, chunks: unknown): Generator<Uint8Array, Ending> {
  let start = 0;
  for (const length of Array.isArray(chunks) ? (chunks as unknown[]) : []) {
    if (typeof length !== "number" || length <= 0 || start >= bytes.length) continue;
    yield bytes.subarray(start, start + length);
    start += length;
  }
  if (start < bytes.length) yield bytes.subarray(start);
  return "end";
}

async function readOptional(path: string): Promise<unknown> {
  try {
    return parseJson(await readFile(path, "utf8"));
  } catch {
    return undefined; // The file is optional.
  }
}
