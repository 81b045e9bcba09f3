import { equalHashes, MerkleTree, type SignedCheckpoint } from "../../lib/index.ts";
import { readEvidence } from "../evidence.ts";
import { type Finding, finding } from "../finding.ts";
import type { Instant } from "../instant.ts";
import { findLogKeys, readCheckpoint, verifyCheckpoint } from "./checkpoint.ts";
import { checkPlace } from "./receipt.ts";
import { checkSequence, type LogEntry } from "./sequence.ts";
import { conclude, type Verification, type VerifyOptions } from "./verification.ts";

export interface LogExport {
  /** The stored bytes of every receipt in order: one per line, or a list. */
  readonly entries: string | Uint8Array | readonly Uint8Array[];
  readonly checkpoint: string | Uint8Array;
  /** An earlier checkpoint of the same log, kept by the caller. */
  readonly remembered?: string | Uint8Array;
}

/**
 * Verifies a whole log: every receipt, their order and links, the checkpoint, and the earlier checkpoint if there is
 * one.
 *
 * @example
 * import { verifyLog } from "agent-backplane/receipts";
 * const { ok, findings } = verifyLog({ entries: text, checkpoint }, { keys });
 */
export function verifyLog(log: LogExport, options: VerifyOptions): Verification {
  const checkpoint = readCheckpoint(log.checkpoint);
  if ("code" in checkpoint) return conclude([checkpoint]);
  const lines = splitEntries(log.entries);
  const { entries, findings } = readEntries(lines, checkpoint.origin, options.tenant);
  const { findings: signing, facts } = verifyCheckpoint(checkpoint, options, newestOf(entries));
  const all = [...findings, ...signing];
  // The sequence can be checked only when every entry is a whole receipt of the log.
  if (entries.length === lines.length) all.push(...checkSequence(entries));
  const tree = new MerkleTree();
  for (const line of lines) tree.append(line);
  const content = all.length === 0 ? checkContent(tree, checkpoint) : [];
  const memory = log.remembered === undefined ? [] : checkMemory(tree, checkpoint, log.remembered, options);
  return conclude([...all, ...content, ...memory], { profile: "jcs-sha256", ...facts });
}

/** A log as its store holds it: the last receipts may not be signed yet. */
export interface HeldLog {
  readonly entries: readonly Uint8Array[];
  /** The newest checkpoint of the log; undefined before the first one. */
  readonly checkpoint: string | Uint8Array | undefined;
}

/** A verification of a held log. `signed` and `unsigned` add up to the number of its receipts. */
export interface HeldLogVerification extends Verification {
  readonly signed: number;
  readonly unsigned: number;
}

/**
 * Verifies the log of a store: every receipt, their order and links, and that the newest checkpoint covers the beginning of the
 * log. Receipts after the checkpoint are no fault. `options.origin` names the log if there is no checkpoint.
 *
 * @example
 * import { verifyHeldLog } from "agent-backplane/receipts";
 * const origin = "receipts.example/default";
 * const { ok, signed, unsigned } = verifyHeldLog({ entries: [stored.bytes], checkpoint }, { keys, origin });
 */
export function verifyHeldLog(
  log: HeldLog,
  options: VerifyOptions & { readonly origin: string },
): HeldLogVerification {
  const count = log.entries.length;
  const checkpoint = log.checkpoint === undefined ? undefined : readCheckpoint(log.checkpoint);
  if (checkpoint !== undefined && "code" in checkpoint) {
    return { ...conclude([checkpoint]), signed: 0, unsigned: count };
  }
  const { entries, findings } = readEntries(log.entries, options.origin, options.tenant);
  const all = [...findings];
  if (entries.length === count) all.push(...checkSequence(entries));
  if (checkpoint === undefined) {
    return { ...conclude(all, { profile: "jcs-sha256" }), signed: 0, unsigned: count };
  }
  const covered = entries.filter(({ position }) => position < checkpoint.size);
  const { findings: signing, facts } = verifyCheckpoint(checkpoint, options, newestOf(covered));
  all.push(...signing, ...checkBeginning(log.entries, checkpoint));
  const signed = Math.min(count, checkpoint.size);
  return { ...conclude(all, { profile: "jcs-sha256", ...facts }), signed, unsigned: count - signed };
}

