import { isUtf8 } from "node:buffer";
import { AbpError, checkModelName, MAX_MODEL_TEXT_BYTES, modelNameTooLong } from "../../contract/index.ts";
import { isMembers, type Members } from "../../dialects/index.ts";
import {
  JsonError,
  type JsonScan,
  JsonScanner,
  readJson,
  type ScanFault,
  SlicedReadError,
  scanJson,
  settleMembers,
} from "../../lib/index.ts";
import { LONG_JSON_BYTES, LongJsonRead } from "../slices/long-json.ts";
import type { SlicedWork } from "../slices/slice-queue.ts";

/** The members of a request body that are read without parsing it. */
export interface ScannedBody {
  readonly scan: JsonScan | undefined;
  readonly model: string | undefined;
  readonly streams: boolean;
  /** Why readers may disagree about the model: then it must not decide the route. */
  readonly doubt?: AbpError | undefined;
}

/** The members that decide how a call is served. */
const ROUTED_MEMBERS = ["model", "stream"];

const NO_MEMBERS: readonly string[] = [];

/** Begins the scan of a body, which finds `more` members too. A long body is scanned in several steps. */
export function openScan(body: Buffer, maxDepth: number, more = NO_MEMBERS): JsonScanner {
  return new JsonScanner(body, routedMembers(more), maxDepth);
}

/**
 * Reads the members out of a finished scan. A body that is not a JSON object has none; the engine refuses it. Throws
 * `validation_failed` for one that is nested too deeply, `contract_schema_violation` for a name of a model that is too long, `mapping_ambiguous` for one that gives a member twice, and
 * `input_invalid_json` for UTF-16 and UTF-32. One that only some parsers can read gets a `doubt`: what it asks for depends on the reader.
 */
export function readScan(body: Buffer, found: JsonScan | ScanFault, maxDepth: number): ScannedBody {
  if (found === "too-deep") {
    throw new AbpError("validation_failed", `the body is nested deeper than ${maxDepth} levels`);
  }
  // Some servers recognise such bodies and read a model, or the id of a response, that nobody here has seen.
  if (isOtherEncoding(body)) throw new AbpError("input_invalid_json", "the body is not UTF-8");
  if (found === "not-an-object")
    return { scan: undefined, model: undefined, streams: false, doubt: doubtOf(body, undefined) };
  const [name] = found.ambiguous;
  if (name !== undefined) throw givenTwice(name);
  const streams = found.members.get("stream");
  return {
    scan: found,
    model: modelOf(body, found),
    streams: streams !== undefined && body.toString("latin1", streams.start, streams.end) === "true",
    doubt: doubtOf(body, found),
  };
}

function doubtOf(body: Buffer, scan: JsonScan | undefined): AbpError | undefined {
  if (scan === undefined) {
    return COMMENT.test(body.toString("latin1", 0, MAX_BLANK_BYTES)) ? notPlainJson() : undefined;
  }
  if (scan.isLenient) return notPlainJson();
  const place = scan.members.get("model");
  return place === undefined || isUtf8(body.subarray(place.start, place.end))
    ? undefined
    : new AbpError("input_invalid_json", "$.model is not UTF-8", { where: "$.model" });
}

/** Scans a short body at once. Throws as `readScan`. */
export function scanBody(body: Buffer, maxDepth: number, more = NO_MEMBERS): ScannedBody {
  return readScan(body, scanJson(body, routedMembers(more), maxDepth), maxDepth);
}

// Each dialect has one list of members.
const joined = new WeakMap<readonly string[], readonly string[]>();

function routedMembers(more: readonly string[]): readonly string[] {
  if (more.length === 0) return ROUTED_MEMBERS;
  let names = joined.get(more);
  if (names === undefined) {
    names = [...ROUTED_MEMBERS, ...more];
    joined.set(more, names);
  }
  return names;
}

/** The longest value that `readMembers` parses; every id is shorter. */
const MAX_MEMBER_BYTES = 4096;

/**
 * Parses some members that the scan found, and no others. Throws `contract_schema_violation` for one that is too long, and
 * `input_invalid_json` for one that is no JSON.
 */
export function readMembers(body: Buffer, { scan }: ScannedBody, names: readonly string[]): Members {
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const place = scan?.members.get(name);
    if (place === undefined) continue;
    const where = `$.${name}`;
    if (place.end - place.start > MAX_MEMBER_BYTES)
      throw new AbpError("contract_schema_violation", `${where} is too long`, { where });
    const text = body.subarray(place.start, place.end);
    if (!isUtf8(text)) throw new AbpError("input_invalid_json", `${where} is not UTF-8`, { where });
    try {
      found[name] = JSON.parse(text.toString("utf8"));
    } catch (cause) {
      throw new AbpError("input_invalid_json", `${where} is not JSON`, { where, cause });
    }
  }
  return found;
}

/** So many escapes take about as long to parse as one value. */
const ESCAPES_PER_VALUE = 64;

/**
 * Whether a body has more values than may be read: the time to parse and to translate it grows with them, and other calls
 * wait meanwhile.
 */
export function hasTooManyValues({ valueCount, escapeCount }: JsonScan, maxValues: number): boolean {
  return valueCount + escapeCount / ESCAPES_PER_VALUE > maxValues;
}

