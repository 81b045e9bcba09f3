import type { Tool } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule, Note } from "../rule.ts";
import { mergeRoot } from "./merged-root.ts";

/** Gives the schema of a tool's arguments a root that the target takes: an object, without alternatives. */
export const rootSchema: ModelRule = {
  id: "schema.root",
  title:
    "Alternatives at the root of a tool's schema are merged into one object, and the description says which fields belong together.",
  feature: "tool.function",
  remedies: ["normalise"],
  apply(conversation, { schema }, note) {
    const rejected = schema?.rootRejected;
    if (rejected === undefined) return conversation;
    let tools: Tool[] | undefined;
    for (const [index, tool] of conversation.tools.entries()) {
      if (tool.kind !== "function" || !isMembers(tool.parameters)) continue;
      const { parameters } = tool;
      if (isAccepted(parameters, rejected)) continue;
      tools ??= [...conversation.tools];
      tools[index] = replacing(tool, { ...tool, parameters: asObject(tool, parameters, rejected, note) });
    }
    return tools === undefined ? conversation : { ...conversation, tools };
  },
};

function isAccepted(schema: Members, rejected: readonly string[]): boolean {
  return (
    schema["type"] === "object" &&
    schema["$ref"] === undefined &&
    !rejected.some((keyword) => schema[keyword] !== undefined)
  );
}

function asObject(tool: Tool, parameters: Members, rejected: readonly string[], note: Note): Members {
  const { schema, loosened } = mergeRoot(parameters, rejected);
  note({
    node: tool,
    at: "",
    disposition: loosened.length === 0 ? "mapped" : "disclosed",
    reason:
      loosened.length === 0
        ? "the schema is written as one object, which the target requires at the root"
        : `the target takes no ${loosened.join(", ")} at the root of a schema; its alternatives are one object, and the description names them`,
    feature: "tool.function",
  });
  if (schema["type"] === "object") return schema;
  const { type: _, ...rest } = schema;
  return { type: "object", ...rest };
}
