import { type Evidence, readEvidence } from "../evidence.ts";
import { type Finding, finding } from "../finding.ts";
import { conclude, type Verification, type VerifyOptions } from "./verification.ts";

/** What a bare receipt can be held against: without a signature there is no key to trust. */
export type ReceiptExpectation = Pick<VerifyOptions, "origin" | "tenant">;

/** Verifies a receipt by itself: its hash and what it says; this proves that it is whole, not who made it. */
export function verifyReceipt(input: string | Uint8Array, expected: ReceiptExpectation = {}): Verification {
  const { evidence, findings } = readEvidence(input, "any");
  if (evidence === undefined) return conclude(findings);
  return conclude([...findings, ...checkPlace(evidence, expected)], { evidence });
}

/** Checks that a receipt is of the log and the tenant that the caller expects. */
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
