import type { DocumentKind } from "./document.ts";
import { AbpError } from "./errors/abp-error.ts";

/** Members that identify a kind of document. The first match counts. */
const identifyingMembers: readonly (readonly [DocumentKind, readonly string[]])[] = [
  ["envelope", ["t"]],
  ["receipt", ["meta", "outcome"]],
  ["receipt", ["receipt_sha256"]],
  ["work_order", ["task", "workspace"]],
  ["work_order", ["task"]],
  ["event", ["ts", "type"]],
  ["policy_profile", ["allowed_tools"]],
  ["policy_profile", ["deny_read"]],
  ["capability_requirements", ["required"]],
  ["conversation", ["messages", "sampling"]],
  ["reply", ["candidates"]],
  ["loss_report", ["entries", "direction"]],
];

/**
 * The kind of a document, by its members. Throws `validation_failed` for a value that is none.
 *
 * @example
 * import { recogniseDocument } from "agent-backplane/contract";
 * const kind = recogniseDocument({ t: "ping", seq: 1 }, "line 1"); // "envelope"
 */
export function recogniseDocument(value: unknown, source: string): DocumentKind {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const found = identifyingMembers.find(([, members]) =>
      members.every((member) => Object.hasOwn(value, member)),
    );
    if (found !== undefined) return found[0];
  }
  throw new AbpError("validation_failed", "is not recognised as a document of the contract", {
    where: source,
    advice: "Name its kind with --as; `abp schema` lists the kinds.",
  });
}
