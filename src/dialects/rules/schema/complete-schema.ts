import type { Tool } from "../../../contract/index.ts";
import { mapSubschemas } from "../../json-schema/subschemas.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule } from "../rule.ts";

/** Writes the items of arrays and the properties of objects that a schema leaves out, if the target wants them named. */
export const completeSchema: ModelRule = {
  id: "schema.complete",
  title:
    "An array without items gets items of any kind, and an object without properties an empty list of them, which means the same.",
  feature: "tool.function",
  remedies: ["normalise"],
  limit: "schema",
  apply(conversation, { schema: limits }, note) {
    if (limits?.complete !== "required") return conversation;
    const reason =
      "the target wants the items of arrays and the properties of objects named; they are, as any";
    let tools: Tool[] | undefined;
    for (const [index, tool] of conversation.tools.entries()) {
      if (tool.kind !== "function") continue;
      const parameters = complete(tool.parameters);
      if (parameters === tool.parameters) continue;
      note({ node: tool, at: "", disposition: "mapped", reason, feature: "tool.function" });
      tools ??= [...conversation.tools];
      tools[index] = replacing(tool, { ...tool, parameters });
    }
    const changed = tools === undefined ? conversation : { ...conversation, tools };
    const { output } = changed;
    if (output?.kind !== "json_schema") return changed;
    const schema = complete(output.schema);
    if (schema === output.schema) return changed;
    note({ node: undefined, at: "$", disposition: "mapped", reason, feature: "output.json_schema" });
    return { ...changed, output: { ...output, schema } };
  },
};

/** The schema with items and properties; the same object if none is missing. */
function complete(schema: unknown): unknown {
  if (!isMembers(schema)) return schema;
  const mapped = mapSubschemas(schema, complete);
  const missing: Members = {};
  if (hasType(mapped, "object") && mapped["properties"] === undefined) missing["properties"] = {};
  if (hasType(mapped, "array") && mapped["items"] === undefined) missing["items"] = {};
  return Object.keys(missing).length === 0 ? mapped : { ...mapped, ...missing };
}

function hasType({ type }: Members, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}
