import type { BodyDigest } from "../../contract/index.ts";
import { parseAsWritten, SlicedReadError } from "../../lib/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { LONG_JSON_BYTES, LongDigest, LongJsonRead, LongJsonWrite } from "./long-json.ts";
import type { SliceQueue } from "./slice-queue.ts";

/** A body and its digest. */
export interface WholeBody {
  readonly body: Buffer;
  readonly digest: BodyDigest;
}

/**
 * Writes a value as JSON: at once if about `expectedBytes` are few, else in slices, after which the caller has a turn of its own.
 */
export function writeBody(
  value: unknown,
  expectedBytes: number,
  slices: SliceQueue,
): WholeBody | Promise<WholeBody> {
  if (expectedBytes > LONG_JSON_BYTES) return writeInSlices(value, expectedBytes, slices);
  const body = Buffer.from(JSON.stringify(value));
  return { body, digest: digestBody(body) };
}

async function writeInSlices(value: unknown, expectedBytes: number, slices: SliceQueue): Promise<WholeBody> {
  const write = new LongJsonWrite(value, expectedBytes);
  await slices.run(write);
  await slices.turn();
  return write.finish();
}

/** The value of a JSON text as `JSON.parse` reads it, undefined if it is no JSON: at once if it is short, else in slices. */
export function readBody(body: Buffer, slices: SliceQueue): unknown {
  if (body.length > LONG_JSON_BYTES) return parseInSlices(body, slices);
  try {
    return parseAsWritten(body.toString("utf8"));
  } catch {
    // The caller asks whether it is JSON.
    return undefined;
  }
}

async function parseInSlices(body: Buffer, slices: SliceQueue): Promise<unknown> {
  const read = new LongJsonRead(body, { strict: false });
  try {
    await slices.run(read);
  } catch (error) {
    if (!(error instanceof SlicedReadError)) throw error;
  }
  await slices.turn();
  return read.value;
}

/** The digest of a long body, and its value as `JSON.parse` reads it; undefined if it is no JSON. */
export async function readInSlices(
  body: Buffer,
  slices: SliceQueue,
): Promise<{ readonly digest: BodyDigest; readonly value: unknown }> {
  const hash = new LongDigest(body);
  await slices.run(hash);
  const value = await parseInSlices(body, slices);
  return { digest: hash.finish(), value };
}
