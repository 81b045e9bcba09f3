import {
  ED25519_NOTE,
  NoteError,
  noteKeyId,
  parseCheckpoint,
  type SignedCheckpoint,
  verifyNote,
} from "../../lib/index.ts";
import { type Finding, finding } from "../finding.ts";
import { type Instant, instantOfSeconds } from "../instant.ts";
import { judgeKey, type SigningWindow, type TrustedKey } from "../signing/trusted-keys.ts";
import type { Verification, VerifyOptions } from "./verification.ts";

/** The result of checking the signatures of a checkpoint. */
export interface CheckpointVerdict {
  readonly findings: readonly Finding[];
  readonly facts: Pick<Verification, "key" | "checkpoint" | "witnesses" | "ignored">;
}

/** Parses a checkpoint; returns a finding when it is malformed. */
export function readCheckpoint(text: string | Uint8Array): SignedCheckpoint | Finding {
  try {
    return parseCheckpoint(text);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    const isTrailing = error.rule === "trailing-bytes";
    const code = isTrailing ? "receipt_trailing_bytes" : "receipt_checkpoint_invalid";
    return finding(code, "checkpoint", error.message);
  }
}

/** Verifies the signatures of a checkpoint. `from` is the end of the newest receipt under it. */
export function verifyCheckpoint(
  checkpoint: SignedCheckpoint,
  options: VerifyOptions,
  from: Instant,
): CheckpointVerdict {
  const witnesses = checkWitnesses(checkpoint, options);
  const log = findLogKeys(checkpoint, options);
  const window: SigningWindow = { from, until: witnesses.seenAt };
  const judged = log.keys.map((key) => ({ key, findings: judgeKey(key, window, "checkpoint") }));
  const best = judged.find((one) => one.findings.length === 0) ?? judged[0];
  const findings = [...log.findings, ...(best?.findings ?? []), ...witnesses.findings];
  if (options.origin !== undefined && options.origin !== checkpoint.origin) {
    const message = `the checkpoint is of ${checkpoint.origin}, not of ${options.origin}`;
    findings.push(finding("receipt_origin_mismatch", "checkpoint", message));
  }
  const known = new Set([
    ...log.keys.map(
      (key) => `${checkpoint.origin} ${noteKeyId(checkpoint.origin, ED25519_NOTE, key.publicKey)}`,
    ),
    ...(options.witnesses ?? []).map(({ name, keyId }) => `${name} ${keyId}`),
  ]);
  const ignored = checkpoint.note.signatures.filter(({ name, keyId }) => !known.has(`${name} ${keyId}`));
  return {
    findings,
    facts: {
      key: best?.key.keyId ?? null,
      checkpoint: { origin: checkpoint.origin, size: checkpoint.size },
      witnesses: witnesses.names,
      ignored: ignored.map(({ name }) => name),
    },
  };
}

/** Finds the trusted keys that signed as the log, or the reason why there are none. */
export function findLogKeys(
  { origin, note }: SignedCheckpoint,
  { keys }: Pick<VerifyOptions, "keys">,
): { keys: readonly TrustedKey[]; findings: readonly Finding[] } {
  const verdicts = [...keys.values()].map((key) => {
    const keyId = noteKeyId(origin, ED25519_NOTE, key.publicKey);
    return { key, ...verifyNote(note, { ...key, name: origin, algorithm: ED25519_NOTE, keyId }) };
  });
  const isWrong = verdicts.some(({ status }) => status === "invalid");
  const valid = verdicts.filter(({ status }) => status === "valid").map(({ key }) => key);
  if (!isWrong && valid.length > 0) return { keys: valid, findings: [] };
  const isForeign = !isWrong && note.signatures.some(({ name }) => name === origin);
  const refusal = isForeign
    ? finding("receipt_key_untrusted", "checkpoint", "the log's key is not among the trusted keys")
    : finding("receipt_checkpoint_invalid", "checkpoint", "no signature of the log covers the checkpoint");
  return { keys: [], findings: [refusal] };
}

function checkWitnesses(
  { note }: SignedCheckpoint,
  { witnesses = [] }: VerifyOptions,
): { findings: readonly Finding[]; names: readonly string[]; seenAt: Instant | undefined } {
  const findings: Finding[] = [];
  const names: string[] = [];
  const times: number[] = [];
  for (const witness of witnesses) {
    const verdict = verifyNote(note, witness);
    if (verdict.status === "valid" && verdict.seconds !== undefined) {
      names.push(witness.name);
      times.push(verdict.seconds);
    } else {
      const message = `${witness.name} did not countersign the checkpoint`;
      findings.push(finding("receipt_witness_missing", "checkpoint", message));
    }
  }
  // The log signed before the first witness did.
  const seenAt = times.length === 0 ? undefined : instantOfSeconds(Math.min(...times));
  return { findings, names, seenAt };
}
