import {
  CanonicalError,
  FloatNumber,
  JsonError,
  type LexemeObject,
  type LexemeValue,
  NumberLexeme,
  readJson,
  type SerdeValue,
  serdeCanonicalize,
  serdeInteger,
  sha256Hex,
} from "../lib/index.ts";
import { type Finding, finding } from "./finding.ts";
import { normalizeTimestamp } from "./instant.ts";

/** A member that abp/v0.1 readers do not accept. */
class FormError extends Error {
  readonly path: string;
  constructor(path: string, expected: string) {
    super(`${path} is not ${expected}`);
    this.path = path;
  }
}

type Reader = (value: LexemeValue | undefined, path: string) => SerdeValue;
type Shape = Readonly<Record<string, Reader>>;

/** The text that abp/v0.1 hashes: its typed normal form, as serde_json writes it. */
export function compatibleText(input: string | Uint8Array): string {
  return serdeCanonicalize(receipt(readJson(input, { numbers: "lexeme" }), "$"));
}

/**
 * Computes `receipt_sha256` by the rules of abp/v0.1, or returns the reason why they do not apply. Used only to
 * verify; our own receipts use `hashReceipt`.
 *
 * @example
 * import { hashCompatible } from "agent-backplane/receipts";
 * const hash = hashCompatible(text);
 * console.log(typeof hash === "string" ? hash : hash.code);
 */
export function hashCompatible(input: string | Uint8Array): string | Finding {
  try {
    return sha256Hex(compatibleText(input));
  } catch (error) {
    if (error instanceof FormError) {
      return finding("contract_schema_violation", error.path, error.message);
    }
    if (error instanceof JsonError || error instanceof CanonicalError) {
      return finding("input_invalid_json", error.path, error.message);
    }
    throw error;
  }
}

const text: Reader = (value, path) => (typeof value === "string" ? value : refuse(path, "a string"));
const flag: Reader = (value, path) => (typeof value === "boolean" ? value : refuse(path, "a boolean"));
const free: Reader = (value, path) => (value === undefined ? refuse(path, "there") : value);
const stamp: Reader = (value, path) => normalizeTimestamp(value) ?? refuse(path, "a timestamp");
const float: Reader = (value, path) =>
  value instanceof NumberLexeme ? new FloatNumber(value) : refuse(path, "a number");
// The hash covers this member as null, whatever its value.
const nothing: Reader = () => null;

const uuid: Reader = (value, path) => {
  const bare = typeof value === "string" ? value.replace(/^urn:uuid:/, "").replace(/^\{(.*)\}$/, "$1") : "";
  const hyphenated = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  if (!hyphenated.test(bare) && !/^[0-9a-f]{32}$/i.test(bare)) return refuse(path, "a UUID");
  const hex = bare.replaceAll("-", "").toLowerCase();
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

function integer(least: bigint, most: bigint): Reader {
  return (value, path) => {
    const number = value instanceof NumberLexeme ? serdeInteger(value) : undefined;
    return number !== undefined && number >= least && number <= most
      ? (value as NumberLexeme)
      : refuse(path, `an integer from ${least} to ${most}`);
  };
}

const count = integer(0n, 2n ** 64n - 1n);

function oneOf(...names: string[]): Reader {
  return (value, path) =>
    typeof value === "string" && names.includes(value) ? value : refuse(path, names.join(" or "));
}

/** A member that may be absent. The normal form then has null. */
function optional(reader: Reader): Reader {
  return (value, path) => (value === undefined || value === null ? null : reader(value, path));
}

function list(reader: Reader): Reader {
  return (value, path) =>
    Array.isArray(value)
      ? value.map((item, index) => reader(item, `${path}[${index}]`))
      : refuse(path, "an array");
}

/** Keeps the members of `shape`, and those of `present` that are neither absent nor null. */
function object(shape: Shape, present: Shape = {}): Reader {
  return (value, path) => {
    const members = membersOf(value, path);
    const result: Record<string, SerdeValue> = {};
    for (const [name, reader] of Object.entries(shape))
      result[name] = reader(own(members, name), `${path}.${name}`);
    for (const [name, reader] of Object.entries(present)) {
      const member = own(members, name);
      if (member !== undefined && member !== null) result[name] = reader(member, `${path}.${name}`);
    }
    return result;
  };
}

const restricted = object({ restricted: object({ reason: text }) });
const capabilities: Reader = (value, path) =>
  Object.fromEntries(
    Object.entries(membersOf(value, path)).map(([name, level]) => {
      const reader = typeof level === "string" ? oneOf("native", "emulated", "unsupported") : restricted;
      return [name, reader(level, `${path}.${name}`)];
    }),
  );

const EVENTS: Readonly<Record<string, Shape>> = {
  run_started: { message: text },
  run_completed: { message: text },
  warning: { message: text },
  error: { message: text },
  assistant_delta: { text },
  assistant_message: { text },
  tool_call: {
    tool_name: text,
    tool_use_id: optional(text),
    parent_tool_use_id: optional(text),
    input: free,
  },
  tool_result: { tool_name: text, tool_use_id: optional(text), output: free, is_error: flag },
  file_changed: { path: text, summary: text },
  command_executed: {
    command: text,
    exit_code: optional(integer(-(2n ** 31n), 2n ** 31n - 1n)),
    output_preview: optional(text),
  },
};

const ext: Reader = (value, path) => membersOf(value, path) as SerdeValue;
const event: Reader = (value, path) => {
  const type = own(membersOf(value, path), "type");
  const shape = typeof type === "string" && Object.hasOwn(EVENTS, type) ? EVENTS[type] : undefined;
  if (shape === undefined) return refuse(`${path}.type`, "an event of abp/v0.1");
  const present: Shape = type === "error" ? { ext, error_code: text } : { ext };
  return object({ ts: stamp, type: text, ...shape }, present)(value, path);
};

const receipt = object({
  meta: object({
    run_id: uuid,
    work_order_id: uuid,
    contract_version: text,
    started_at: stamp,
    finished_at: stamp,
    duration_ms: count,
  }),
  backend: object({ id: text, backend_version: optional(text), adapter_version: optional(text) }),
  capabilities,
  mode: (value, path) => (value === undefined ? "mapped" : oneOf("passthrough", "mapped")(value, path)),
  usage_raw: free,
  usage: object({
    input_tokens: optional(count),
    output_tokens: optional(count),
    cache_read_tokens: optional(count),
    cache_write_tokens: optional(count),
    request_units: optional(count),
    estimated_cost_usd: optional(float),
  }),
  trace: list(event),
  artifacts: list(object({ kind: text, path: text })),
  verification: object({ git_diff: optional(text), git_status: optional(text), harness_ok: flag }),
  outcome: oneOf("complete", "partial", "failed"),
  receipt_sha256: nothing,
});

function membersOf(value: LexemeValue | undefined, path: string): LexemeObject {
  const isObject =
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof NumberLexeme);
  return isObject ? value : refuse(path, "an object");
}

function own(members: LexemeObject, name: string): LexemeValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function refuse(path: string, expected: string): never {
  throw new FormError(path, expected);
}
