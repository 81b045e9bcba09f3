import { AbpError } from "../../contract/index.ts";
import { canonicalize, redactText, sha256Hex } from "../../lib/index.ts";
import type { Decision } from "../decision/decision.ts";
import type { Trigger } from "../decision/trigger.ts";
import type { Overstatement } from "../supply/supply.ts";
import type { SwitchResult, SwitchStatus } from "./switch.ts";

/** The session, work order or subagent that the decision is about. */
export interface AuditScope {
  readonly kind: "session" | "work_order" | "subagent";
  readonly id: string;
}

export interface AuditFacts {
  readonly at: string;
  readonly scope: AuditScope;
  readonly trigger: Trigger;
  readonly status: SwitchStatus;
  /** Absent when the request was too invalid to decide on. */
  readonly decision?: Decision;
  readonly error?: { readonly code: string; readonly message: string };
  readonly overstatements?: readonly Overstatement[];
}

/** One entry of the audit trail. Every trigger writes exactly one, whatever its result. */
export interface AuditEntry extends AuditFacts {
  readonly type: "capability.decision";
  readonly seq: number;
  /** The hash of the previous entry; null for the first. */
  readonly prev: string | null;
  /** SHA-256 of the canonical JSON of everything else in the entry. */
  readonly hash: string;
}

/** The first entry that was changed, removed or reordered. */
export interface AuditBreak {
  readonly index: number;
  readonly reason: "seq" | "prev" | "hash" | "type" | "head";
}

/**
 * Makes the entry that follows `last`; the first entry without it.
 *
 * @example
 * import { appendAudit } from "agent-backplane/negotiation";
 * const scope = { kind: "session", id: session.id } as const;
 * const facts = { at: new Date().toISOString(), scope, trigger: decision.trigger, decision };
 * const first = appendAudit(undefined, { ...facts, status: "committed" });
 */
export function appendAudit(
  last: Pick<AuditEntry, "seq" | "hash"> | undefined,
  facts: AuditFacts,
): AuditEntry {
  const body = {
    type: "capability.decision" as const,
    seq: last === undefined ? 0 : last.seq + 1,
    prev: last === undefined ? null : last.hash,
    ...factsOnly(facts),
  };
  return { ...body, hash: hashEntry(body) };
}

/**
 * The facts of a finished switch, successful or not.
 *
 * @example
 * import { appendAudit, switchFacts, switchSession } from "agent-backplane/negotiation";
 * const result = await switchSession(session, change, steps);
 * const scope = { kind: "session", id: session.id } as const;
 * const facts = switchFacts(result, { at: new Date().toISOString(), scope, trigger: change.trigger });
 * const entry = appendAudit(undefined, facts);
 */
export function switchFacts(
  result: SwitchResult,
  more: Pick<AuditFacts, "at" | "scope" | "trigger" | "overstatements">,
): AuditFacts {
  if (result.status === "committed") return { ...more, status: "committed", decision: result.plan.decision };
  const { code, message } = result.error;
  return {
    ...more,
    status: result.status,
    ...(result.decision === undefined ? {} : { decision: result.decision }),
    // The error of a step may contain an address or a header.
    error: { code, message: redactText(message) },
  };
}

/**
 * Finds the first broken entry; undefined when the trail is whole. Entries removed from the end are found only with
 * `head`, the hash of the last entry, which the caller keeps elsewhere.
 */
export function findAuditBreak(entries: readonly AuditEntry[], head?: string): AuditBreak | undefined {
  let prev: string | null = null;
  for (const [index, entry] of entries.entries()) {
    const { hash, ...body } = entry;
    if (entry.type !== "capability.decision") return { index, reason: "type" };
    if (entry.seq !== index) return { index, reason: "seq" };
    if (entry.prev !== prev) return { index, reason: "prev" };
    if (hashOf(body) !== hash) return { index, reason: "hash" };
    prev = hash;
  }
  return head !== undefined && head !== prev ? { index: entries.length, reason: "head" } : undefined;
}

/**
 * Throws `negotiation_audit_broken` when the trail is not whole.
 *
 * @example
 * import { type AuditEntry, verifyAudit } from "agent-backplane/negotiation";
 * const trail = JSON.parse(text) as AuditEntry[];
 * verifyAudit(trail);
 */
export function verifyAudit(entries: readonly AuditEntry[], head?: string): void {
  const broken = findAuditBreak(entries, head);
  if (broken === undefined) return;
  throw new AbpError(
    "negotiation_audit_broken",
    `the record breaks at entry ${broken.index} (${broken.reason})`,
    {
      details: { ...broken },
    },
  );
}

function factsOnly(facts: AuditFacts): AuditFacts {
  const { at, scope, trigger, status, decision, error, overstatements } = facts;
  return {
    at,
    scope,
    trigger,
    status,
    ...(decision === undefined ? {} : { decision }),
    ...(error === undefined ? {} : { error }),
    ...(overstatements === undefined || overstatements.length === 0 ? {} : { overstatements }),
  };
}

function hashEntry(body: Omit<AuditEntry, "hash">): string {
  return sha256Hex(canonicalize(body));
}

/** The hash of a stored entry; undefined when a change left it without a canonical form. */
function hashOf(body: Omit<AuditEntry, "hash">): string | undefined {
  try {
    return hashEntry(body);
  } catch {
    return undefined;
  }
}
