import { isUtf8 } from "node:buffer";
import { AbpError } from "../../contract/index.ts";
import { isMembers, type Members } from "../../dialects/index.ts";
import { JsonError, type JsonScan, readJson, scanJson } from "../../lib/index.ts";

/** The members of a request body that are read without parsing it. */
export interface ScannedBody {
  readonly scan: JsonScan | undefined;
  readonly model: string | undefined;
  readonly streams: boolean;
}

/** Finds `model` and `stream`. A body that is not a JSON object has neither; the engine refuses it. */
export function scanBody(body: Buffer, maxDepth: number): ScannedBody {
  const scan = scanJson(body, ["model", "stream"], maxDepth);
  if (scan === "too-deep") {
    throw new AbpError("validation_failed", `the body is nested deeper than ${maxDepth} levels`);
  }
  if (scan === "not-an-object") return { scan: undefined, model: undefined, streams: false };
  const streams = scan.members.get("stream");
  return {
    scan,
    model: textOf(body, scan, "model"),
    streams: streams !== undefined && body.toString("latin1", streams.start, streams.end) === "true",
  };
}

/** The most members of a body that is translated: each may need an entry in the loss report. */
const MEMBER_LIMIT = 100_000;

/** Parses a body that is to be translated. Refuses what `JSON.parse` accepts silently, such as a repeated member. */
export function parseBody(body: Buffer, { scan }: ScannedBody): Members {
  if (scan !== undefined && scan.memberCount > MEMBER_LIMIT)
    throw new AbpError("validation_failed", `the body has more than ${MEMBER_LIMIT} members`);
  const isPlain = scan !== undefined && !scan.hasLongNumber && !scan.hasSurrogateEscape;
  if (isPlain && isUtf8(body)) {
    const value = parsePlainly(body);
    if (isMembers(value) && countMembers(value) === scan.memberCount) return value;
  }
  return parseStrictly(body);
}

/** The body with another model in place of the caller's; undefined where the body names none. */
export function spliceModel(body: Buffer, { scan }: ScannedBody, model: string): Buffer | undefined {
  const place = scan?.members.get("model");
  if (place === undefined) return undefined;
  return Buffer.concat([
    body.subarray(0, place.start),
    Buffer.from(JSON.stringify(model)),
    body.subarray(place.end),
  ]);
}

function textOf(body: Buffer, scan: JsonScan, name: string): string | undefined {
  const place = scan.members.get(name);
  if (place === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString("utf8", place.start, place.end));
    return typeof value === "string" ? value : undefined;
  } catch {
    // A malformed value names no model.
    return undefined;
  }
}

function parsePlainly(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8", body[0] === 0xef ? 3 : 0));
  } catch {
    // The strict reader reports what is wrong, and where.
    return undefined;
  }
}

function parseStrictly(body: Buffer): Members {
  try {
    const value = readJson(body, { prototypeKeys: "refuse" });
    if (isMembers(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new AbpError("input_invalid_json", error.message, { cause: error });
  }
  throw new AbpError("contract_schema_violation", "$ is not an object");
}

// `JSON.parse` keeps only the last of repeated members, so a lower count than the text has means repetition. NaN means
// that a value cannot be represented.
function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null)
    return value === Infinity || value === -Infinity ? Number.NaN : 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const one of value)
      if (typeof one === "object" || typeof one === "number") count += countMembers(one);
    return count;
  }
  const members = value as Members;
  for (const name in members) {
    if (name === "__proto__") return Number.NaN;
    count += 1;
    const member = members[name];
    if (typeof member === "object" || typeof member === "number") count += countMembers(member);
  }
  return count;
}
