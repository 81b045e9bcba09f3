import { textLength } from "../../lib/index.ts";
import type { PlainResponse } from "../exchange/plain-response.ts";
import { LONG_JSON_BYTES } from "../slices/long-json.ts";
import type { SliceQueue } from "../slices/slice-queue.ts";
import { writeBody } from "../slices/whole-body.ts";
import { plainJson } from "./error-answer.ts";

/** An answer that may be long. */
export type ContentAnswer = PlainResponse<string | Uint8Array>;

/** Answers with kept content: written at once if it is short, else in slices. */
export async function contentAnswer(value: unknown, slices: SliceQueue): Promise<ContentAnswer> {
  const length = textLength(value, LONG_JSON_BYTES + 1);
  if (length <= LONG_JSON_BYTES) return plainJson(200, value);
  const { body } = await writeBody(value, length, slices);
  return {
    status: 200,
    headers: ["content-type", "application/json", "content-length", String(body.length)],
    body,
  };
}
