import type { AbpError } from "./abp-error.ts";
import { documentationUrl } from "./documentation-url.ts";

/** What is known of the call besides its error. */
export interface MappingContext {
  /** The dialect of the caller. */
  readonly dialect?: string | undefined;
  /** The dialect of the engine. */
  readonly engine?: string | undefined;
  /** The name of the engine or backend. */
  readonly backend?: string | undefined;
}

type Read = (error: AbpError, context: MappingContext) => unknown;

const stated =
  (name: string, otherwise: Read = () => undefined): Read =>
  (error, context) =>
    error.details[name] ?? otherwise(error, context);
const place: Read = ({ where, message }) => where ?? message;
const toolName: Read = ({ details, where }) => {
  const { feature } = details;
  return typeof feature === "string" ? feature.replace(/^tool\./, "") : where;
};

/** The details that the mapping taxonomy defines for each of its errors, and where they come from if the error does not state them. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  E001: {
    feature: stated("feature", place),
    dialect: stated("dialect", (_, { dialect }) => dialect),
    engine: stated("engine", (_, { engine }) => engine),
  },
  E002: {
    tool_name: stated("tool_name", toolName),
    available_alternatives: stated("available_alternatives", () => []),
  },
  E003: {
    reason: stated("reason", ({ message }) => message),
    possible_interpretations: stated("possible_interpretations", () => []),
  },
  E004: {
    operation: stated("operation", place),
    risk_level: stated("risk_level"),
    policy_rule: stated("policy_rule"),
  },
  E005: {
    operation: stated("operation", place),
    policy_rule: stated("policy_rule"),
    risk_level: stated("risk_level"),
  },
  E006: {
    capability: stated("capability", place),
    support_level: stated("support_level", () => "unsupported"),
    missing: stated("missing"),
    suggestions: stated("suggestions"),
  },
  E007: {
    backend_id: stated(
      "backend_id",
      ({ details }, { backend }) => details["engine"] ?? details["backend"] ?? backend,
    ),
    reason: ({ details, message }) => (isWords(details["reason"]) ? details["reason"] : message),
  },
};

// A code of the network or of its client, such as ECONNREFUSED, says nothing to a caller.
function isWords(reason: unknown): boolean {
  return typeof reason === "string" && !/^[A-Z][A-Z0-9_]*$/.test(reason);
}

/**
 * The details of an error of the mapping taxonomy; undefined for any other. A member that nobody knows is left out.
 *
 * @example
 * import { AbpError, mappingDetails } from "agent-backplane/contract";
 * const error = new AbpError("mapping_unsupported_capability", "no images", { where: "$.messages[0]" });
 * const details = mappingDetails(error, { dialect: "openai", engine: "main" });
 */
export function mappingDetails(
  error: AbpError,
  context: MappingContext = {},
): Readonly<Record<string, unknown>> | undefined {
  const members = MEMBERS[error.row.mapping?.number ?? ""];
  if (members === undefined) return undefined;
  const found = Object.entries(members).map(([name, read]) => [name, read(error, context)] as const);
  const known = found.filter(([, value]) => value !== undefined && value !== null);
  return { ...Object.fromEntries(known), documentation_url: documentationUrl(error.code) };
}
