import { canonicalize, sha256Hex } from "../../lib/index.ts";
import { type CapabilityId, type Claim, type Evidence, readClaim, unknownClaim } from "./claim.ts";
import { clampClaim } from "./clamp.ts";
import { compareText, type Target } from "./target.ts";

/** The claims about one target. */
export interface Manifest {
  readonly target: Target;
  /**
   * Whether the list is complete. A capability that is not listed is unsupported in a complete list, otherwise
   * unknown.
   */
  readonly closed: boolean;
  readonly claims: Readonly<Record<CapabilityId, Claim>>;
  /** SHA-256 of the canonical JSON of the other members. */
  readonly digest: string;
}

/** The input of `makeManifest`. Claims may be any values, because declarations are untrusted. */
export interface ManifestParts {
  readonly target: Target;
  readonly closed: boolean;
  readonly claims: Readonly<Record<CapabilityId, unknown>>;
}

/** The origin of a manifest in the form of abp/v0.1. */
export interface WireOrigin {
  readonly target: Target;
  readonly at: string;
  readonly evidence?: Evidence;
  /** Defaults to true. */
  readonly closed?: boolean;
  /** Maps other spellings to a canonical name. Unknown names are kept. */
  readonly canonicalName?: (name: string) => CapabilityId | undefined;
}

/** Makes a manifest: malformed claims become unknown, names are sorted, and the result is hashed. */
export function makeManifest(parts: ManifestParts): Manifest {
  const names = Object.keys(parts.claims).sort(compareText);
  const claims: Record<CapabilityId, Claim> = Object.fromEntries(
    names.map((name) => [name.toWellFormed(), readClaim(parts.claims[name])]),
  );
  const body = { target: wellFormedTarget(parts.target), closed: parts.closed, claims };
  return { ...body, digest: sha256Hex(canonicalize(body)) };
}

/**
 * The manifest of a target before its first message, for example a sidecar before its hello. Everything is unknown.
 */
export function pendingManifest(target: Target): Manifest {
  return makeManifest({ target, closed: false, claims: {} });
}

/**
 * Reads a manifest in the form of abp/v0.1. An invalid level becomes an unknown claim.
 *
 * @example
 * import { manifestFromWire } from "agent-backplane/negotiation";
 * const target = { provider: "openai", model: "gpt-4o" };
 * const origin = { target, evidence: "declared", at: new Date().toISOString() } as const;
 * const declared = manifestFromWire(capabilities, origin);
 */
export function manifestFromWire(wire: unknown, origin: WireOrigin): Manifest {
  const { target, at, evidence = "declared", closed = true, canonicalName } = origin;
  if (typeof wire !== "object" || wire === null || Array.isArray(wire)) return pendingManifest(target);
  const claims = new Map<CapabilityId, Claim>();
  for (const [name, level] of Object.entries(wire)) {
    const id = canonicalName?.(name) ?? name;
    const claim = readSupportLevel(level, evidence, at);
    const other = claims.get(id);
    // Two spellings of one capability may disagree. The lower claim is the safe one.
    claims.set(id, other === undefined ? claim : clampClaim(claim, other));
  }
  return makeManifest({ target, closed, claims: Object.fromEntries(claims) });
}

/** A support level in the form of abp/v0.1. */
export type WireSupport = "native" | "emulated" | "unsupported" | { restricted: { reason: string } };

/**
 * Writes a manifest in the form of abp/v0.1. That form cannot say unknown, so unknown claims are left out.
 *
 * @example
 * import { manifestToWire } from "agent-backplane/negotiation";
 * const declared = manifestToWire(manifest);
 */
export function manifestToWire(manifest: Manifest): Record<CapabilityId, WireSupport> {
  return Object.fromEntries(
    Object.entries(manifest.claims).flatMap(([name, claim]): [CapabilityId, WireSupport][] => {
      if (claim.support === "unknown") return [];
      if (claim.support === "restricted") return [[name, { restricted: { reason: claim.reason ?? "" } }]];
      return [[name, claim.support]];
    }),
  );
}

export function readSupportLevel(level: unknown, evidence: Evidence, at: string): Claim {
  if (level === "native" || level === "emulated" || level === "unsupported") {
    return { support: level, evidence, at };
  }
  const restricted = memberOf(level, "restricted");
  const reason = memberOf(restricted, "reason");
  if (typeof reason === "string") return { support: "restricted", reason, evidence, at };
  return unknownClaim("malformed claim: not a support level", at, evidence);
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function wellFormedTarget(target: Target): Target {
  const { provider, model, backend } = target;
  return {
    provider: provider.toWellFormed(),
    model: model.toWellFormed(),
    ...(backend === undefined ? {} : { backend: backend.toWellFormed() }),
  };
}
