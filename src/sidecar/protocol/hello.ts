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

/** A hello, and how many of its capabilities have a level that we do not know. Those do not count as supported. */
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

function readIdentity(value: unknown): BackendIdentity {
  try {
    return parseWith(BackendIdentity, value, "hello.backend");
  } catch (error) {
    throw describeIssues(error, "hello");
  }
}

function readCapabilities(value: unknown): { capabilities: CapabilityManifest; unknownLevels: number } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AbpError("protocol_invalid_envelope", "The hello of the sidecar has no object `capabilities`");
  }
  const entries = Object.entries(value);
  const known = entries.filter(([, level]) => SupportLevel.safeParse(level).success);
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