/** Throws `input_too_large` for a body that has more values than may be read. */
export function checkValues(scan: JsonScan, maxValues: number): void {
  if (!hasTooManyValues(scan, maxValues)) return;
  const { valueCount, escapeCount } = scan;
  const what =
    valueCount > maxValues
      ? `the body has ${valueCount} values; one that is read here may have ${maxValues}`
      : `the body has ${escapeCount} escapes; ${ESCAPES_PER_VALUE} of them count as one of ${maxValues} values`;
  throw new AbpError("input_too_large", `${what} (gateway.max_body_values)`, {
    advice: "Send less, or raise `gateway.max_body_values`.",
    details: { limit: maxValues, setting: "gateway.max_body_values" },
  });
}

/**
 * Parses a body that is to be translated. Refuses what `JSON.parse` accepts silently, such as a repeated member, and what
 * has more values than `maxValues`.
 */
export function parseBody(body: Buffer, scanned: ScannedBody, maxValues: number): Members {
  const read = openLongParse(body, scanned, maxValues);
  if (read !== undefined) {
    while (!read.step());
    return read.members;
  }
  const { scan } = scanned;
  if (scan !== undefined && !scan.hasOddNumber && isUtf8(body)) {
    const value = parsePlainly(body);
    if (isMembers(value) && countMembers(value, scan) === scan.memberCount) return value;
  }
  return parseStrictly(body);
}

/** Begins to parse a long body, which is done in steps; undefined for a short one. Throws as `parseBody`. */
export function openLongParse(body: Buffer, { scan }: ScannedBody, maxValues: number): LongParse | undefined {
  if (scan !== undefined) checkValues(scan, maxValues);
  if (body.length <= LONG_JSON_BYTES) return undefined;
  if (scan === undefined) throw notAnObject();
  return new LongParse(body);
}

/** Parses a long body by the rules of `parseBody`. */
class LongParse implements SlicedWork {
  readonly #read: LongJsonRead;

  constructor(body: Buffer) {
    this.#read = new LongJsonRead(body, { strict: true });
  }

  step(): boolean {
    try {
      return this.#read.step();
    } catch (cause) {
      if (!(cause instanceof SlicedReadError)) throw cause;
      throw new AbpError(
        "input_invalid_json",
        `the body is no JSON that can be taken exactly: ${cause.message}`,
        { cause },
      );
    }
  }

  /** The parsed body, once the work is done. */
  get members(): Members {
    const { value } = this.#read;
    if (isMembers(value)) return settleMembers(value);
    throw notAnObject();
  }
}

/** The body with another model in place of the caller's; undefined if the body names none. */
export function spliceModel(body: Buffer, { scan }: ScannedBody, model: string): Buffer | undefined {
  const place = scan?.members.get("model");
  if (place === undefined) return undefined;
  return Buffer.concat([
    body.subarray(0, place.start),
    Buffer.from(JSON.stringify(model)),
    body.subarray(place.end),
  ]);
}

// A longer text than a name can have is refused before it is decoded.
function modelOf(body: Buffer, scan: JsonScan): string | undefined {
  const place = scan.members.get("model");
  if (place === undefined) return undefined;
  if (place.end - place.start > MAX_MODEL_TEXT_BYTES) throw modelNameTooLong(MODEL_PLACE);
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8", place.start, place.end));
  } catch {
    // A malformed value names no model.
    return undefined;
  }
  return typeof value === "string" ? checkModelName(value, MODEL_PLACE) : undefined;
}

const MODEL_PLACE = "$.model";

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
    const value = readJson(body, { prototypeKeys: "refuse", numbers: "as-written" });
    if (isMembers(value)) return settleMembers(value);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new AbpError("input_invalid_json", error.message, { cause: error });
  }
  throw notAnObject();
}

function notAnObject(): AbpError {
  return new AbpError("contract_schema_violation", "$ is not an object");
}

/** How far a body is searched for its first character. */
const MAX_BLANK_BYTES = 1024;
const COMMENT = /^(?:\xef\xbb\xbf)?\s*[/#]/;

// Some parsers recognise UTF-16 and UTF-32 by a byte order mark or by NUL bytes at the beginning (RFC 4627 §3).
function isOtherEncoding(body: Buffer): boolean {
  if (body.length < 2) return false;
  const first = body[0]!;
  const second = body[1]!;
  return (
    first === 0 || second === 0 || (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)
  );
}

function notPlainJson(): AbpError {
  const message = "the body has a comment, single quotes or a name without quotes, which JSON does not have";
  return new AbpError("input_invalid_json", message);
}

function givenTwice(name: string): AbpError {
  const reason = `${name} is given more than once, or in other letter cases`;
  return new AbpError("mapping_ambiguous", `${reason}; it decides how the call is served`, {
    where: `$.${name}`,
    advice: `Send ${name} once.`,
    details: { reason, possible_interpretations: [`the first ${name}`, `the last ${name}`] },
  });
}

// `JSON.parse` keeps only the last of repeated members, so a lower count than the text has means repetition. NaN means
// that a text or a name is not Unicode.
function countMembers(value: unknown, scan: JsonScan): number {
  if (typeof value === "string") return scan.hasSurrogateEscape && !value.isWellFormed() ? Number.NaN : 0;
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const one of value) count += countMembers(one, scan);
    return count;
  }
  const members = value as Members;
  for (const name in members) {
    if (name === "__proto__" || (scan.hasSurrogateEscape && !name.isWellFormed())) return Number.NaN;
    count += 1 + countMembers(members[name], scan);
  }
  return count;
}
