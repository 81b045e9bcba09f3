import type { Checkpoint, VerifierKey } from "../../lib/index.ts";
import type { ChainClaim, Evidence, ReceiptProfile } from "../evidence.ts";
import type { Finding } from "../finding.ts";
import type { TrustedKeys } from "../signing/trusted-keys.ts";

/** What the verifier trusts and expects; all of it comes from the caller. */
export interface VerifyOptions {
  readonly keys: TrustedKeys;
  /** The log that the receipt must be of. */
  readonly origin?: string;
  /** The tenant that the receipt must have been made for. */
  readonly tenant?: string;
  /** Witnesses, each of which must have countersigned the checkpoint. */
  readonly witnesses?: readonly VerifierKey[];
}

/** The outcome of a verification: `ok` exactly when there are no findings. */
export interface Verification {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  /** How the receipt's hash was checked. */
  readonly profile: ReceiptProfile | null;
  /** The id of the trusted key that signed; null where nothing was signed or no key was found. */
  readonly key: string | null;
  readonly runId: string | null;
  readonly chain: ChainClaim | null;
  readonly checkpoint: Pick<Checkpoint, "origin" | "size"> | null;
  /** Trusted witnesses that countersigned. */
  readonly witnesses: readonly string[];
  /** Names on signature lines that no trusted key accounts for; by c2sp.org/signed-note they are ignored. */
  readonly ignored: readonly string[];
}

/** Writes a verification from its findings and what became known. */
export function conclude(
  findings: readonly Finding[],
  known: Partial<Omit<Verification, "ok" | "findings">> & { readonly evidence?: Evidence | undefined } = {},
): Verification {
  const { evidence, ...facts } = known;
  return {
    ok: findings.length === 0,
    findings,
    profile: evidence?.profile ?? null,
    key: null,
    runId: evidence?.runId ?? null,
    chain: evidence?.chain ?? null,
    checkpoint: null,
    witnesses: [],
    ignored: [],
    ...facts,
  };
}
