/** The canonical name of a capability, in the snake_case of the wire. */
export type CapabilityId = string;

/** How well a target supports a capability: the supply side's vocabulary. */
export type Support = "native" | "emulated" | "restricted" | "unsupported" | "unknown";

/** Every support level; the first four are knowledge, the last is its absence. */
export const supports: readonly Support[] = ["native", "emulated", "restricted", "unsupported", "unknown"];

/** How a claim is known, in rising trust. */
export type Evidence = "declared" | "catalog" | "probed" | "observed";

/** Every kind of evidence, in rising trust. */
export const evidences: readonly Evidence[] = ["declared", "catalog", "probed", "observed"];

/** What is said about one capability of one target, and how it is known. */
export interface Claim {
  readonly support: Support;
  /** How much of it, where that can be counted: tokens of a context window. */
  readonly limit?: number;
  /** Which kinds of it, where it has kinds: modalities. */
  readonly kinds?: readonly string[];
  readonly reason?: string;
  /** The id of the emulator that provides it. */
  readonly via?: string;
  readonly evidence: Evidence;
  /** When it became known, RFC 3339. */
  readonly at: string;
}

/** A claim that says nothing, and so satisfies nothing. */
export function unknownClaim(reason: string, at = "", evidence: Evidence = "declared"): Claim {
  return { support: "unknown", reason, evidence, at };
}

/**
 * Reads any value as a claim; one that is malformed in any member becomes unknown as a whole.
 * Half a claim is never trusted: a provider that writes a limit of NaN may be wrong about the rest.
 */
export function readClaim(value: unknown): Claim {
  const fault = findClaimFault(value);
  if (fault !== undefined) return unknownClaim(`malformed claim: ${fault}`);
  const claim = value as Claim;
  return {
    support: claim.support,
    ...(claim.limit === undefined ? {} : { limit: claim.limit }),
    // Lone surrogates have no canonical JSON, and every claim is hashed.
    ...(claim.kinds === undefined ? {} : { kinds: claim.kinds.map((kind) => kind.toWellFormed()) }),
    ...(claim.reason === undefined ? {} : { reason: claim.reason.toWellFormed() }),
    ...(claim.via === undefined ? {} : { via: claim.via.toWellFormed() }),
    evidence: claim.evidence,
    at: claim.at.toWellFormed(),
  };
}

function findClaimFault(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not an object";
  const member = (name: string): unknown =>
    Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  const limit = member("limit");
  const kinds = member("kinds");
  if (!supports.includes(member("support") as Support)) return "support is not known";
  if (!evidences.includes(member("evidence") as Evidence)) return "evidence is not known";
  if (typeof member("at") !== "string") return "at is not a time";
  if (limit !== undefined && !isLimit(limit)) return "limit is not a positive integer";
  if (kinds !== undefined && !isTextList(kinds)) return "kinds is not a list of names";
  if (!isOptionalText(member("reason"))) return "reason is not text";
  if (!isOptionalText(member("via"))) return "via is not an emulator id";
  return undefined;
}

function isLimit(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
