import type { IncomingMessage } from "node:http";
import type { Dialect } from "../../../dialects/index.ts";
import { readAnswer } from "./gateway-request.ts";

/** A model call that failed. */
export class CallError extends Error {
  /** How long to wait before another attempt, in milliseconds; undefined if none can help. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

const MAX_ERROR_BYTES = 64 * 1024;
const MAX_MESSAGE_CHARACTERS = 2000;

/** An answer that is no success but may become one later. */
const PASSING = new Set([408, 429, 500, 502, 503, 504, 529]);

/** The longest wait that an engine may ask for. */
const MAX_WAIT_MS = 30_000;

/** Reads an answer that is no success. `waitMs` is the wait if the engine names none. */
export async function readCallError(
  answer: IncomingMessage,
  dialect: Dialect,
  waitMs: number,
): Promise<CallError> {
  const status = answer.statusCode ?? 0;
  const text = (await readAnswer(answer, MAX_ERROR_BYTES)).toString("utf8");
  const message = messageOf(dialect, status, text).slice(0, MAX_MESSAGE_CHARACTERS);
  const error = `the engine answered ${status}: ${message}`;
  if (!PASSING.has(status) || answer.headers["x-should-retry"] === "false") return new CallError(error);
  const wait = waitOf(answer.headers["retry-after"], waitMs);
  return wait > MAX_WAIT_MS ? new CallError(error) : new CallError(error, wait);
}

function messageOf(dialect: Dialect, status: number, text: string): string {
  try {
    return dialect.readError(status, JSON.parse(text)).message;
  } catch {
    // No JSON, or none that the vendor writes. The text itself says more.
    return text;
  }
}

function waitOf(header: string | undefined, otherwise: number): number {
  const seconds = Number(header);
  return header === undefined || !Number.isFinite(seconds) || seconds < 0 ? otherwise : seconds * 1000;
}
