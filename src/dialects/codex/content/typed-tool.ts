import type { Tool } from "../../../contract/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { typedForm, typedMark } from "../../typed-tools/typed-form.ts";
import { ID } from "../wire.ts";

interface TypedTool {
  readonly description: string;
  readonly parameters: Members;
}

const milliseconds = { type: "integer", description: "Time limit in milliseconds." };

/** The tools that the API defines by a type and that the caller runs, by their type. */
export const typedTools: Readonly<Record<string, TypedTool>> = {
  local_shell: {
    description: "Runs one program on the user's machine, without a shell unless the command starts one.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "array", items: { type: "string" }, description: "The program and its arguments." },
        env: { type: "object", description: "Environment variables." },
        timeout_ms: milliseconds,
        user: { type: "string" },
        working_directory: { type: "string" },
      },
      required: ["command"],
    },
  },
  shell: {
    description: "Runs shell commands on the user's machine and returns the output of each.",
    parameters: {
      type: "object",
      properties: {
        commands: { type: "array", items: { type: "string" }, description: "Commands to run." },
        timeout_ms: milliseconds,
        max_output_length: { type: "integer", description: "Most characters of output." },
      },
      required: ["commands"],
    },
  },
  apply_patch: {
    description:
      "Creates, changes or deletes one file. A diff has hunks that begin with @@ and lines that begin with a space (context), - (removed) or + (added); for a new file every line begins with +. It has no line numbers.",
    parameters: {
      type: "object",
      properties: {
        operation: {
          type: "object",
          properties: {
            type: { type: "string", enum: ["create_file", "update_file", "delete_file"] },
            path: { type: "string" },
            diff: { type: "string", description: "For create_file and update_file." },
          },
          required: ["type", "path"],
        },
      },
      required: ["operation"],
    },
  },
};

/** Whether a type is one of a tool that the caller runs. */
export function isTypedTool(type: unknown): type is string {
  return typeof type === "string" && Object.hasOwn(typedTools, type);
}

/** Reads such a tool; undefined for any other, and for a shell in a container of the vendor's. */
export function readTypedTool(cursor: Cursor, marks: readonly string[]): Tool | undefined {
  const type = cursor.peek("type");
  if (!isTypedTool(type)) return undefined;
  const environment = cursor.peek("environment");
  const isLocal = isMembers(environment) && environment["type"] === "local";
  if (environment !== undefined && !isLocal) return undefined;
  cursor.take("type");
  const kept: Members = { type };
  if (isLocal && Object.keys(environment).length === 1) kept["environment"] = cursor.take("environment");
  return {
    kind: "function",
    name: type,
    ...typedTools[type]!,
    ...asVendor(ID, leftover(cursor), [...marks, typedMark(kept), `call=${type}`]),
  };
}

/** Writes such a tool as it came; undefined for any other function. */
export function writeTypedTool(tool: Extract<Tool, { kind: "function" }>): Members | undefined {
  const form = typedForm(tool);
  return form?.dialect === ID ? restoreOwn({ ...form.members }, ownMembers(tool, ID)) : undefined;
}
