import type { Tool } from "../../../contract/index.ts";
import { mapSubschemas } from "../../json-schema/subschemas.ts";
import { isMembers } from "../../members/members.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule } from "../rule.ts";

/** Moves a type that stands beside `anyOf` into its branches, if the target wants it. */
export const branchTypes: ModelRule = {
  id: "schema.branch_types",
  title: "A type beside anyOf is written in each branch.",
  feature: "tool.function",
  remedies: ["normalise"],
  limit: "schema",
  about: ["tool"],
  apply(conversation, { schema }, note) {
    if (schema?.typeBesideAnyOf !== "rejected") return conversation;
    let tools: Tool[] | undefined;
    for (const [index, tool] of conversation.tools.entries()) {
      if (tool.kind !== "function") continue;
      const parameters = moveTypes(tool.parameters);
      if (parameters === tool.parameters) continue;
      note({
        node: tool,
        at: "",
        disposition: "mapped",
        reason: "the target wants the type in each branch of anyOf, and not beside it",
        feature: "tool.function",
      });
      tools ??= [...conversation.tools];
      tools[index] = replacing(tool, { ...tool, parameters });
    }
    return tools === undefined ? conversation : { ...conversation, tools };
  },
};

/** The schema with types in the branches; the same object if none has to move. */
function moveTypes(schema: unknown): unknown {
  if (!isMembers(schema)) return schema;
  const moved = mapSubschemas(schema, moveTypes);
  const { anyOf, type, ...rest } = moved;
  if (type === undefined || !Array.isArray(anyOf)) return moved;
  return { ...rest, anyOf: anyOf.map((branch: unknown) => withType(branch, type)) };
}

function withType(branch: unknown, type: unknown): unknown {
  if (!isMembers(branch)) return branch;
  const isTyped = ["type", "$ref", "anyOf", "oneOf", "allOf"].some(
    (keyword) => branch[keyword] !== undefined,
  );
  return isTyped ? branch : { type, ...branch };
}
