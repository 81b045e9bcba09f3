import { isCompatibleVersion } from "../contract/index.ts";
import { JsonError, type JsonObject, type JsonValue, readJson, sha256Hex } from "../lib/index.ts";
import { hashCompatible } from "./compatibility.ts";
import { type Finding, finding } from "./finding.ts";
import { hashReceipt, RECEIPT_HASH } from "./hash.ts";
import { type Instant, parseInstant } from "./instant.ts";

/** The hash form of a receipt: our own, or that of abp/v0.1, which is verified but never written. */
export type ReceiptProfile = "jcs-sha256" | "serde-v0.1";

/** The place in a log that a receipt states. */
export interface ChainClaim {
  readonly origin: string;
  readonly tenant: string;
  readonly seq: number;
  readonly prev: string | null;
}

/** The facts of a receipt that verification uses. */
export interface Evidence {
  readonly receipt: JsonObject;
  readonly profile: ReceiptProfile;
  readonly runId: string;
  readonly finishedAt: Instant;
  readonly chain: ChainClaim | undefined;
  /** SHA-256 of the bytes. The next receipt names it in `chain.prev`. */
  readonly bytesSha256: string;
}

/** The result of reading a receipt. `evidence` is present only when the receipt's own hash is right. */
export interface EvidenceReading {
  readonly evidence?: Evidence;
  readonly findings: readonly Finding[];
}

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Reads a receipt and checks its shape, version, hash and clock. Signed receipts must have our own hash form (`own`);
 * a receipt without a signature may have that of abp/v0.1 (`any`).
 */
export function readEvidence(bytes: Uint8Array | string, accepted: "own" | "any" = "own"): EvidenceReading {
  const reading = readReceiptJson(bytes, accepted);
  if ("findings" in reading) return reading;
  const { receipt } = reading;
  const meta = isObject(receipt["meta"]) ? receipt["meta"] : {};
  const runId = meta["run_id"];
  const startedAt = parseInstant(meta["started_at"]);
  const finishedAt = parseInstant(meta["finished_at"]);
  if (typeof runId !== "string") return broken("$.meta.run_id", "is not a string");
  if (startedAt === undefined) return broken("$.meta.started_at", "is not a timestamp");
  if (finishedAt === undefined) return broken("$.meta.finished_at", "is not a timestamp");
  const version = meta["contract_version"];
  if (typeof version !== "string") return broken("$.meta.contract_version", "is not a string");
  if (!isCompatibleVersion(version)) {
    return refused("contract_version_mismatch", "$.meta.contract_version", `is ${JSON.stringify(version)}`);
  }
  const chain = readChain(receipt["chain"]);
  if (chain === "broken") return broken("$.chain", "is not the place of a receipt in a log");
  const hash = checkHash(receipt, bytes, accepted);
  if ("findings" in hash) return hash;
  const evidence: Evidence = {
    receipt,
    profile: hash.profile,
    runId,
    finishedAt,
    chain,
    bytesSha256: sha256Hex(bytes),
  };
  const isInverted = finishedAt < startedAt;
  const where = "$.meta.finished_at";
  const findings = isInverted
    ? [finding("receipt_clock_inverted", where, "the receipt ends before it starts")]
    : [];
  return { evidence, findings };
}

function readReceiptJson(
  bytes: Uint8Array | string,
  accepted: "own" | "any",
): EvidenceReading | { receipt: JsonObject } {
  let value: JsonValue;
  try {
    value = readJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    // Only abp/v0.1 allows numbers that a double cannot hold. Its form is read from the source text.
    const isNumber = error.rule === "inexact-integer" || error.rule.startsWith("number-");
    const lenient = isNumber && accepted === "any" ? readLenient(bytes) : undefined;
    if (lenient !== undefined) return { receipt: lenient };
    const code = error.rule === "trailing-text" ? "receipt_trailing_bytes" : "input_invalid_json";
    return refused(code, error.path, error.message);
  }
  return isObject(value) ? { receipt: value } : broken("$", "is not an object");
}

function readLenient(bytes: Uint8Array | string): JsonObject | undefined {
  try {
    const value = readJson(bytes, { numbers: "lexeme" });
    return isObject(value) && !Object.hasOwn(value, "hash_alg") ? value : undefined;
  } catch {
    // The text has a second fault. The caller reports the first one.
    return undefined;
  }
}

function checkHash(
  receipt: JsonObject,
  bytes: Uint8Array | string,
  accepted: "own" | "any",
): EvidenceReading | { profile: ReceiptProfile } {
  const algorithm = receipt["hash_alg"];
  const isForeign = algorithm === undefined && accepted === "any";
  if (!isForeign && algorithm !== RECEIPT_HASH) {
    const message = `hash_alg is ${JSON.stringify(algorithm) ?? "absent"}, not ${RECEIPT_HASH}`;
    return refused("receipt_hash_unsupported", "$.hash_alg", message);
  }
  const profile = isForeign ? "serde-v0.1" : "jcs-sha256";
  const stated = receipt["receipt_sha256"] ?? null;
  const where = "$.receipt_sha256";
  if (stated === null) return refused("receipt_hash_missing", where, "the receipt carries no hash");
  const computed = profile === "jcs-sha256" ? hashReceipt(receipt) : hashCompatible(bytes);
  if (typeof computed !== "string") return { findings: [computed] };
  if (stated !== computed) {
    return refused("receipt_hash_mismatch", where, `the receipt's content hashes to ${computed}`);
  }
  return { profile };
}

function readChain(value: JsonValue | undefined): ChainClaim | undefined | "broken" {
  if (value === undefined) return undefined;
  if (!isObject(value)) return "broken";
  const { origin, tenant, seq, prev } = value;
  const isWell =
    typeof origin === "string" &&
    typeof tenant === "string" &&
    Number.isSafeInteger(seq) &&
    (seq as number) >= 0 &&
    (prev === null || (typeof prev === "string" && SHA256.test(prev)));
  return isWell ? { origin, tenant, seq: seq as number, prev: prev as string | null } : "broken";
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function broken(where: string, message: string): EvidenceReading {
  return refused("contract_schema_violation", where, `${where} ${message}`);
}

function refused(code: Finding["code"], where: string, message: string): EvidenceReading {
  return { findings: [finding(code, where, message)] };
}
