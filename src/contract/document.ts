import type { z } from "zod";
import { JsonError, readJson, suggest } from "../lib/index.ts";
import { CapabilityRequirements } from "./capability.ts";
import { LossReport } from "./conversation/loss.ts";
import { Reply } from "./conversation/reply.ts";
import { Conversation } from "./conversation/request.ts";
import { StreamEvent } from "./conversation/stream-event.ts";
import { Envelope } from "./envelope.ts";
import { AbpError } from "./errors/abp-error.ts";
import { AgentEvent } from "./event.ts";
import { PolicyProfile } from "./policy-profile.ts";
import { Receipt } from "./receipt/receipt.ts";
import { CONTRACT_VERSION, isCompatibleVersion } from "./version.ts";
import { WorkOrder } from "./work-order/work-order.ts";

/** Every document of the contract, by the name of its schema file. */
export const documents = {
  work_order: WorkOrder,
  receipt: Receipt,
  event: AgentEvent,
  envelope: Envelope,
  policy_profile: PolicyProfile,
  capability_requirements: CapabilityRequirements,
  conversation: Conversation,
  reply: Reply,
  stream_event: StreamEvent,
  loss_report: LossReport,
} as const;

export type DocumentKind = keyof typeof documents;

/** The type of a kind of document. */
export type DocumentOf<Kind extends DocumentKind> = z.infer<(typeof documents)[Kind]>;

/** One place where a document breaks its schema. */
export interface SchemaIssue {
  readonly path: string;
  readonly message: string;
}

/** The largest document that is read, in bytes: sidecar lines have the same order of size. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

/**
 * Reads JSON text as data, refusing what cannot be taken exactly; `source` names it in the error. With `as-written`, numbers that
 * JavaScript would change are kept as they are written.
 *
 * @example
 * import { readDocumentJson } from "agent-backplane/contract";
 * const value = readDocumentJson(text, "order.json"); // Refuses a member that stands twice, for example.
 */
export function readDocumentJson(
  input: string | Uint8Array,
  source: string,
  numbers: "double" | "as-written" = "double",
): unknown {
  try {
    return readJson(input, { prototypeKeys: "refuse", maxBytes: MAX_DOCUMENT_BYTES, numbers });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const where = `${source}:${error.line}:${error.column}`;
    throw new AbpError("input_invalid_json", error.message, {
      where,
      details: { rule: error.rule, path: error.path, offset: error.offset },
      cause: error,
    });
  }
}

/**
 * Checks a value against a kind of document and fills in its defaults.
 *
 * @example
 * import { parseDocument } from "agent-backplane/contract";
 * const order = parseDocument("work_order", JSON.parse(text), "order.json");
 */
export function parseDocument<Kind extends DocumentKind>(
  kind: Kind,
  value: unknown,
  source: string = kind,
): DocumentOf<Kind> {
  checkVersion(kind, value, source);
  return parseWith(documents[kind], value, source) as DocumentOf<Kind>;
}

/**
 * Reads and checks a document in one step.
 *
 * @example
 * import { readDocument } from "agent-backplane/contract";
 * const receipt = readDocument("receipt", text, "receipt.json");
 */
export function readDocument<Kind extends DocumentKind>(
  kind: Kind,
  input: string | Uint8Array,
  source: string = kind,
): DocumentOf<Kind> {
  return parseDocument(kind, readDocumentJson(input, source), source);
}

/**
 * Checks a value against a schema; the error lists every broken place, not only the first.
 *
 * @example
 * import { Message, parseWith } from "agent-backplane/contract";
 * const message = parseWith(Message, value, "message.json");
 */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  source: string,
): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = listIssues(result.error.issues, value);
  const first = issues[0] ?? { path: "$", message: "is not valid" };
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  throw new AbpError("contract_schema_violation", `${first.path} ${first.message}${more}`, {
    where: source,
    details: { issues },
  });
}

function checkVersion(kind: DocumentKind, value: unknown, source: string): void {
  const place =
    kind === "receipt" ? ["meta", "contract_version"] : kind === "envelope" ? ["contract_version"] : [];
  if (place.length === 0) return;
  const version = valueAt(value, place);
  if (typeof version !== "string" || isCompatibleVersion(version)) return;
  throw new AbpError(
    "contract_version_mismatch",
    `$.${place.join(".")} is ${JSON.stringify(version)}, and this build reads ${CONTRACT_VERSION}`,
    { where: source, details: { expected: CONTRACT_VERSION, actual: version } },
  );
}

/**
 * What is wrong with a value, in words, each with its place. `root` is the value that was checked.
 *
 * @example
 * import { listIssues, Message } from "agent-backplane/contract";
 * const { error } = Message.safeParse(value);
 * const places = listIssues(error?.issues ?? [], value).map(({ path }) => path);
 */
export function listIssues(issues: readonly z.core.$ZodIssue[], root: unknown): SchemaIssue[] {
  return issues.flatMap((issue) => {
    // A union reports what each of its members disliked: the closest member has the fewest complaints.
    if (issue.code === "invalid_union" && issue.errors.length > 0) {
      const closest = issue.errors.reduce((best, next) => (next.length < best.length ? next : best));
      const inner = closest.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
      return listIssues(inner, root);
    }
    return [{ path: formatPath(issue.path), message: describeIssue(issue, root) }];
  });
}

function describeIssue(issue: z.core.$ZodIssue, root: unknown): string {
  const found = valueAt(root, issue.path);
  if (found === undefined) return "is required";
  if (issue.code === "invalid_value") {
    const options = issue.values.map(String);
    const near = typeof found === "string" ? suggest(found, options) : undefined;
    const known =
      near === undefined ? `expected ${listOptions(options)}` : `did you mean ${JSON.stringify(near)}?`;
    return `is ${preview(found)}, which is not known: ${known}`;
  }
  if (issue.code === "invalid_type") return `is ${preview(found)}, expected ${issue.expected}`;
  return `is ${preview(found)}: ${issue.message}`;
}

function listOptions(options: readonly string[]): string {
  const shown = options.slice(0, 6).map((option) => JSON.stringify(option));
  return options.length > 6 ? `one of ${shown.join(", ")}, …` : shown.join(" or ");
}

function preview(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** A path as people write it: `$.trace[3].ts`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const name = String(key);
    return /^[A-Za-z_][\w-]*$/.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`;
  }, "$");
}
