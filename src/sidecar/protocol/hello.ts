import {
  AbpError,
  BackendIdentity,
  type CapabilityManifest,
  CONTRACT_VERSION,
  type ExecutionMode,
  isCompatibleVersion,
  parseWith,
  SupportLevel,
} from "../../contract/index.ts";
import { holdJson } from "../../lib/index.ts";
import type { SidecarFrame } from "./frame.ts";
import { describeIssues } from "./invalid-frame.ts";

/** What a sidecar says about itself in its first line. */
export interface SidecarHello {
  readonly identity: BackendIdentity;
  readonly capabilities: CapabilityManifest;
  readonly mode: ExecutionMode;
  readonly contractVersion: string;
  /** Whether it asks before each tool and obeys the decision. */
  readonly asksBeforeTools: boolean;
  /** Whether it takes messages of the user during a run. */
  readonly acceptsSteering: boolean;
}

/** Deeper values of a hello are refused. */
const MAX_HELD_DEPTH = 100;

/** A hello, and how many of its capabilities have a level that we do not know, or cannot record. Those do not count as supported. */
export interface ReadHello {
  readonly hello: SidecarHello;
  readonly unknownLevels: number;
}

/**
 * Reads a hello frame. Every version with our major number is accepted. Throws `protocol_version_mismatch` for others, and
 * for a missing one, and `protocol_invalid_envelope` for a wrong form.
 */
export function readHello(frame: SidecarFrame): ReadHello {
  const version = frame["contract_version"];
  if (typeof version !== "string" || !isCompatibleVersion(version)) {
    const found = version === undefined ? "no version" : JSON.stringify(version)?.slice(0, 80);
    throw new AbpError(
      "protocol_version_mismatch",
      `The hello of the sidecar names ${found}; this build speaks ${CONTRACT_VERSION}`,
      {
        details: {
          expected: CONTRACT_VERSION,
          actual: typeof version === "string" ? version.slice(0, 80) : null,
        },
      },
    );
  }
  const { capabilities, unknownLevels } = readCapabilities(frame["capabilities"]);
  const hello = {
    identity: readIdentity(frame["backend"]),
    capabilities,
    mode: readMode(frame["mode"]),
    contractVersion: version,
    asksBeforeTools: frame["asks_before_tools"] === true,
    acceptsSteering: frame["accepts_steering"] === true,
  };
  return { hello, unknownLevels };
}

/** The name of the backend goes into every receipt, which must hold it as it is. */
function readIdentity(value: unknown): BackendIdentity {
  let identity: BackendIdentity;
  try {
    identity = parseWith(BackendIdentity, value, "hello.backend");
  } catch (error) {
    throw describeIssues(error, "hello");
  }
  if (identity.id === "") {
    throw new AbpError("protocol_invalid_envelope", "The hello of the sidecar has an empty `backend.id`");
  }
  if (!isCanonical(identity)) {
    throw new AbpError(
      "protocol_invalid_envelope",
      "The hello of the sidecar has a `backend` that a receipt cannot hold: half a surrogate pair, an inexact number or too deep a value",
    );
  }
  return identity;
}

/** Whether a receipt can hold a value as it is. */
function isCanonical(value: unknown): boolean {
  return holdJson(value, MAX_HELD_DEPTH) === value;
}

function readCapabilities(value: unknown): { capabilities: CapabilityManifest; unknownLevels: number } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AbpError("protocol_invalid_envelope", "The hello of the sidecar has no object `capabilities`");
  }
  const entries = Object.entries(value);
  const known = entries.filter(
    ([name, level]) => SupportLevel.safeParse(level).success && isCanonical({ [name]: level }),
  );
  return {
    capabilities: Object.fromEntries(known) as CapabilityManifest,
    unknownLevels: entries.length - known.length,
  };
}

function readMode(value: unknown): ExecutionMode {
  if (value === undefined || value === null || value === "mapped") return "mapped";
  if (value === "passthrough") return "passthrough";
  throw new AbpError(
    "protocol_invalid_envelope",
    'The hello of the sidecar has a `mode` that is neither "mapped" nor "passthrough"',
  );
}
