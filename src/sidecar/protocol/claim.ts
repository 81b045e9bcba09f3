import {
  AbpError,
  ArtifactRef,
  type ExecutionMode,
  Outcome,
  type Usage,
  VerificationReport,
} from "../../contract/index.ts";
import type { SidecarFrame } from "./frame.ts";

/** The sidecar's own account of a run, from its `final`. Nothing of it is checked. */
export interface SidecarClaim {
  readonly outcome: Outcome;
  readonly usage: Partial<Usage>;
  readonly usageRaw: unknown;
  readonly artifacts: readonly ArtifactRef[];
  readonly harnessOk: boolean;
  readonly receiptSha256: string | null;
  readonly mode: ExecutionMode;
  /** The agent's own name of the conversation. */
  readonly session?: string;
  /** The answer to the `output_schema` of the work order. */
  readonly structuredOutput?: unknown;
  /** Whether cancel was sent before the `final` was read. */
  readonly isAfterCancel: boolean;
}

const COUNTS = [
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "request_units",
] as const;

/**
 * Reads the receipt of a `final` frame. Only its outcome must be right: times, hash and trace are the sidecar's own, and the
 * backplane records what it saw itself. Members with a wrong form are left out. Throws `protocol_invalid_envelope`.
 */
export function readClaim(frame: SidecarFrame, isAfterCancel: boolean): SidecarClaim {
  const receipt = membersOf(frame["receipt"]);
  const outcome = Outcome.safeParse(receipt?.["outcome"]);
  if (receipt === undefined || !outcome.success) {
    throw new AbpError(
      "protocol_invalid_envelope",
      "The final of the sidecar has no receipt with an outcome of complete, partial or failed",
    );
  }
  const hash = receipt["receipt_sha256"];
  return {
    outcome: outcome.data,
    usage: readUsage(membersOf(receipt["usage"]) ?? {}),
    usageRaw: receipt["usage_raw"] ?? null,
    artifacts: readArtifacts(receipt["artifacts"]),
    harnessOk: VerificationReport.safeParse(receipt["verification"]).data?.harness_ok ?? false,
    receiptSha256: typeof hash === "string" ? hash.slice(0, 128).toWellFormed() : null,
    mode: receipt["mode"] === "passthrough" ? "passthrough" : "mapped",
    isAfterCancel,
    ...readSession(receipt["session"]),
    ...(receipt["structured_output"] === undefined ? {} : { structuredOutput: receipt["structured_output"] }),
  };
}

/** A longer name is no name that an agent gives to a conversation. */
const MAX_SESSION_LENGTH = 512;

function readSession(value: unknown): Pick<SidecarClaim, "session"> {
  const isName =
    typeof value === "string" && value !== "" && value.length <= MAX_SESSION_LENGTH && value.isWellFormed();
  return isName ? { session: value } : {};
}

function readUsage(given: Record<string, unknown>): Partial<Usage> {
  const usage: Record<string, number> = {};
  for (const name of COUNTS) {
    const value = given[name];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) usage[name] = value;
  }
  const cost = given["estimated_cost_usd"];
  if (typeof cost === "number" && cost >= 0) usage["estimated_cost_usd"] = cost;
  return usage;
}

function readArtifacts(value: unknown): ArtifactRef[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => ArtifactRef.safeParse(item).data ?? []);
}

function membersOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
