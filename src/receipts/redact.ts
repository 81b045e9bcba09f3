import { AbpError, type Receipt } from "../contract/index.ts";
import { canonicalBytes, canonicalize, sha256Hex } from "../lib/index.ts";
import { type Finding, finding } from "./finding.ts";

/** Replaces a value in a receipt: a salted digest of its canonical JSON. */
export interface RedactedValue {
  readonly sha256: string;
  /** The length of the canonical JSON in bytes. */
  readonly len: number;
  /** Null for a secret. With the salt, a guess of the value could be confirmed. */
  readonly salt: string | null;
}

/** The data that proves a redacted value. */
export interface Disclosure {
  /** A JSON Pointer (RFC 6901) into the receipt. */
  readonly pointer: string;
  readonly salt: string;
  readonly value: unknown;
}

export interface Redaction {
  readonly pointer: string;
  /** At least sixteen random bytes. */
  readonly salt: Uint8Array;
  /** The salt of `large` content stays in the receipt. The salt of a `secret` is only in its disclosure. */
  readonly kind: "large" | "secret";
}

const MARK = "abp_redacted";

/**
 * Replaces values by digests. Call it before the receipt is sealed. Throws `usage_invalid` for a short salt or a
 * pointer without a value.
 *
 * @example
 * import { redactReceipt } from "agent-backplane/receipts";
 * const salt = crypto.getRandomValues(new Uint8Array(16));
 * const { receipt: shown, disclosures } = redactReceipt(receipt, [{ pointer: "/trace/0", salt, kind: "large" }]);
 */
export function redactReceipt(
  receipt: Receipt,
  redactions: readonly Redaction[],
): { readonly receipt: Receipt; readonly disclosures: readonly Disclosure[] } {
  const copy = structuredClone(receipt);
  const disclosures = redactions.map(({ pointer, salt, kind }): Disclosure => {
    if (salt.length < 16) throw new AbpError("usage_invalid", "a salt has at least sixteen bytes");
    const place = locate(copy, pointer);
    if (place === undefined) throw new AbpError("usage_invalid", `the receipt has nothing at ${pointer}`);
    const value = place.parent[place.key];
    const hex = Buffer.from(salt).toString("hex");
    const digest = { ...digestOf(value, hex), salt: kind === "secret" ? null : hex };
    // The contract may require a string here, so a redacted string stays a string.
    const mark = { [MARK]: digest };
    place.parent[place.key] = typeof value === "string" ? canonicalize(mark) : mark;
    return { pointer, salt: hex, value };
  });
  return { receipt: { ...copy, receipt_sha256: null }, disclosures };
}

/**
 * Checks a disclosed value against the digest in the receipt.
 *
 * @example
 * import { checkDisclosure, redactReceipt } from "agent-backplane/receipts";
 * const salt = crypto.getRandomValues(new Uint8Array(16));
 * const redacted = redactReceipt(receipt, [{ pointer: "/trace/0", salt, kind: "secret" }]);
 * const findings = checkDisclosure(redacted.receipt, redacted.disclosures[0]!);
 */
export function checkDisclosure(receipt: object, disclosure: Disclosure): readonly Finding[] {
  const { pointer, salt, value } = disclosure;
  const place = locate(receipt, pointer);
  const redacted = place === undefined ? undefined : readMark(place.parent[place.key]);
  if (redacted === undefined) {
    return [finding("receipt_disclosure_mismatch", pointer, "nothing is redacted at this place")];
  }
  const { sha256, len } = digestOf(value, salt);
  const isSame = sha256 === redacted.sha256 && len === redacted.len;
  const message = "the value is not the one that was redacted";
  return isSame ? [] : [finding("receipt_disclosure_mismatch", pointer, message)];
}

function digestOf(value: unknown, salt: string): Pick<RedactedValue, "sha256" | "len"> {
  const bytes = canonicalBytes(value);
  return { sha256: sha256Hex(Buffer.concat([Buffer.from(salt, "hex"), bytes])), len: bytes.length };
}

function readMark(value: unknown): RedactedValue | undefined {
  let mark = value;
  if (typeof value === "string" && value.startsWith(`{"${MARK}":`)) {
    try {
      mark = JSON.parse(value);
    } catch {
      // The text only starts like a redacted value.
    }
  }
  return isContainer(mark) ? (mark[MARK] as RedactedValue | undefined) : undefined;
}

type Members = Record<string, unknown>;

function locate(root: object, pointer: string): { parent: Members; key: string } | undefined {
  const keys = pointer.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop()!;
  if (keys.shift() !== "") return undefined;
  let parent: unknown = root;
  for (const key of keys)
    parent = isContainer(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
  return isContainer(parent) && Object.hasOwn(parent, last) ? { parent, key: last } : undefined;
}

function isContainer(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
