import { AbpError } from "../../src/contract/index.ts";
import { parseVerifierKey } from "../../src/lib/index.ts";
import {
  type TrustedKeys,
  trustKeys,
  type Verification,
  type VerifyOptions,
  verifyBundle,
  verifyEnvelope,
  verifyLog,
  verifyReceipt,
} from "../../src/receipts/index.ts";

/** One case that every verifier must judge alike. */
export interface VectorCase {
  readonly name: string;
  readonly kind: "bundle" | "envelope" | "receipt" | "log";
  /** The text that is verified; for a log one receipt a line. */
  readonly input: string;
  /** The key set document that the caller trusts. */
  readonly keys?: unknown;
  readonly origin?: string;
  readonly tenant?: string;
  /** Verifier keys, each of which must have countersigned. */
  readonly witnesses?: readonly string[];
  readonly checkpoint?: string;
  readonly remembered?: string;
  /** The codes of all findings, in order; none when the case verifies. */
  readonly codes: readonly string[];
}

/** Runs a case through the TypeScript verifier; answers the codes of its findings. */
export function runCase(one: VectorCase, input: string | Uint8Array = one.input): readonly string[] {
  let keys: TrustedKeys;
  try {
    keys = one.keys === undefined ? new Map() : trustKeys(one.keys);
  } catch (error) {
    if (AbpError.is(error)) return [error.code];
    throw error;
  }
  const options: VerifyOptions = {
    keys,
    ...(one.origin === undefined ? {} : { origin: one.origin }),
    ...(one.tenant === undefined ? {} : { tenant: one.tenant }),
    witnesses: (one.witnesses ?? []).map(parseVerifierKey),
  };
  return verify(one, input, options).findings.map(({ code }) => code);
}

function verify(one: VectorCase, input: string | Uint8Array, options: VerifyOptions): Verification {
  const { keys, ...rest } = options;
  // Named keys require a signature, which a bare receipt has not.
  if (one.kind === "receipt") return verifyReceipt(input, one.keys === undefined ? rest : { keys, ...rest });
  if (one.kind === "envelope") return verifyEnvelope(input, options);
  if (one.kind === "bundle") return verifyBundle(input, options);
  const remembered = one.remembered === undefined ? {} : { remembered: one.remembered };
  return verifyLog({ entries: input, checkpoint: one.checkpoint ?? "", ...remembered }, options);
}

/** Writes a case as a line for `batch.py`, with other input if it is given. */
export function batchLine(one: VectorCase, input: string | Uint8Array = one.input): string {
  const { name: _, codes: __, checkpoint, remembered, ...rest } = one;
  const encode = (bytes: string | Uint8Array) => Buffer.from(bytes as string).toString("base64");
  return JSON.stringify({
    ...rest,
    input: encode(input),
    ...(checkpoint === undefined ? {} : { checkpoint: encode(checkpoint) }),
    ...(remembered === undefined ? {} : { remembered: encode(remembered) }),
  });
}
