import { AbpError } from "../../../contract/index.ts";
import {
  type Finding,
  type LogExport,
  parseBundle,
  parseEnvelope,
  splitEntries,
  type Verification,
  validateReceipt,
} from "../../../receipts/index.ts";
import type { ShownVerification } from "../../display/verification.ts";

/** The kinds of input that `abp receipt verify` recognises. */
export type EvidenceKind = "bundle" | "envelope" | "log" | "receipt";

/**
 * Adds to a verification the contradictions inside the receipts: a duration that does not match the times, events out
 * of order, a backend without a name. A hash and a signature only prove who wrote a receipt, not that it makes sense.
 */
export function checkContents(
  kind: EvidenceKind,
  input: Uint8Array | LogExport["entries"],
  verification: Verification,
): ShownVerification {
  const findings = [...verification.findings];
  const warnings: Finding[] = [];
  for (const { bytes, place } of listReceipts(kind, input)) {
    const checked = validateReceipt(bytes);
    const at = (one: Finding): Finding => ({ ...one, where: `${place}${one.where}` });
    findings.push(...checked.errors.map(at).filter((one) => isNew(one, findings)));
    warnings.push(...checked.warnings.map(at));
  }
  return { ...verification, ok: findings.length === 0, findings, warnings };
}

// The verification itself reports text that is not JSON. It accepts numbers of abp/v0.1 that a double cannot hold.
function isNew({ code, where }: Finding, findings: readonly Finding[]): boolean {
  return (
    code !== "input_invalid_json" && !findings.some((other) => other.code === code && other.where === where)
  );
}

function listReceipts(
  kind: EvidenceKind,
  input: Uint8Array | LogExport["entries"],
): readonly { readonly bytes: Uint8Array; readonly place: string }[] {
  if (kind === "log") {
    return splitEntries(input).map((bytes, index) => ({ bytes, place: `entry ${index}: ` }));
  }
  const bytes = input as Uint8Array;
  if (kind === "receipt") return [{ bytes, place: "" }];
  try {
    const receipt = kind === "bundle" ? parseBundle(bytes).bytes : parseEnvelope(bytes).payload;
    return [{ bytes: receipt, place: "" }];
  } catch (error) {
    // The verification has already said that the wrapping cannot be read.
    if (AbpError.is(error)) return [];
    throw error;
  }
}
