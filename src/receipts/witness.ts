import { AbpError } from "../contract/index.ts";
import {
  cosign,
  ED25519_COSIGNATURE,
  type Ed25519Signer,
  isKeyName,
  NoteError,
  type NoteSignature,
  parseVerifierKey,
  type SignedCheckpoint,
  type VerifierKey,
} from "../lib/index.ts";
import type { Finding } from "./finding.ts";
import { compareCheckpoints } from "./log/checkpoint.ts";
import type { TrustedKeys } from "./signing/trusted-keys.ts";
import { findLogKeys, readCheckpoint } from "./verify/checkpoint.ts";

/** A party apart from the log. It signs a checkpoint only if it extends the last one it signed. */
export interface Witness {
  readonly name: string;
  readonly signer: Ed25519Signer;
  readonly keys: TrustedKeys;
}

/** The signature line and the checkpoint to remember, or the reasons for a refusal. */
export type WitnessAnswer =
  | { readonly line: NoteSignature; readonly remembered: SignedCheckpoint; readonly findings: readonly [] }
  | { readonly findings: readonly Finding[] };

/**
 * Reads a witness's public key in the form `name+keyid+base64`. `where` names the option or member that holds the text;
 * the error carries it. Throws `usage_invalid` for any other text, and for the key of a log.
 *
 * @example
 * import { parseWitnessKey, verifyBundle } from "agent-backplane/receipts";
 * const witness = parseWitnessKey("witness.example+1a2b3c4d+BF...", "--witness");
 * verifyBundle(text, { keys, witnesses: [witness] });
 */
export function parseWitnessKey(text: string, where?: string): VerifierKey {
  const place = where === undefined ? {} : { where };
  try {
    const key = parseVerifierKey(text);
    if (key.algorithm === ED25519_COSIGNATURE) return key;
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new AbpError("usage_invalid", `this is no witness key: ${error.message}`, {
      ...place,
      cause: error,
    });
  }
  throw new AbpError("usage_invalid", "this is the key of a log; pass the key of a witness", place);
}

/**
 * Countersigns a checkpoint if a trusted key of the log signed it and it extends the remembered one.
 *
 * @example
 * import { countersign } from "agent-backplane/receipts";
 * const witness = { name: "witness.example", signer: key, keys };
 * const answer = countersign(witness, { checkpoint, remembered: undefined, proof: [], now: Date.now() / 1000 });
 * if (!("line" in answer)) console.log(answer.findings);
 */
export function countersign(
  witness: Witness,
  request: {
    readonly checkpoint: string;
    readonly remembered: SignedCheckpoint | undefined;
    readonly proof: readonly Uint8Array[];
    /** The current time in POSIX seconds. */
    readonly now: number;
  },
): WitnessAnswer {
  if (!isKeyName(witness.name))
    throw new AbpError("usage_invalid", "a witness's name has no spaces or plus signs");
  const checkpoint = readCheckpoint(request.checkpoint);
  if ("code" in checkpoint) return { findings: [checkpoint] };
  const findings = [
    ...findLogKeys(checkpoint, witness).findings,
    ...(request.remembered === undefined
      ? []
      : compareCheckpoints(request.remembered, checkpoint, request.proof)),
  ];
  if (findings.length > 0) return { findings };
  const line = cosign(checkpoint.note.text, witness.name, witness.signer, request.now);
  return { line, remembered: checkpoint, findings: [] };
}
