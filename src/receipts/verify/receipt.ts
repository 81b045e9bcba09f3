import { type Evidence, readEvidence } from "../evidence.ts";
import { type Finding, finding } from "../finding.ts";
import { conclude, type Verification, type VerifyOptions } from "./verification.ts";

/** The expectations for a receipt without a signature. With `keys` or `witnesses` it is refused, since it has none. */
export type ReceiptExpectation = Partial<VerifyOptions>;

/**
 * Verifies the hash and the statements of a receipt without a signature. This shows that it is unchanged, not who
 * made it.
 *
 * @example
 * import { verifyReceipt } from "agent-backplane/receipts";
 * const { ok, findings } = verifyReceipt(text);
 */
export function verifyReceipt(input: string | Uint8Array, expected: ReceiptExpectation = {}): Verification {
  const { evidence, findings } = readEvidence(input, "any");
  if (evidence === undefined) return conclude(findings);
  const unsigned =
    expected.keys === undefined ? [] : [finding("receipt_signature_invalid", "signatures", UNSIGNED)];
  const unseen = checkWithoutCheckpoint(expected);
  return conclude([...findings, ...unsigned, ...unseen, ...checkPlace(evidence, expected)], { evidence });
}

const UNSIGNED = "a bare receipt has no signature; verify its envelope, its bundle or its log";

/** The findings for witnesses that are expected of evidence which has no checkpoint. */
export function checkWithoutCheckpoint({
  witnesses = [],
}: Pick<VerifyOptions, "witnesses">): readonly Finding[] {
  return witnesses.map(({ name }) =>
    finding(
      "receipt_witness_missing",
      "checkpoint",
      `there is no checkpoint that ${name} could have countersigned`,
    ),
  );
}

export function checkPlace(
  { chain }: Evidence,
  expected: { readonly origin?: string | undefined; readonly tenant?: string | undefined },
): readonly Finding[] {
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