function newestOf(entries: readonly LogEntry[]): Instant {
  return entries.reduce<Instant>((latest, one) => (one.finishedAt > latest ? one.finishedAt : latest), 0n);
}

function checkBeginning(lines: readonly Uint8Array[], { size, root }: SignedCheckpoint): readonly Finding[] {
  if (lines.length < size) {
    const message = `the checkpoint covers ${size} receipts, and ${lines.length} are there`;
    return [finding("receipt_log_truncated", "log", message)];
  }
  const tree = new MerkleTree();
  for (const line of lines.slice(0, size)) tree.append(line);
  if (equalHashes(tree.root(), root)) return [];
  return [finding("receipt_consistency_invalid", "log", "the receipts do not lead to the checkpoint's root")];
}

/**
 * Splits an exported log into entries. A newline ends each entry.
 *
 * @example
 * import { splitEntries } from "agent-backplane/receipts";
 * const receipts = splitEntries(text);
 */
export function splitEntries(input: LogExport["entries"]): readonly Uint8Array[] {
  if (Array.isArray(input)) return input as readonly Uint8Array[];
  const bytes = typeof input === "string" ? Buffer.from(input) : (input as Uint8Array);
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    lines.push(bytes.subarray(start, end < 0 ? bytes.length : end));
    start = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}

function readEntries(
  lines: readonly Uint8Array[],
  origin: string,
  tenant: string | undefined,
): { entries: readonly LogEntry[]; findings: readonly Finding[] } {
  const entries: LogEntry[] = [];
  const findings: Finding[] = [];
  let owner = tenant;
  for (const [position, line] of lines.entries()) {
    const { evidence, findings: own } = readEvidence(line);
    const chain = evidence?.chain;
    owner ??= chain?.tenant;
    const foreign = evidence === undefined ? [] : checkPlace(evidence, { origin, tenant: owner });
    for (const one of [...own, ...foreign])
      findings.push({ ...one, where: `entry ${position}: ${one.where}` });
    if (evidence === undefined || chain === undefined) continue;
    const { runId, finishedAt, bytesSha256 } = evidence;
    entries.push({ position, runId, finishedAt, seq: chain.seq, prev: chain.prev, sha256: bytesSha256 });
  }
  return { entries, findings };
}

function checkContent(tree: MerkleTree, { size, root }: SignedCheckpoint): readonly Finding[] {
  if (tree.size < size) {
    const message = `the checkpoint covers ${size} receipts, and ${tree.size} are there`;
    return [finding("receipt_log_truncated", "log", message)];
  }
  if (!equalHashes(tree.root(size), root)) {
    return [
      finding("receipt_consistency_invalid", "log", "the receipts do not lead to the checkpoint's root"),
    ];
  }
  if (tree.size === size) return [];
  const message = `the checkpoint covers ${size} receipts, and ${tree.size} are there`;
  return [finding("receipt_inclusion_invalid", `entry ${size}`, message)];
}

/**
 * Compares a log with an earlier checkpoint: the same size must have the same root, and a smaller one must be its
 * start.
 */
function checkMemory(
  tree: MerkleTree,
  checkpoint: SignedCheckpoint,
  text: string | Uint8Array,
  options: VerifyOptions,
): readonly Finding[] {
  const where = "remembered checkpoint";
  const remembered = readCheckpoint(text);
  if ("code" in remembered) return [{ ...remembered, where }];
  const { findings } = findLogKeys(remembered, options);
  if (findings.length > 0) return findings.map((one) => ({ ...one, where }));
  const { origin, size, root } = remembered;
  if (origin !== checkpoint.origin) {
    return [finding("receipt_origin_mismatch", where, `${origin} is not ${checkpoint.origin}`)];
  }
  if (size > checkpoint.size) {
    const message = `the log had ${size} receipts, and its checkpoint covers ${checkpoint.size}`;
    return [finding("receipt_log_truncated", where, message)];
  }
  if (size === checkpoint.size) {
    const message = `two checkpoints of size ${size} disagree`;
    return equalHashes(root, checkpoint.root) ? [] : [finding("receipt_log_forked", where, message)];
  }
  if (tree.size >= size && equalHashes(tree.root(size), root)) return [];
  return [finding("receipt_consistency_invalid", where, `the log no longer starts with the ${size} it had`)];
}
