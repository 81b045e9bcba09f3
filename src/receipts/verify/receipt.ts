import { type Evidence, readEvidence } from "../evidence.ts";
import { type Finding, finding } from "../finding.ts";
import { conclude, type Verification, type VerifyOptions } from "./verification.ts";

/** The expectations for a receipt without a signature. */
export type ReceiptExpectation = Pick<VerifyOptions, "origin" | "tenant">;

/**
 * Verifies the hash and the statements of a receipt without a signature. This shows that it is unchanged, not who
 * made it.
 */
export function verifyReceipt(input: string | Uint8Array, expected: ReceiptExpectation = {}): Verification {
  const { evidence, findings } = readEvidence(input, "any");
  if (evidence === undefined) return conclude(findings);
  return conclude([...findings, ...checkPlace(evidence, expected)], { evidence });
}

export function checkPlace({ chain }: Evidence, expected: ReceiptExpectation): readonly Finding[] {
  const findings: Finding[] = [];
  if (expected.origin !== undefined && chain?.origin !== expected.origin) {
    const message = `the receipt is of ${chain?.origin ?? "no log"}, not of ${expected.origin}`;
    findings.push(finding("receipt_origin_mismatch", "$.chain.origin", message));
  }
  if (expected.tenant !== undefined && chain?.tenant !== expected.tenant) {
    const message = `the receipt was made for ${chain?.tenant ?? "nobody named"}, not for ${expected.tenant}`;
    findings.push(finding("receipt_tenant_mismatch", "$.chain.tenant", message));
  }
  return findings;
}
