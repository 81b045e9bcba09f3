import { AbpError } from "../../contract/index.ts";
import { decodeBase64Either, encodeBase64, JsonError, readJson } from "../../lib/index.ts";
import { encodePae } from "./pae.ts";
import type { SigningKey } from "./signing-key.ts";

export const RECEIPT_PAYLOAD_TYPE = "application/vnd.abp.receipt.v1+json";

// Each signature is checked against every trusted key.
const MAX_SIGNATURES = 64;

/** A decoded DSSE v1 envelope. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: Uint8Array;
  readonly signatures: readonly EnvelopeSignature[];
}

export interface EnvelopeSignature {
  /** An unauthenticated hint. */
  readonly keyId: string | undefined;
  readonly bytes: Uint8Array;
}

/**
 * Signs the stored bytes without serialising them again.
 *
 * @example
 * import { signEnvelope } from "agent-backplane/receipts";
 * const envelope = signEnvelope(stored.bytes, key);
 */
export function signEnvelope(payload: Uint8Array, key: SigningKey): Envelope {
  const bytes = key.sign(encodePae(RECEIPT_PAYLOAD_TYPE, payload));
  return { payloadType: RECEIPT_PAYLOAD_TYPE, payload, signatures: [{ keyId: key.keyId, bytes }] };
}

/**
 * Writes an envelope as one line of JSON.
 *
 * @example
 * import { formatEnvelope, signEnvelope } from "agent-backplane/receipts";
 * const line = formatEnvelope(signEnvelope(stored.bytes, key));
 */
export function formatEnvelope(envelope: Envelope): string {
  const signatures = envelope.signatures.map(({ keyId, bytes }) => ({
    ...(keyId === undefined ? {} : { keyid: keyId }),
    sig: encodeBase64(bytes),
  }));
  const { payloadType, payload } = envelope;
  return `${JSON.stringify({ payload: encodeBase64(payload), payloadType, signatures })}\n`;
}

/**
 * Reads an envelope without verifying it. Ignores unknown members, as DSSE v1 requires. Throws
 * `receipt_envelope_malformed` or `receipt_trailing_bytes`.
 *
 * @example
 * import { parseEnvelope } from "agent-backplane/receipts";
 * const { payload, signatures } = parseEnvelope(text);
 */
export function parseEnvelope(input: string | Uint8Array): Envelope {
  const value = membersOf(readEnvelopeJson(input), "it is not an object");
  const { payloadType, signatures } = value;
  const payload = decode(value["payload"], "its payload is not Base64");
  if (typeof payloadType !== "string") return refuse("its payloadType is not a string");
  if (!Array.isArray(signatures) || signatures.length === 0) return refuse("it has no signatures");
  if (signatures.length > MAX_SIGNATURES) return refuse(`it has more than ${MAX_SIGNATURES} signatures`);
  return { payloadType, payload, signatures: signatures.map(parseSignature) };
}

function parseSignature(value: unknown): EnvelopeSignature {
  const { keyid = null, sig } = membersOf(value, "a signature is not an object");
  if (keyid !== null && typeof keyid !== "string") return refuse("a keyid is not a string");
  return {
    keyId: keyid === null || keyid === "" ? undefined : keyid,
    bytes: decode(sig, "a sig is not Base64"),
  };
}

function readEnvelopeJson(input: string | Uint8Array): unknown {
  try {
    return readJson(input);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const isTrailing = error.rule === "trailing-text";
    const code = isTrailing ? "receipt_trailing_bytes" : "receipt_envelope_malformed";
    throw new AbpError(code, error.message, { where: "envelope", cause: error });
  }
}

function membersOf(value: unknown, complaint: string): Record<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : refuse(complaint);
}

function decode(value: unknown, complaint: string): Uint8Array {
  const bytes = typeof value === "string" ? decodeBase64Either(value) : undefined;
  return bytes ?? refuse(complaint);
}

function refuse(complaint: string): never {
  throw new AbpError("receipt_envelope_malformed", `this is no DSSE envelope: ${complaint}`, {
    where: "envelope",
  });
}
