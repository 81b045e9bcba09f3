import type { Need, Requirement, SourceRef } from "../demand/requirement.ts";
import type { CapabilityId, Claim } from "../supply/claim.ts";
import { type Manifest, makeManifest, type WireOrigin } from "../supply/manifest.ts";

/** The seven capability names of sessions, and their ids. */
const idBySessionName = {
  streaming: "streaming",
  toolCalling: "tool_use",
  structuredOutput: "structured_output_json_schema",
  multimodal: "input_modality",
  reasoning: "extended_thinking",
  contextWindow: "context_window",
  promptCaching: "cache_control",
} as const satisfies Record<string, CapabilityId>;

export type SessionCapability = keyof typeof idBySessionName;

export const sessionCapabilities = Object.keys(idBySessionName) as readonly SessionCapability[];

/** A need of a session, or a model's claim, in the vocabulary of sessions. */
export type SessionLevel = "hard" | "preferred" | "probed";

const needByLevel = { hard: "required", preferred: "preferred", probed: "on_use" } as const satisfies Record<
  SessionLevel,
  Need
>;

export interface SessionNeed {
  readonly capability: SessionCapability;
  readonly level: SessionLevel;
  /** For `contextWindow`: the minimum number of tokens. */
  readonly minimum?: number;
  /** For `multimodal`: the required kinds; images by default. */
  readonly kinds?: readonly string[];
  readonly requiredBy: SourceRef;
}

/** The capabilities of a model in the vocabulary of sessions. A claim is a level, or yes or no. */
export type ModelCapabilities = Partial<
  Record<Exclude<SessionCapability, "multimodal" | "contextWindow">, SessionLevel | boolean>
> & {
  readonly multimodal?: Readonly<Record<string, boolean>> | "probed";
  readonly contextWindow?: number | "probed";
};

/** The session name of a capability, or its id when sessions have no name for it. */
export function sessionNameOf(id: CapabilityId): string {
  return sessionCapabilities.find((name) => idBySessionName[name] === id) ?? id;
}

/**
 * Reads a need of a session. Sessions accept emulation.
 *
 * @example
 * import { requirementFromSession } from "agent-backplane/negotiation";
 * const requiredBy = { kind: "hook", id: "look" } as const;
 * const requirement = requirementFromSession({ capability: "reasoning", level: "hard", requiredBy });
 */
export function requirementFromSession(need: SessionNeed): Requirement {
  const kinds = need.capability === "multimodal" ? (need.kinds ?? ["image"]) : undefined;
  return {
    capability: idBySessionName[need.capability],
    need: needByLevel[need.level],
    floor: "emulated",
    ...(need.minimum === undefined ? {} : { min: need.minimum }),
    ...(kinds === undefined ? {} : { kinds }),
    by: need.requiredBy,
  };
}

/**
 * Reads the capabilities of a model. An absent capability is unsupported. `probed` and any unreadable value are
 * unknown.
 *
 * @example
 * import { manifestFromSession } from "agent-backplane/negotiation";
 * const target = { provider: "openai", model: "gpt-4o" };
 * const origin = { target, evidence: "declared", at: new Date().toISOString() } as const;
 * const declared = manifestFromSession({ vision: "native" }, origin);
 */
export function manifestFromSession(capabilities: unknown, origin: WireOrigin): Manifest {
  const { target, at, evidence = "declared" } = origin;
  const given: Readonly<Record<string, unknown>> =
    typeof capabilities === "object" && capabilities !== null ? { ...capabilities } : {};
  const claims = sessionCapabilities.map((name): [CapabilityId, Claim] => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return [idBySessionName[name], { ...readSessionClaim(name, value), evidence, at }];
  });
  return makeManifest({ target, closed: false, claims: Object.fromEntries(claims) });
}

type BareClaim = Omit<Claim, "evidence" | "at">;

function readSessionClaim(name: SessionCapability, value: unknown): BareClaim {
  if (value === undefined || value === false) return { support: "unsupported" };
  if (name === "contextWindow") return readWindow(value);
  if (name === "multimodal") return readKinds(value);
  if (value === true || value === "hard") return { support: "native" };
  if (value === "preferred") return { support: "restricted", reason: "claimed as preferred" };
  return { support: "unknown" };
}

function readWindow(value: unknown): BareClaim {
  const isWindow = Number.isInteger(value) && (value as number) > 0;
  return isWindow ? { support: "native", limit: value as number } : { support: "unknown" };
}

function readKinds(value: unknown): BareClaim {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { support: "unknown" };
  const entries = Object.entries(value);
  if (entries.some(([, has]) => typeof has !== "boolean")) return { support: "unknown" };
  const kinds = entries.filter(([, has]) => has === true).map(([kind]) => kind);
  return kinds.length === 0 ? { support: "unsupported" } : { support: "native", kinds: ["text", ...kinds] };
}
