import {
  AbpError,
  CONTRACT_VERSION,
  isCompatibleVersion,
  parseWith,
  Receipt,
  type SchemaIssue,
} from "../contract/index.ts";
import { canonicalize, JsonError, type JsonValue, readJson } from "../lib/index.ts";
import { type EvidenceReading, readEvidence } from "./evidence.ts";
import { type Finding, finding } from "./finding.ts";
import { RECEIPT_HASH } from "./hash.ts";
import { parseInstant } from "./instant.ts";

/** The errors of a receipt, and unusual but allowed contents. */
export interface ReceiptValidation {
  /** True without errors, whatever the warnings. */
  readonly ok: boolean;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

type Members = Readonly<Record<string, unknown>>;

const NIL_UUID = "00000000-0000-0000-0000-000000000000";
const HASH_CODES: ReadonlySet<string> = new Set([
  "receipt_hash_missing",
  "receipt_hash_mismatch",
  "receipt_hash_unsupported",
]);

/**
 * Validates a receipt against the contract and checks that its contents agree: hash, times, duration, trace order,
 * tool ids, backend, outcome. Collects all findings.
 *
 * @example
 * import { validateReceipt } from "agent-backplane/receipts";
 * const { ok, errors, warnings } = validateReceipt(text);
 */
export function validateReceipt(input: string | Uint8Array): ReceiptValidation {
  let value: JsonValue;
  try {
    value = readJson(input);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return outcome([finding("input_invalid_json", error.path, error.message)], []);
  }
  const { errors, warnings } = checkContents(value);
  return outcome([...errors, ...hashFindings(readEvidence(input, "any"))], warnings);
}

/**
 * Says why a receipt that is not sealed yet would not verify; undefined if it would. Throws a CanonicalError if it has no
 * canonical JSON.
 *
 * @example
 * import { findReceiptFault } from "agent-backplane/receipts";
 * const fault = findReceiptFault(receipt);
 * if (fault !== undefined) console.error(fault);
 */
export function findReceiptFault(receipt: Receipt): string | undefined {
  canonicalize(receipt);
  return checkContents({ ...receipt, hash_alg: RECEIPT_HASH }).errors[0]?.message;
}

function checkContents(value: unknown): Omit<ReceiptValidation, "ok"> {
  const receipt = membersOf(value);
  const meta = membersOf(receipt["meta"]);
  const trace = listOf(receipt["trace"]).map(membersOf);
  const isOurs = receipt["hash_alg"] !== undefined;
  const duration = checkDuration(meta);
  const order = checkTraceOrder(trace);
  const toolIds = [...checkToolIds(trace, "tool_call"), ...checkToolIds(trace, "tool_result")];
  // In our receipts the ids of tools are the backend's, and in passthrough the times are, too: its mistakes are no fault of the receipt.
  const isOrderKept = !(isOurs && receipt["mode"] === "passthrough");
  const errors = [
    ...checkSchema(value),
    ...checkVersion(meta),
    ...checkBackend(membersOf(receipt["backend"])),
    ...checkClock(meta),
    ...(isOrderKept ? order : []),
    ...(isOurs ? duration : toolIds),
  ];
  // Other builders of abp/v0.1 may measure the duration with another clock, so a difference is only a warning there.
  const warnings = [
    ...checkIds(meta),
    ...checkOutcome(receipt, trace),
    ...(isOurs ? toolIds : duration),
    ...(isOrderKept ? [] : order),
  ];
  return { errors, warnings };
}

function outcome(errors: readonly Finding[], warnings: readonly Finding[]): ReceiptValidation {
  return { ok: errors.length === 0, errors, warnings };
}

function checkSchema(value: unknown): Finding[] {
  try {
    parseWith(Receipt, value, "receipt");
    return [];
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    const issues = error.details["issues"] as readonly SchemaIssue[];
    return issues.map(({ path, message }) => finding(error.code, path, `${path} ${message}`));
  }
}

function checkVersion(meta: Members): Finding[] {
  const version = meta["contract_version"];
  if (typeof version !== "string" || isCompatibleVersion(version)) return [];
  const message = `the contract version is ${JSON.stringify(version)}, and this build reads ${CONTRACT_VERSION}`;
  return [finding("contract_version_mismatch", "$.meta.contract_version", message)];
}

function checkBackend(backend: Members): Finding[] {
  return backend["id"] === "" ? [invalid("$.backend.id", "the backend has no name")] : [];
}

function checkIds(meta: Members): Finding[] {
  return ["run_id", "work_order_id"]
    .filter((name) => meta[name] === NIL_UUID)
    .map((name) => invalid(`$.meta.${name}`, "the id is nil"));
}

function checkClock(meta: Members): Finding[] {
  const [started, finished] = [parseInstant(meta["started_at"]), parseInstant(meta["finished_at"])];
  if (started === undefined || finished === undefined || started <= finished) return [];
  return [finding("receipt_clock_inverted", "$.meta.finished_at", "the receipt ends before it starts")];
}

function checkDuration(meta: Members): Finding[] {
  const [started, finished] = [parseInstant(meta["started_at"]), parseInstant(meta["finished_at"])];
  const stated = meta["duration_ms"];
  if (started === undefined || finished === undefined || typeof stated !== "number") return [];
  const measured = finished < started ? 0 : Number((finished - started) / 1_000_000n);
  if (stated === measured) return [];
  return [invalid("$.meta.duration_ms", `the duration is ${stated} ms, and the times say ${measured} ms`)];
}

function checkTraceOrder(trace: readonly Members[]): Finding[] {
  const findings: Finding[] = [];
  let latest = parseInstant(trace[0]?.["ts"]);
  for (const [index, event] of trace.entries()) {
    const at = parseInstant(event["ts"]);
    if (at === undefined) continue;
    if (latest !== undefined && at < latest) {
      findings.push(invalid(`$.trace[${index}].ts`, "the event is earlier than the one before it"));
    }
    latest = at;
  }
  return findings;
}

// A result has the id of its call, so calls and results are checked separately.
function checkToolIds(trace: readonly Members[], type: "tool_call" | "tool_result"): Finding[] {
  const seen = new Set<unknown>();
  return trace.flatMap((event, index) => {
    const id = event["tool_use_id"];
    if (event["type"] !== type || typeof id !== "string") return [];
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [invalid(`$.trace[${index}].tool_use_id`, `a second ${type} has the id ${JSON.stringify(id)}`)];
  });
}

function checkOutcome(receipt: Members, trace: readonly Members[]): Finding[] {
  const hasErrors = trace.some((event) => event["type"] === "error");
  if (receipt["outcome"] === "complete" && hasErrors) {
    return [invalid("$.outcome", "the run is called complete, and its trace holds errors")];
  }
  if (receipt["outcome"] === "failed" && !hasErrors && receipt["termination"] === undefined) {
    return [invalid("$.outcome", "the run is called failed, and nothing says why")];
  }
  return [];
}

function hashFindings({ findings }: EvidenceReading): Finding[] {
  return findings.filter(({ code }) => HASH_CODES.has(code));
}

function invalid(where: string, message: string): Finding {
  return finding("contract_invalid_receipt", where, message);
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
