import { AbpError } from "../contract/index.ts";
import type { Finding } from "./finding.ts";
import { parseBundle } from "./log/bundle.ts";
import { parseEnvelope } from "./signing/envelope.ts";
import { validateReceipt } from "./validate.ts";
import { verifyBundle } from "./verify/bundle.ts";
import { verifyEnvelope } from "./verify/envelope.ts";
import { type LogExport, splitEntries } from "./verify/log.ts";
import { verifyReceipt } from "./verify/receipt.ts";
import type { Verification, VerifyOptions } from "./verify/verification.ts";

/** The kinds of input that `abp receipt verify` recognises. */
export type EvidenceKind = "bundle" | "envelope" | "log" | "receipt";

/** A verification, and what is odd about the contents without being a fault. */
export interface JudgedEvidence extends Verification {
  readonly warnings: readonly Finding[];
}

/**
 * Which kind of evidence a text is. The bytes decide it.
 *
 * @example
 * import { recogniseEvidence } from "agent-backplane/receipts";
 * const kind = recogniseEvidence(Buffer.from("c2sp.org/tlog-proof@v1")); // "bundle"
 */
export function recogniseEvidence(bytes: Uint8Array): EvidenceKind {
  const text = Buffer.from(bytes).toString("latin1");
  if (text.startsWith("c2sp.org/tlog-proof")) return "bundle";
  if (/^\{"artifacts":.*\}\r?\n\{/.test(text.slice(0, 1 << 20)) || isOneCanonicalLine(text)) return "log";
  return /"payloadType"\s*:/.test(text) && !/"trace"\s*:/.test(text) ? "envelope" : "receipt";
}

// A log of one receipt differs from a bare receipt only by the line break at its end.
function isOneCanonicalLine(text: string): boolean {
  return text.startsWith('{"artifacts":') && text.indexOf("\n") === text.length - 1;
}

/**
 * Verifies a bundle, an envelope or a receipt. A bare receipt has no signature; with `isSignatureRequired` that is a fault.
 *
 * @example
 * import { verifyEvidence } from "agent-backplane/receipts";
 * const { ok } = verifyEvidence("receipt", Buffer.from(JSON.stringify(receipt)), { keys: new Map() });
 */
export function verifyEvidence(
  kind: Exclude<EvidenceKind, "log">,
  bytes: Uint8Array,
  trust: VerifyOptions,
  isSignatureRequired = false,
): Verification {
  if (kind === "bundle") return verifyBundle(bytes, trust);
  if (kind === "envelope") return verifyEnvelope(bytes, trust);
  const { keys, ...rest } = trust;
  return verifyReceipt(bytes, isSignatureRequired ? { keys, ...rest } : rest);
}

/**
 * Adds to a verification the contradictions inside the receipts: a duration that does not match the times, events out
 * of order, a backend without a name. A hash and a signature only prove who wrote a receipt, not that it makes sense.
 *
 * @example
 * import { checkContents, verifyReceipt } from "agent-backplane/receipts";
 * const bytes = Buffer.from(JSON.stringify(receipt));
 * const { warnings } = checkContents("receipt", bytes, verifyReceipt(bytes));
 */
export function checkContents(
  kind: EvidenceKind,
  input: Uint8Array | LogExport["entries"],
  verification: Verification,
): JudgedEvidence {
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
