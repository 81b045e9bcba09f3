/** The canonical name of a capability, in snake_case as on the wire. */
export type CapabilityId = string;

/** How well a target supports a capability. */
export type Support = "native" | "emulated" | "restricted" | "unsupported" | "unknown";

/** Every support level. `unknown` means that nothing is known. */
export const supports: readonly Support[] = ["native", "emulated", "restricted", "unsupported", "unknown"];

/** The source of a claim, least trusted first. */
export type Evidence = "declared" | "catalog" | "probed" | "observed";

export const evidences: readonly Evidence[] = ["declared", "catalog", "probed", "observed"];

/** A statement about one capability of one target. */
export interface Claim {
  readonly support: Support;
  /** The amount, if it can be counted, for example the tokens of a context window. */
  readonly limit?: number;
  /** The supported kinds, for example modalities. */
  readonly kinds?: readonly string[];
  readonly reason?: string;
  /** The id of the emulator that provides it. */
  readonly via?: string;
  readonly evidence: Evidence;
  /** The time of the evidence, in RFC 3339. */
  readonly at: string;
}

/** A claim without knowledge. It satisfies no requirement. */
export function unknownClaim(reason: string, at = "", evidence: Evidence = "declared"): Claim {
  return { support: "unknown", reason, evidence, at };
}

/**
 * Reads any value as a claim. A claim with one malformed member becomes unknown as a whole: a provider that writes a
 * limit of NaN may be wrong about the rest.
 */
export function readClaim(value: unknown): Claim {
  const fault = findClaimFault(value);
  if (fault !== undefined) return unknownClaim(`malformed claim: ${fault}`);
  const claim = value as Claim;
  return {
    support: claim.support,
    ...(claim.limit === undefined ? {} : { limit: claim.limit }),
    // Claims are hashed, and a lone surrogate has no canonical JSON.
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
