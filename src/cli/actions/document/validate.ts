import {
  AbpError,
  type DocumentKind,
  parseDocument,
  readDocumentJson,
  unknownMembers,
} from "../../../contract/index.ts";
import type { CommandAction } from "../../command.ts";
import { inputName, readInput } from "../../terminal/input.ts";

/** Checks a document. Throws with all problems if it is invalid. */
export const validate: CommandAction = async (terminal, call) => {
  const path = call.arguments[0] as string;
  const source = inputName(path);
  const value = readDocumentJson(await readInput(terminal, path), source);
  const kind = (call.options["as"] as DocumentKind | undefined) ?? recognise(value, source);
  parseDocument(kind, value, source);
  const unknown = unknownMembers(kind, value);
  if (terminal.json) terminal.outJson({ valid: true, kind, unknown_members: unknown });
  else terminal.out(`valid ${kind}`);
  for (const { path: place, suggestion } of unknown) {
    const meant = suggestion === undefined ? "" : `; did you mean ${JSON.stringify(suggestion)}?`;
    terminal.say(
      `${terminal.colors.yellow("warning")} ${source}: ${place} is not a member of ${kind}${meant}`,
    );
  }
  return 0;
};

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

function recognise(value: unknown, source: string): DocumentKind {
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
