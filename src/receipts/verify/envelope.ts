import { AbpError } from "../../contract/index.ts";
import { readEvidence } from "../evidence.ts";
import { type Finding, finding } from "../finding.ts";
import { type Envelope, parseEnvelope, RECEIPT_PAYLOAD_TYPE } from "../signing/envelope.ts";
import { encodePae } from "../signing/pae.ts";
import { judgeKey, type TrustedKey, type TrustedKeys } from "../signing/trusted-keys.ts";
import { checkPlace, checkWithoutCheckpoint } from "./receipt.ts";
import { conclude, type Verification, type VerifyOptions } from "./verification.ts";

/**
 * Verifies a signed receipt: the signature of a trusted key over exactly these bytes, and the receipt's own hash.
 *
 * @example
 * import { verifyEnvelope } from "agent-backplane/receipts";
 * const { ok, key: signer } = verifyEnvelope(text, { keys });
 */
export function verifyEnvelope(input: string | Uint8Array, options: VerifyOptions): Verification {
  let envelope: Envelope;
  try {
    envelope = parseEnvelope(input);
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    return conclude([finding(error.code, "envelope", error.message)]);
  }
  if (envelope.payloadType !== RECEIPT_PAYLOAD_TYPE) {
    const message = `the payload's type is ${JSON.stringify(envelope.payloadType)}`;
    return conclude([finding("receipt_payload_type_mismatch", "payloadType", message)]);
  }
  const key = findSigner(envelope, options.keys);
  const { evidence, findings } = readEvidence(envelope.payload);
  if (key === undefined) {
    // The receipt's own hash shows whether the bytes or the signature changed.
    return conclude([explainUnsigned(envelope, options.keys), ...(evidence === undefined ? findings : [])]);
  }
  if (evidence === undefined) return conclude(findings, { key: key.keyId });
  return conclude(
    [
      ...findings,
      ...judgeKey(key, { from: evidence.finishedAt }, "signatures"),
      ...checkWithoutCheckpoint(options),
      ...checkPlace(evidence, options),
    ],
    { evidence, key: key.keyId },
  );
}

/**
 * The first trusted key that made one of the signatures. Ignores key id hints, because nothing authenticates them.
 */
function findSigner(envelope: Envelope, keys: TrustedKeys): TrustedKey | undefined {
  const signed = encodePae(envelope.payloadType, envelope.payload);
  for (const { bytes } of envelope.signatures) {
    for (const key of keys.values()) if (key.verify(signed, bytes)) return key;
  }
  return undefined;
}

function explainUnsigned({ signatures }: Envelope, keys: TrustedKeys): Finding {
  const isForeign = signatures.every(({ keyId }) => keyId !== undefined && !keys.has(keyId));
  return isForeign
    ? finding("receipt_key_untrusted", "signatures", "the signing key is not among the trusted keys")
    : finding("receipt_signature_invalid", "signatures", "no signature of a trusted key covers these bytes");
}
