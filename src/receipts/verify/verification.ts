import type { Checkpoint, VerifierKey } from "../../lib/index.ts";
import type { ChainClaim, Evidence, ReceiptProfile } from "../evidence.ts";
import type { Finding } from "../finding.ts";
import type { TrustedKeys } from "../signing/trusted-keys.ts";

/** The trusted keys and the expectations of the caller. */
export interface VerifyOptions {
  readonly keys: TrustedKeys;
  /** The expected log. */
  readonly origin?: string;
  /** The expected tenant. */
  readonly tenant?: string;
  /** Each of these must have countersigned the checkpoint. */
  readonly witnesses?: readonly VerifierKey[];
}

/** `ok` is true exactly without findings. */
export interface Verification {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  /** The hash form of the receipt. */
  readonly profile: ReceiptProfile | null;
  /** The id of the trusted key that signed; null without a signature or a trusted key. */
  readonly key: string | null;
  readonly runId: string | null;
  readonly chain: ChainClaim | null;
  readonly checkpoint: Pick<Checkpoint, "origin" | "size"> | null;
  readonly witnesses: readonly string[];
  /** Names on signature lines without a trusted key. c2sp.org/signed-note requires to ignore them. */
  readonly ignored: readonly string[];
}

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
