import { AbpError } from "../../contract/index.ts";
import { hashLeaf, verifyInclusion } from "../../lib/index.ts";
import { readEvidence } from "../evidence.ts";
import { type Finding, finding } from "../finding.ts";
import { type Bundle, parseBundle } from "../log/bundle.ts";
import { verifyCheckpoint } from "./checkpoint.ts";
import { checkPlace } from "./receipt.ts";
import { conclude, type Verification, type VerifyOptions } from "./verification.ts";

/**
 * Verifies a bundle offline: the receipt's own hash, its inclusion in the log, and the signature of a trusted key on
 * the log.
 *
 * @example
 * import { trustKeys, verifyBundle } from "agent-backplane/receipts";
 * const { ok, findings } = verifyBundle(text, { keys: trustKeys(keySet), tenant: "default" });
 */
export function verifyBundle(input: string | Uint8Array, options: VerifyOptions): Verification {
  let bundle: Bundle;
  try {
    bundle = parseBundle(input);
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    return conclude([finding(error.code, "bundle", error.message)]);
  }
  const { evidence, findings } = readEvidence(bundle.bytes);
  // Without a whole receipt, the other checks would be about something else.
  if (evidence === undefined) return conclude(findings);
  const { checkpoint, index } = bundle;
  const { findings: signing, facts } = verifyCheckpoint(checkpoint, options, evidence.finishedAt);
  const all: Finding[] = [...findings, ...signing];
  // Without a trusted signature the root proves nothing.
  if (facts.key !== null && !isIncluded(bundle)) {
    const message = `the receipt is not leaf ${index} under the checkpoint of ${checkpoint.size}`;
    all.push(finding("receipt_inclusion_invalid", "proof", message));
  }
  if (evidence.chain?.origin !== checkpoint.origin) {
    const message = `the receipt is of ${evidence.chain?.origin ?? "no log"}, not of ${checkpoint.origin}`;
    all.push(finding("receipt_origin_mismatch", "$.chain.origin", message));
  } else if (evidence.chain.seq !== index) {
    const message = `the receipt says it is number ${evidence.chain.seq}, not ${index}`;
    all.push(finding("receipt_inclusion_invalid", "$.chain.seq", message));
  }
  all.push(...checkPlace(evidence, { tenant: options.tenant }));
  return conclude(all, { evidence, ...facts });
}

function isIncluded({ bytes, index, path, checkpoint: { size, root } }: Bundle): boolean {
  return verifyInclusion({ leafHash: hashLeaf(bytes), index, size, root }, path);
}
